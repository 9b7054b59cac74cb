"""Setting up a table: the rulesets and settings offered, and how a game begins by the answers."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...base.appearance.looks import Looks
from ...base.captions import sentence, written
from ...base.diagnostics import RulesetError, Span
from ...base.errors import UsageError
from ...base.languages.catalogues import mark
from ...bots.by_name import HUMAN, bot_in
from ...front.api import Ruleset, load_ruleset
from ...game.game import starting_game
from ...game.state import State
from ...reading.library import layers, title_in, variants_of
from ...records.recording import GameRecorder
from ..storage.table_record import Seat, TableSettings
from ..storage.tokens import new_seed, new_token
from .clocks import BOT, RULES, VOTE
from .spectators import DELAYS
from .table import Table
from .tables import Tables

MOST_SEED = (1 << 63) - 1


class NotOffered(Exception):
    """A ruleset or variant is not among those offered here."""


@dataclass(frozen=True)
class Form:
    """The questions about one ruleset.

    Which it is among those offered, the variants laid over it and those that there are, numbers of players (none if
    the variants cannot be combined), each setting with its value as the rules write it, and the words for their names.
    """

    game: int
    name: str
    laid: list[str]
    variants: list[str]
    players: list[int]
    settings: list[tuple[str, str]]
    looks: Looks


def load_form(offers: Sequence[str], game: int, laid: Sequence[str]) -> tuple[Form, Ruleset]:
    """The questions about one of the rulesets offered, with its current rules.

    Raises NotOffered where it is not among them, UsageError with all its mistakes where it has some.
    """
    if not game < len(offers):
        raise NotOffered
    rules = _load(offers[game], [])
    known = variants_of(rules.path)
    if not set(laid) <= set(known):
        raise NotOffered
    if laid:
        rules = _load(offers[game], laid)
    said = rules.checked.ruleset
    settings = [(name, setting_text(setting)) for name, setting in said.settings.items()]
    return Form(game, rules.name, [*laid], known, [*rules.players], settings, rules.looks), rules


def offer_title(offer: str) -> str:
    """The title of a ruleset offered, with the variants laid over it; as it was offered if it has none."""
    try:
        path, over = layers(offer)
        title = title_in(path.read_text(encoding="utf-8"))
    except (RulesetError, OSError, UnicodeDecodeError):
        return offer
    return " + ".join([title, *(file.stem for file in over)]) if title else offer


def form_or_mistakes(offers: Sequence[str], game: int, laid: Sequence[str]) -> tuple[Form | None, str]:
    """The questions about one of the rulesets, and its mistakes as text, "" for none.

    Where the variants do not do together, there is nothing but those to choose again; none for a game with mistakes.
    """
    try:
        return load_form(offers, game, laid)[0], ""
    except UsageError as error:
        alone = form_or_mistakes(offers, game, [])[0] if laid else None
        return alone and replace(alone, laid=[*laid], players=[]), str(error)


def begin_from_form(
    tables: Tables, form: Form, rules: Ruleset, players: int, sent: Mapping[str, str], source: str = ""
) -> Table:
    """Begin a table from the answers: `seat-1` and so on, `set-NAME`, `seed`, `clock`, `zero`, `hands`; "": no answer.

    source: from where a guest sets it up. Seats of people have no link until somebody sits down. Raises UsageError for
    what will not do.
    """
    options = {name: text for name, _ in form.settings if (text := sent.get(f"set-{name}", "").strip())}
    try:
        game = rules.ready(players, options)
    except RulesetError as error:
        raise UsageError(_mistakes(error)) from None
    kinds = [sent.get(f"seat-{seat}", HUMAN) for seat in range(1, players + 1)]
    for seat, kind in enumerate(kinds):
        if kind != HUMAN:
            kinds[seat] = bot_in(game, kind).name
    text = sent.get("seed", "").strip()
    if text and not (text.isascii() and text.isdigit() and int(text[:20]) <= MOST_SEED):
        raise UsageError(sentence(mark("a seed is a whole number from 0 to {most}"), most=MOST_SEED))
    clock, zero = sent.get("clock", ""), sent.get("zero", VOTE)
    if (clock and clock not in RULES) or zero not in (VOTE, BOT):
        raise NotOffered
    hands = sent.get("hands", "0")
    if hands not in map(str, (0, *DELAYS)):
        raise NotOffered
    settings = TableSettings(clock=clock, at_zero=zero, hands=int(hands)).to_json()
    return begin_table(tables, rules, game.start(int(text) if text else new_seed()), kinds, False, settings, source)


def begin_table(
    tables: Tables,
    ruleset: Ruleset,
    state: State,
    kinds: Sequence[str],
    links: bool = True,
    settings: str = "",
    source: str = "",
    position: dict[str, Any] | None = None,
) -> Table:
    """Begin a table for a new game; kinds: HUMAN or the name of a bot for each seat.

    links: whether people's seats have links from the start; else each gets one when somebody sits down there;
    settings: what the host has set; source: from where a guest sets it up; position: the header of its recording, for a
    game that begins at a position.
    Raises NotKept where it cannot be kept, UsageError where there are too many.
    """
    names = state.game.program.names["player"]
    play = {"seats": [*kinds]}
    header = GameRecorder(io.BytesIO(), ruleset, state, names, play).header
    if position is not None:
        header = position | {"names": [*names], "play": play}
    game = tables.shared_game(header, starting_game(state))
    if game is not state.game and not state.decisions and position is None:
        state = game.start(state.seed)
    seats = [
        Seat(new_token() if links and kind == HUMAN else "", name, kind)
        for name, kind in zip(names, kinds, strict=True)
    ]
    return tables.add(header, state, seats, settings=settings, source=source)


def find_same_game(
    tables: Tables, ruleset: Ruleset, state: State, kinds: Sequence[str], seed: int | None
) -> Table | None:
    """The last running table with the same rules, players, settings and bots, and this seed if given.

    The bots are those that it was begun with. What was set up somewhere else than at its start is not it.
    """
    wanted = ruleset.hash, state.game.players, state.game.program.options
    for table in reversed(tables.tables.values()):
        program = table.state.game.program
        same_game = (program.hash, program.players, program.options) == wanted and seed in (None, table.state.seed)
        play = table.header.get("play", {})
        begun = play.get("seats", [seat.kind for seat in table.seats])
        # in a next game those who play have changed seats
        same_seats = sorted(begun) == sorted(kinds) if "from" in play else begun == list(kinds)
        elsewhere = table.state.over or table.next or "position" in table.header
        if same_game and same_seats and not elsewhere:
            return table
    return None


def _load(name: str, laid: Sequence[str]) -> Ruleset:
    """Load a ruleset with variants, one of those offered."""
    try:
        return load_ruleset(name, laid)
    except RulesetError as error:
        raise UsageError(_mistakes(error)) from None


def _mistakes(error: RulesetError) -> str:
    """The mistakes of a ruleset, a line each, with their notes and hints."""
    found = [one for one in error.diagnostics if one.severity == "error"] or error.diagnostics
    lines = []
    for one in found:
        others = "".join(f" ({note.message}: {_place(note.span)})" for note in one.notes)
        lines.append(f"{_place(one.span)}: {one.message}{others}{'. ' if one.hint else ''}{one.hint}")
    return "\n".join(lines)


def _place(span: Span) -> str:
    """A place in a file as text."""
    return f"{Path(span.file).name}, line {span.line}"


def setting_text(setting: Any) -> str:
    """The value of a setting as the rules write it."""
    if setting.value is not None:
        return str(setting.value.pos.text)
    parts = [
        sentence(
            mark("{counts} players: {value}") if high > 1 else mark("{counts} player: {value}"),
            counts=str(low) if low == high else f"{low}–{high}",
            value=str(value.pos.text),
        )
        for low, high, value in setting.by_players
    ]
    return written(
        ", ".join(f"{{part{at}}}" for at in range(len(parts))), **{f"part{at}": p for at, p in enumerate(parts)}
    )
