"""How long a game may take, before it begins: an estimate from games that people have finished here, or from bots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import NamedTuple

from ...base.errors import GameError, UsageError
from ...base.streams import BOTS, Stream, seed_stream
from ...bots.by_name import HUMAN
from ...game.game import Game, starting_game
from ...game.state import State
from ...records.recording_reader import read_game
from ...study.reports.human_games import exclusion_reason
from .table import Table
from .tables import Tables

# for one choice of a person, and of a bot with the picture of it
SECONDS, SECONDS_OF_A_BOT = 10, 1
GAMES_OF_BOTS, LONGEST = 3, 3_000
# how many finished games are read, the last ones, and from how many on they say more than bots
MOST_KEPT, LEAST_KEPT = 20, 2
# above so many minutes an estimate is given in fives
FINE = 10


class Duration(NamedTuple):
    """About how many minutes a game takes, as in so many games with so many choices, of people here or of bots."""

    minutes: int
    choices: int
    games: int
    by_people: bool


def estimate_duration(tables: Tables, table: Table) -> Duration | None:
    """Return about how long the game at a table takes; None if nobody can say, as bots find no end."""
    game = starting_game(table.state)
    key = f"{game.hash} {game.players} {game.program.options}"
    kept = [*_kept_choices(tables, table, game, key)]
    by_people = len(kept) >= LEAST_KEPT
    if by_people:
        choices, games = round(median(kept)), len(kept)
    else:
        if key not in tables.lengths:
            tables.lengths[key] = _length_of_bot_games(game)
        choices, games = tables.lengths[key], GAMES_OF_BOTS
    if not choices:
        return None
    people = sum(seat.kind == HUMAN for seat in table.seats) / len(table.seats)
    minutes = max(1, round(choices * (people * SECONDS + (1 - people) * SECONDS_OF_A_BOT) / 60))
    return Duration(minutes if minutes < FINE else 5 * round(minutes / 5), choices, games, by_people)


def _length_of_bot_games(game: Game) -> int:
    """The median number of choices in a few games of random bots; 0 if one of them does not end."""
    found = []
    for seed in range(GAMES_OF_BOTS):
        state, stream = game.start(seed, log=False), Stream(seed_stream(seed, BOTS))
        try:
            while not state.over and state.decisions < LONGEST:
                seat, site = state.sites()[0]
                state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)
        except GameError:
            return 0
        if not state.over:
            return 0
        found.append(_free_choices(state))
    return round(median(found))


def _kept_choices(tables: Tables, table: Table, game: Game, key: str) -> Iterator[int]:
    """The numbers of choices in games that people have finished here by the same rules and settings, which `key` names.

    Each file is read once.
    """
    folder, found = tables.store.path.parent, list[tuple[int, str]]()
    for file in folder.glob(f"{table.header['ruleset']}-*.jsonl"):
        with suppress(OSError):
            found.append((file.stat().st_mtime_ns, file.name))
    for changed, name in sorted(found)[-MOST_KEPT:]:
        known = f"{name} {changed} {key}"
        if known not in tables.lengths:
            tables.lengths[known] = _recorded_choices(folder / name, game)
        if tables.lengths[known]:
            yield tables.lengths[known]


def _recorded_choices(file: Path, game: Game) -> int:
    """The number of choices in a recording, 0 if it is none of people who finished that game."""
    try:
        kept = read_game(file)
        if kept.header["players"] != game.players or exclusion_reason(kept, game):
            return 0
        return _free_choices(kept.played(game=game))
    except (UsageError, OSError):
        return 0


def _free_choices(state: State) -> int:
    """How many choices there were to make: a set is one, and so is what several choose at the same time."""
    program, last, found = state.game.program, (-1, -1), 0
    for link in state.choices():
        group = program.sites[link.site].group
        now = (-2, group) if group >= 0 else (link.seat, link.site)
        found += link.count > 1 and now != last
        last = now
    return found
