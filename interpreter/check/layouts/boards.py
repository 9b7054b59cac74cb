"""Check the boards of the section `layout`: things, facts, members and tables that there are, and keys that fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ...base.appearance.layouts import MOST_SCORES, NO_COORDINATES, PLAYERS
from ...base.diagnostics import Diagnostic
from ...base.similar import report_unknown
from ...language import display_model as dm
from ...language import model as m
from ...language.audience import NOBODY, OWNER, audience
from ..checked import CheckedTable
from ..symbols import Problems
from ..types import an
from .board_lines import joins

UNSEEN = (OWNER, NOBODY)
POINT = re.compile(r"[a-z]\d{1,2}")


def check_boards(rules: m.Ruleset, tables: Mapping[str, CheckedTable], problems: Problems) -> None:
    """Report layouts of unknown things, unknown names in them, and keys that do not fit the thing."""
    things = [name for name in rules.things if name != "player"]
    for kind, board in rules.layout.boards.items():
        on_track = kind in things and board.layout.scores and rules.things[kind].grid is None
        if on_track or (kind == PLAYERS and kind not in things):
            for mistake in _wrong_scores(board, rules):
                problems.add(mistake)
            continue
        if kind not in things:
            hint = (
                f"write a kind of thing: {', '.join(things)}" if things else "this game has no things: delete the line"
            )
            problems.add(report_unknown("unknown-name", f"no thing is called '{kind}'", board.span, kind, things, hint))
            continue
        for mistake in [*_unknown(board, rules, tables), *_misfits(board, rules.things[kind])]:
            problems.add(mistake)


def _wrong_scores(board: dm.BoardKindLayout, rules: m.Ruleset) -> Iterable[Diagnostic]:
    """The mistakes of a track of numbers: keys of other boards, numbers that are no track, unknown counters."""
    owner = "player" if board.kind == PLAYERS else board.kind
    own = [one for one in rules.variables.values() if one.owner == owner and not one.params]
    names = [one.name for one in own]
    example = f"write `{board.kind}: {{track: 0..60, piece: {names[0] if names and owner != 'player' else 'points'}}}`"
    for key in board.keys:
        if key not in ("track", "piece"):
            yield Diagnostic("bad-board", f"`{key}` does not fit a scoring track", board.keys[key], hint=example)
    first, last = board.layout.scores or (0, 0)
    if not 0 < last - first < MOST_SCORES:
        message = f"a scoring track has from 2 to {MOST_SCORES} numbers, the least first"
        yield Diagnostic("bad-board", message, board.keys.get("track", board.span), hint=example)
    if not board.layout.piece:
        yield Diagnostic("bad-board", "`piece` does not say what the track counts", board.span, hint=example)
    for _, name, span in board.names:
        if name not in names:
            have = f"write a number that each {owner} has: {', '.join(names)}"
            hint = have if names else f"no {owner} has a number: delete the line"
            yield report_unknown("unknown-name", f"no {owner} has a number called '{name}'", span, name, names, hint)
        elif audience(next(one.see for one in own if one.name == name)) in UNSEEN:
            message = f"only its owner sees {name}, so no others see this pawn on the track"
            yield Diagnostic("unseen-panel", message, span, "warning", "let everybody see it, or delete the track")


def _unknown(board: dm.BoardKindLayout, rules: m.Ruleset, tables: Mapping[str, CheckedTable]) -> Iterable[Diagnostic]:
    """The mistakes of names in the layout of a board."""
    kind = board.kind
    facts = [variable.name for variable in rules.variables.values() if variable.owner == kind]
    facts += [zone.name for zone in rules.zones.values() if zone.owner == kind]
    members = [member for member, _ in rules.things[kind].members]
    lines = [name for name, table in tables.items() if joins(table) == kind]
    for part, name, span in board.names:
        if part == "at" and name not in members and (members or not re.fullmatch(rf"{kind}(_\d+)+", name)):
            hint = f"write {an(kind)}: {', '.join(members)}" if members else f"write {kind}_1, {kind}_2 and so on"
            yield report_unknown("unknown-name", f"no {kind} is called '{name}'", span, name, members, hint)
        elif part == "lines" and name not in lines:
            hint = f"write a table of them: {', '.join(lines)}" if lines else "write `lines: none`"
            message = f"'{name}' is no table that joins {an(kind)} to others"
            yield report_unknown("unknown-name", message, span, name, lines, hint)
        elif part not in ("at", "lines") and name not in facts:
            hint = f"name what each {kind} has: {', '.join(facts)}" if facts else f"delete it: {an(kind)} has nothing"
            yield report_unknown("unknown-name", f"{an(kind)} has nothing called '{name}'", span, name, facts, hint)


def _misfits(board: dm.BoardKindLayout, thing: m.Thing) -> Iterable[Diagnostic]:
    """The keys that do not fit the thing, and members without a place."""
    kind, grid, members = board.kind, thing.grid is not None, [member for member, _ in thing.members]
    squares = grid or bool(members and all(POINT.fullmatch(member) for member in members))
    names = board.layout.coordinates in ("", NO_COORDINATES) and not board.layout.rows and not board.layout.columns
    fits = {"squares": squares and not thing.hexes, "hexes": thing.hexes, "track": not grid, "at": not grid}
    fits["coordinates"] = squares if names else grid
    fits["map"] = not grid
    for key, span in board.keys.items():
        if not fits.get(key, True):
            form = "made of hexes" if thing.hexes else "a grid of squares" if key == "hexes" else "a grid"
            what = f"{kind}, which is {form if grid else 'no grid'}"
            hint = "delete it" if grid or squares else f"delete it, or write `{kind}: {{grid: 3x3}}` under `things`"
            yield Diagnostic("bad-board", f"`{key}` does not fit {what}", span, hint=hint)
    if board.layout.map and not board.layout.at and not grid:
        hint = f"add `at`, with a place for each {kind}: how far it is from the left and from the top, in percent"
        yield Diagnostic("bad-board", f"`map` does not say where {kind} lies", board.keys["map"], hint=hint)
    missing = [member for member in members if board.layout.at and member not in [word for word, *_ in board.layout.at]]
    if missing and fits["at"]:
        hint = f"write `{missing[0]}: 50 50`: how far it is from the left and from the top, in percent"
        yield Diagnostic("bad-board", f"`at` has no place for {', '.join(missing)}", board.keys["at"], hint=hint)
