"""Requests that begin games at a table, whose pages are shown in a frame."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...base.diagnostics import RulesetError
from ...bots.by_name import HUMAN, bot_in, level_of
from ...editor.new_rules import check_rules
from ...front.api import Ruleset
from ...game.state import State, begin_at
from ...reading.nodes import Mapping, Scalar
from ...reading.nodes import Sequence as List
from ...records.recording import header_at
from ...scenarios.from_game import people_of
from ...scenarios.run import play_through
from ...scenarios.scenario_file import find_scenario, load_described, scenario_path
from ...table.pages.links import newest_seat, seat_path, table_path
from ...table.play import rematch
from ...table.play.moves import let_bots_play
from ...table.play.seats import rename_seat, toggle_designer, toggle_shared
from ...table.play.setup import MOST_SEED, begin_table
from ...table.play.table import Refused, Table
from ...table.storage.tokens import new_seed
from ..refusals import impossible
from ..studio import Studio, options_of

# who plays the seats of others: a level, as it suits every game
OTHERS = "casual"
# seeds that people can read and tests can name
SHORT_SEED = 1_000_000


def play(
    studio: Studio,
    game: str,
    players: int,
    variants: list[str] | None = None,
    settings: dict[str, str] | None = None,
    seats: list[str] | None = None,
    seed: int | None = None,
) -> dict[str, Any]:
    """Begin a game: seats are `human` or a bot's name each; without them a person plays against casual bots."""
    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise impossible(f"A seed is a whole number from 0 to {MOST_SEED}.")
    with studio.files.reading():
        ruleset = studio.ruleset(game, variants)
        state = ruleset.ready(players, options_of(settings)).start(new_seed() % SHORT_SEED if seed is None else seed)
        path, over = studio.layers(game, variants)
        root = None
        with suppress(RulesetError):  # mistakes in tests keep nobody from playing
            root = tests_of(studio, [path, *over][-1])
    return _begin(studio, ruleset, state, seats, people_of(state.game.players, names_in(root)))


def play_from(studio: Studio, file: str, words: str, seats: list[str] | None = None) -> dict[str, Any]:
    """Begin a game at the end of a scenario; without `seats` a person plays the seat that decides next."""
    path = studio.take(file, None)
    with studio.files.reading():
        scenario = find_scenario(path, words)
        after = play_through(scenario)
        state = begin_at(after.game, after.seed, (after.v, after.z, after.random))
        if state.over:
            raise impossible("The game is over at the end of this scenario.")
        count, ruleset = state.game.players, scenario.terms.ruleset
        next_seat = state.sites()[0][0]
        who = seats or [HUMAN if seat == next_seat else OTHERS for seat in range(count)]
        header = header_at(ruleset, state, f"scenario '{scenario.words}'")
        return _begin(studio, ruleset, state, who, scenario.terms.players, header)


def _begin(
    studio: Studio,
    ruleset: Ruleset,
    state: State,
    seats: Sequence[str] | None,
    people: Sequence[str],
    position: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Begin a table for a game with these in its seats, who are called as in tests."""
    tables, count = studio.open_tables, state.game.players
    who = [HUMAN, *[OTHERS] * (count - 1)] if seats is None else seats
    if len(who) != count:
        raise impossible(f"The game has {count} seats, but {len(who)} are given.")
    kinds = [HUMAN if kind == HUMAN else bot_in(state.game, kind).name for kind in who]
    # tables share games of the same rules, but another title or look is to be seen
    tables.games.clear()
    table = begin_table(tables, ruleset, state, kinds, position=position)
    toggle_designer(tables, table)
    for seat, name in enumerate(people):
        with suppress(Refused):  # a name that is too long to be shown, or is there twice
            rename_seat(tables, table, seat, name)
    own = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
    if len(own) > 1:
        for seat in own:
            toggle_shared(tables, table, seat)
    let_bots_play(tables, table)
    return _table_data(studio, table)


def tests_of(studio: Studio, game: Path) -> Mapping | None:
    """The file of the tests of a game or variant, None if there is none. Raises RulesetError if it cannot be read."""
    path = scenario_path(game)
    return load_described(path, "a scenario file", "scenarios") if studio.files.is_there(path) else None


def names_in(root: Mapping | None) -> list[str]:
    """The players that all tests of a file have."""
    node = root.get("players") if root is not None else None
    return [item.text for item in node.items if isinstance(item, Scalar)] if isinstance(node, List) else []


def table(studio: Studio, table: str) -> dict[str, Any]:
    """How a table stands: the newest of the games that follow it."""
    return _table_data(studio, find_table(studio, table))


def carry_over(studio: Studio, table: str) -> dict[str, Any]:
    """Continue the same game by the rules as they are written now, as far as the same choices fit."""
    there = find_table(studio, table)
    update_rules(studio, there)
    return _table_data(studio, rematch.carry_over(studio.open_tables, there))


def find_table(studio: Studio, table_id: str) -> Table:
    """The newest game of a table. Raises Refusal."""
    tables = studio.open_tables
    found = tables.find(table_id)
    if found is None:
        raise impossible("There is no such table any more. Begin a new game.")
    return newest_seat(tables, found, 0)[0]


def update_rules(studio: Studio, there: Table) -> None:
    """Let a table see the rules of its game as they are written now."""
    header = there.header
    path, *over = [Path(file) for file in header["files"]] or [Path()]
    new = None
    if studio.files.is_there(path):
        with studio.files.reading():
            new = check_rules(studio.files.analysis(path, over), header["players"], header["options"])
    is_same = new is None or (new.ruleset is not None and new.ruleset.hash == header["hash"])
    with there.lock:
        there.rules = None if is_same else new


def _table_data(studio: Studio, there: Table) -> dict[str, Any]:
    """A table as a page needs it."""
    update_rules(studio, there)
    paths: dict[str, Any] = {link: table_path(there, link) for link in ("designer", "host", "watch", "device")}
    paths["seats"] = [seat_path(there, seat) for seat in range(len(there.seats))]
    rules = there.rules
    return {
        "table": there.id,
        "paths": paths,
        "seed": there.state.seed,
        "players": len(there.seats),
        "names": there.names,
        "kinds": [level_of(seat.kind) for seat in there.seats],
        "over": there.state.over,
        "decisions": there.state.decisions,
        "changed": rules is not None,
        "fits": rules is not None and rules.game is not None,
    }


REQUESTS = (play, play_from, table, carry_over)
