"""Boards in full size, without pieces, on as many pages as they need."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from ..base.appearance.layouts import CardSize, PrintLayout
from ..base.languages.catalogues import mark
from ..drawing.board_plans import BoardPlan, board_plans
from ..drawing.boards import BoardItems, BoardWords, board_svg, draw_board
from ..drawing.score_tracks import ScoreTrack, draw_score_track, score_tracks
from ..drawing.short_forms import short_forms
from ..drawing.style import CardStyle
from ..game.game import Game
from ..program import ir
from ..seats.phrases.arrangement import unhidden
from .sheet import Sheet, sheet_parts

# the side of a place in millimetres where the board fits on a page, from the largest, and how much larger than a card
LARGE, LEAST = 30.0, 20.0
AROUND_CARDS = 4.0
# the edge of the paper that stays free, below with the heading, and how much of a board two pages share
EDGE, BELOW, OVERLAP = 8.0, 14.0, 10.0
SEEDS = (1, 2, 3)
WHOLE = mark("{game}: board of {places}")
PART = mark(
    "{game}: board of {places}, part {part} of {parts} (row {row}, column {column}); parts share {overlap} mm, "
    "up to the broken line"
)
_SIZE = re.compile(r'viewBox="[-\d]+ [-\d]+ (\d+) (\d+)"')


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board to print: its drawing, and how many millimetres a hundred of its units have; turned: on its side."""

    name: str
    label: str
    svg: str
    side: float
    turned: bool

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height as it lies on the page."""
        width, height = (length * self.side / 100 for length in drawn_size(self.svg))
        return (height, width) if self.turned else (width, height)


def drawn_size(svg: str) -> tuple[int, int]:
    """The width and the height of a drawing in its own units."""
    found = _SIZE.search(svg)
    assert found is not None
    return int(found[1]), int(found[2])


def boards_of(game: Game, style: CardStyle, print: PrintLayout) -> list[PrintedBoard]:
    """The boards of a game; one for each player where each has an own one."""
    program, wording = game.program, game.looks.wording
    words = BoardWords(style, short_forms(program, wording), wording, printed=True)
    found = [_printed_track(track, words, print) for track in score_tracks(program, game.looks.boards)]
    for plan in board_plans(program, game.looks.boards).values():
        slots: list[ir.IntSlot | ir.ListSlot] = [*program.ints, *program.lists[: program.zones]]
        facts = [slot for slot in slots if slot.declared and slot.indexes and slot.indexes[-1][0] == plan.kind]
        if not facts and not plan.pawns:
            continue
        grounds = {} if not plan.grounds else _grounds(game, plan)
        svg = str(board_svg(draw_board(BoardItems(plan, "", grounds), words)))
        cards = [slot.component for slot in facts if isinstance(slot, ir.ListSlot)]
        own = bool(facts) and all(slot.indexes[0][0] == "player" for slot in facts)
        side, turned = _fit(drawn_size(svg), print, [style.layout(kind, "front").size for kind in cards])
        for number in range(program.players if own else 1):
            whose = f", {wording.player(number)}" if own else ""
            found.append(
                PrintedBoard(f"board-{plan.kind}", wording.plural(wording.name(plan.kind)) + whose, svg, side, turned)
            )
    return found


def _printed_track(track: ScoreTrack, words: BoardWords, print: PrintLayout) -> PrintedBoard:
    """A scoring track, in rows one below the other."""
    svg = str(board_svg(draw_score_track(track, [], words)))
    label = words.wording.name(track.name)
    return PrintedBoard(f"board-{track.name}", label, svg, *_fit(drawn_size(svg), print, []))


def _grounds(game: Game, plan: BoardPlan) -> dict[str, list[dict[str, object]]]:
    """What each place is, as far as everybody sees it at the start and it is the same in each game."""
    found: dict[str, list[dict[str, object]]] = {}
    views = [game.start(seed).view(0) for seed in SEEDS]
    for item, *others in zip(*(unhidden(view) for view in views), strict=True):
        alike = all(other.get("value") == item.get("value") for other in others)
        if item["name"] in plan.grounds and alike and not item.get("hidden") and len(item["indexes"]) == 1:
            found.setdefault(item["indexes"][-1]["word"], []).append(item)
    return found


def room_for_boards(print: PrintLayout) -> tuple[float, float]:
    """The width and the height that a board may take on a page."""
    return print.size[0] - 2 * EDGE, print.size[1] - EDGE - BELOW


def _fit(units: tuple[int, int], print: PrintLayout, cards: list[CardSize]) -> tuple[float, bool]:
    """The side of a place, and whether the board lies on its side: so that it is on one page, else on few."""
    room = room_for_boards(print)
    if cards:
        longest = max(max(size.width, size.height) for size in cards)
        sides = dict.fromkeys((False, True), longest + AROUND_CARDS)
    else:
        fitting = {turned: _largest(units[::-1] if turned else units, room) for turned in (False, True)}
        sides = {turned: min(LARGE, side) if side >= LEAST else LARGE for turned, side in fitting.items()}

    def worth(turned: bool) -> tuple[int, float, bool]:
        width, height = (length * sides[turned] / 100 for length in (units[::-1] if turned else units))
        return math.prod(parts(width, height, print)), -sides[turned], turned

    turned = min((False, True), key=worth)
    return sides[turned], turned


def _largest(units: tuple[int, int], room: tuple[float, float]) -> float:
    """The largest side of a place with which a board fits on a page."""
    return min(100 * length / unit for length, unit in zip(room, units, strict=True))


def parts(width: float, height: float, print: PrintLayout) -> tuple[int, int]:
    """How many pages a board takes across and down."""
    across, down = (
        1 if length <= room + 0.01 else math.ceil((length - OVERLAP) / (room - OVERLAP))
        for length, room in zip((width, height), room_for_boards(print), strict=True)
    )
    return across, down


def lay_out_boards(style: CardStyle, boards: list[PrintedBoard], print: PrintLayout) -> Iterator[Sheet]:
    """Yield the pages of all boards."""
    for number, board in enumerate(boards, 1):
        name = board.name if len({one.name for one in boards}) == len(boards) else f"{board.name}-{number}"
        across, down = parts(*board.size, print)
        for at in range(across * down):
            row, column = divmod(at, across)
            label = style.looks.wording.say(
                PART if across * down > 1 else WHOLE,
                game=style.game,
                places=board.label,
                part=at + 1,
                parts=across * down,
                row=row + 1,
                column=column + 1,
                overlap=f"{OVERLAP:g}",
            )
            ending = f"-{at + 1}" if across * down > 1 else ""
            yield Sheet(f"{name}{ending}", *print.size, _part(board, (column, row), (across, down), label, print))


def _part(board: PrintedBoard, place: tuple[int, int], count: tuple[int, int], label: str, print: PrintLayout) -> str:
    """A page with one part of a board, in the middle if it is the only one."""
    room, size, edge = room_for_boards(print), board.size, (EDGE, EDGE)
    starts = [at * (length - OVERLAP) for at, length in zip(place, room, strict=True)]
    shown = [min(length, whole - start) for length, whole, start in zip(room, size, starts, strict=True)]
    left, top = (
        first + ((length - seen) / 2 if number == 1 else 0)
        for first, length, seen, number in zip(edge, room, shown, count, strict=True)
    )
    scale = board.side / 100
    x, y = left - starts[0], top - starts[1]
    turn = f"translate({x + size[0]:g} {y:g}) rotate(90)" if board.turned else f"translate({x:g} {y:g})"
    cuts = []
    for number, (at, last) in enumerate(zip(place, (count[0] - 1, count[1] - 1), strict=True)):
        if at < last:
            end = (left, top)[number] + shown[number] - OVERLAP
            cuts.append((end, top, end, top + shown[1]) if number == 0 else (left, end, left + shown[0], end))
    return str(
        sheet_parts().board(
            Markup(board.svg),
            f"{turn} scale({scale:g})",
            {"x": f"{left:g}", "y": f"{top:g}", "width": f"{shown[0]:g}", "height": f"{shown[1]:g}"},
            [[f"{number:g}" for number in cut] for cut in cuts],
            {"text": label, "place": f"translate({print.size[0] / 2:g} {print.size[1] - 5:g})"},
        )
    )


def board_picture(board: PrintedBoard) -> Sheet:
    """A board in full size as a drawing of its own."""
    width, height = (length * board.side / 100 for length in drawn_size(board.svg))
    drawing = str(sheet_parts().places([(f"scale({board.side / 100:g})", Markup(board.svg))]))
    return Sheet(board.name, width, height, drawing)
