"""Positions that a designer sets up: the beginning of a scenario, or the current position with changes.

Such a game is a table of its own, marked on every page and in its recording, and everybody is led there.
"""

from __future__ import annotations

from pathlib import Path

from ...base.diagnostics import RulesetError
from ...base.errors import GameError, UsageError
from ...base.languages.catalogues import mark
from ...front.api import Ruleset
from ...game.game import starting_game
from ...game.state import State, begin_at
from ...records.recording import header_at
from ...records.recording_reader import RecordedGame
from ...scenarios.from_game import table_contents
from ...scenarios.position import Failed, lay
from ...scenarios.run import set_up
from ...scenarios.scenario_file import Scenario, placements, read_scenarios, scenario_path
from ...scenarios.terms import Terms
from ...seats.visibility import ONLOOKER
from .moves import let_bots_play
from .notes import leave_note
from .rematch import begin_next_game
from .table import Refused, Table
from .tables import Tables

LONGEST = 8000
MOST_EARLIER = 12
ELSEWHERE = mark("This game already continues at another table.")


def seat_labels(table: Table) -> list[str]:
    """The labels of seats where positions are written: Seat1, Seat2 and so on."""
    return [f"Seat{number}" for number in range(1, len(table.seats) + 1)]


def scenarios_of(table: Table) -> list[Scenario]:
    """The scenarios beside the rules for as many players. Raises UsageError if they have mistakes."""
    files = table.header["files"]
    path = scenario_path(Path(files[0])) if files else None
    if path is None or not path.is_file():
        return []
    try:
        found = read_scenarios(path)
    except RulesetError as error:
        raise UsageError(_mistakes(error)) from None
    return [one for one in found if one.terms.game.players == len(table.seats)]


def terms_of(table: Table) -> Terms:
    """The words in which positions of a table are written."""
    return Terms(_ruleset(table), table.state.game, seat_labels(table))


def placement_lines(table: Table) -> list[str]:
    """The current position as text, a line for each place; cards bottom to top."""
    return [f"{place}: {what}" for place, what in table_contents(table.state, terms_of(table)).items()]


def begin_scenario(tables: Tables, table: Table, words: str) -> Table:
    """Begin the table's next game where a scenario begins, by the current rules.

    Raises Refused or UsageError where that cannot be.
    """
    scenario = next((one for one in scenarios_of(table) if one.words == words), None)
    if scenario is None:
        raise Refused("There is no such scenario any more.")
    return _begin_set_up(tables, table, scenario.terms.ruleset, set_up(scenario), f"scenario '{scenario.words}'")


def set_up_position(tables: Tables, table: Table, text: str) -> Table:
    """Begin the table's next game at the current position, changed by a text as under `given` of a scenario.

    Raises Refused or UsageError where that cannot be.
    """
    if not 0 < len(text.strip()) <= LONGEST:
        raise Refused("Write what lies where, in at most {most} characters.", most=LONGEST)
    ruleset, state = _ruleset(table), table.state.clone()
    try:
        terms, given = placements(ruleset, state.game, seat_labels(table), text)
        lay(state, terms, given)
    except RulesetError as error:
        raise UsageError(_mistakes(error)) from None
    except (Failed, GameError) as error:
        raise UsageError(str(error)) from None
    return _begin_set_up(
        tables, table, ruleset, state, "; ".join(line.strip() for line in text.split("\n") if line.strip())
    )


def earlier_positions(tables: Tables, table: Table) -> list[tuple[str, str]]:
    """The positions that were set up so far, newest first: the table of each, and its words; each position once."""
    one: Table | None = _newest(tables, table)
    found: dict[str, str] = {}
    while one is not None and len(found) < MOST_EARLIER:
        if "position" in one.header and (words := str(one.header["position"]["of"])) not in found:
            found[words] = one.id
        one = tables.find(one.header.get("play", {}).get("from", {}).get("table", ""))
    return [(table_id, words) for words, table_id in found.items()]


def begin_earlier(tables: Tables, table: Table, table_id: str) -> Table:
    """Begin the table's next game at a position that was set up before. Raises Refused or UsageError."""
    words = dict(earlier_positions(tables, table)).get(table_id)
    there = tables.find(table_id) if words is not None else None
    if there is None or words is None:
        raise Refused("There is no such position any more.")
    game = RecordedGame("", there.header, [])
    return _begin_set_up(tables, table, game.ruleset, game.starting_state(starting_game(there.state)), words)


def _newest(tables: Tables, table: Table) -> Table:
    """The last of the games that follow a table."""
    while (there := tables.find(table.next)) is not None:
        table = there
    return table


def _begin_set_up(tables: Tables, table: Table, ruleset: Ruleset, state: State, words: str) -> Table:
    """Begin the next game at this state; it follows the last of the table's games, where everybody is."""
    table = _newest(tables, table)
    with table.lock:
        if table.next:
            raise Refused(ELSEWHERE)
        state = begin_at(state.game, state.seed, (state.v, state.z, state.random))
        if state.over:
            raise Refused("In that position the game is already over.")
        found = begin_next_game(tables, table, header_at(ruleset, state, words), state, 0)
        found.allowed = table.allowed
        leave_note(tables, found, ONLOOKER, f"Set up: {words}"[:400])
    let_bots_play(tables, found)
    return found


def _ruleset(table: Table) -> Ruleset:
    """The rules that the game was begun with."""
    return RecordedGame("", table.header, []).ruleset


def _mistakes(error: RulesetError) -> str:
    """The mistakes as text."""
    found = [one for one in error.diagnostics if one.severity == "error"] or error.diagnostics
    return "\n".join(f"line {one.span.line}: {one.message}" for one in found[:20])
