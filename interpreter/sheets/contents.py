"""A page that lists what is printed, and what to take from a box of pieces."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.appearance.layouts import PLAYERS, PrintLayout
from ..base.languages.catalogues import mark
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
            pawn = wording.say("{look} pawn for {player}", look=_look(style, seat), player=wording.player(seat))
            found.append(("1", f"{pawn} ({wording.name(name)})"))
        if not plan.owned:
            continue
        for seat in range(program.players):
            pieces = wording.say("{look} pieces for {player}", look=_look(style, seat), player=wording.player(seat))
            found.append((wording.say("up to {number}", number=len(plan.spots)), pieces))
    tracks = [track for track in score_tracks(program, game.looks.boards) if track.kind == PLAYERS]
    for seat in range(program.players if tracks else 0):
        one, many = mark("{look} pawn for {player}"), mark("{look} pawns for {player}")
        words = one if len(tracks) == 1 else many
        found.append((str(len(tracks)), wording.say(words, look=_look(style, seat), player=wording.player(seat))))
    for kind in dict.fromkeys(track.kind for track in score_tracks(program, game.looks.boards)):
        names = [wording.name(word) for word in program.names[kind]] if kind != PLAYERS else []
        found += [("1", wording.say("pawn: {name}", name=name)) for name in names]
    counted = [
        slot.declared
        for slot in program.ints
        if slot.declared and slot.kind == "int" and not slot.token and slot.show != "hidden"
        if [kind for kind, _ in slot.indexes] == ["player"] and slot.declared not in [track.name for track in tracks]
    ]
    names = [wording.name(name) for name in dict.fromkeys(counted)]
    if names:
        found.append(("", wording.say("paper and a pencil, for each player: {names}", names=", ".join(names))))
    return found


def _look(style: CardStyle, seat: int) -> str:
    """The colour of a player's pieces, with their sign: yellow ★."""
    colour, sign = player_look(style, seat)
    return f"{style.looks.wording.say(colour)} {sign}".strip()


def contents_page(style: CardStyle, printed: Sequence[Entry], taken: Sequence[Entry], print: PrintLayout) -> Sheet:
    """Return the page with both lists."""
    width, height = print.size
    say = style.looks.wording.say
    y, lines = TOP, []
    for title, entries in ((say("In these pages"), printed), (say("What to take from a box"), taken)):
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
    heading = {"text": say("{game}: contents", game=style.game), "place": f"translate({width / 2:g} {height - 10:g})"}
    return Sheet("contents", width, height, str(sheet_parts().contents(lines, heading)))
