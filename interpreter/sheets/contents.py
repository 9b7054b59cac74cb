"""A page that lists what is printed, and what to take from a box of pieces."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.layouts import PrintLayout
from ..drawing.board_plans import board_plans
from ..drawing.fitting import fit
from ..drawing.pawns import player_look
from ..drawing.score_tracks import score_tracks
from ..drawing.style import CardStyle
from ..game.game import Game
from .sheet import Sheet, sheet_parts

LEFT, TOP, LINE, SIZE = 20.0, 28.0, 7.0, 4.2
Entry = tuple[str, str]


def pieces_of(game: Game, style: CardStyle) -> list[Entry]:
    """Return what stands on boards and what players count: how many of it, and what it is."""
    program, wording = game.program, game.looks.wording
    found: list[Entry] = []
    for plan in board_plans(program, game.looks.boards).values():
        for name, seat in ((name, seat) for name in plan.pawns for seat in range(program.players)):
            colour, sign = player_look(style, seat)
            pawn = " ".join(part for part in (colour, "pawn", sign) if part)
            found.append(("1", f"{pawn} for {wording.player(seat)} ({wording.name(name)})"))
        if not plan.owned:
            continue
        for seat in range(program.players):
            colour, sign = player_look(style, seat)
            pieces = " ".join(part for part in (colour, "pieces", sign) if part)
            found.append((f"up to {len(plan.spots)}", f"{pieces} for {wording.player(seat)}"))
    tracks = score_tracks(program, game.looks.boards)
    for seat in range(program.players if tracks else 0):
        colour, sign = player_look(style, seat)
        pawn = " ".join(part for part in (colour, "pawn" if len(tracks) == 1 else "pawns", sign) if part)
        found.append((str(len(tracks)), f"{pawn} for {wording.player(seat)}"))
    counted = [
        slot.declared
        for slot in program.ints
        if slot.declared and slot.kind == "int" and not slot.token and slot.show != "hidden"
        if [kind for kind, _ in slot.indexes] == ["player"] and slot.declared not in [track.name for track in tracks]
    ]
    names = [wording.name(name) for name in dict.fromkeys(counted)]
    if names:
        found.append(("", f"paper and a pencil, for each player: {', '.join(names)}"))
    return found


def contents_page(game: str, printed: Sequence[Entry], taken: Sequence[Entry], print: PrintLayout) -> Sheet:
    """Return the page with both lists."""
    width, height = print.size
    y, lines = TOP, []
    for title, entries in (("In these pages", printed), ("What to take from a box", taken)):
        if not entries:
            continue
        lines.append({"x": LEFT, "y": y, "size": 6, "text": title, "bold": True, "anchor": "start"})
        y += LINE * 1.3
        for count, what in entries:
            found = fit(what, width - 2 * LEFT - 24, 100, [SIZE])
            lines.append({"x": LEFT + 20, "y": y, "size": SIZE, "text": count, "bold": True, "anchor": "end"})
            for text in found.lines:
                lines.append({"x": LEFT + 24, "y": y, "size": SIZE, "text": text, "bold": False, "anchor": "start"})
                y += LINE
        y += LINE
    heading = {"text": f"{game}: contents", "place": f"translate({width / 2:g} {height - 10:g})"}
    return Sheet("contents", width, height, str(sheet_parts().contents(lines, heading)))
