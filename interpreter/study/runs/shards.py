"""Shards: some games of a run, played and counted by one process or machine, to be merged."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...base.errors import UsageError
from ...base.version import __version__
from ...game.game import Game
from ..counts.outcomes import Rows
from ..counts.statistics import Tally, parse_count

if TYPE_CHECKING:
    pass

FORMAT = "stammtisch-shard-4"
MOST_DECISIONS = 20_000
# the settings in which shards must agree, in a designer's words
SAME = {
    "version": "the version of Stammtisch",
    "players": "the number of players",
    "seed": "the seed",
    "most": "the number of decisions allowed",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """How the games of a run are played.

    Game number i (from 0) has the seed game_seed(seed, i), for its chance and its bots. `most` decisions are allowed.
    `check`: whether `always:` conditions, options and recordings are checked. `trace` is the folder that gets the
    trace of every game, "" for none. `bots`: the name of the bot at each seat; none: all choose at random.
    `use`: whether what is used is counted (Counts), which takes a little longer. `rows`: whether what each game came to
    is kept as well (Rows), which needs `use` where games are played natively. `again`: how often each deal is played,
    0 for no such deals: of so many games after each other the chance is that of game number i // again, and only what
    the bots choose is drawn anew.
    """

    seed: int = 0
    most: int = MOST_DECISIONS
    check: bool = False
    trace: str = ""
    bots: tuple[str, ...] = ()
    use: bool = False
    rows: bool = False
    again: int = 0


@dataclass(slots=True)
class Shard:
    """Some games of a run, all of one game, with their outcomes.

    ruleset: id; hash: of the ruleset; players, options (settings by name), seed, most and check: how they were played;
    ranges: (first, end) of the games that are in, numbered from 0, without the end; tally: their counts. bots, use: as
    in Plan. rows: what each game came to, as far as that was asked for and not taken away; no part of the JSON.
    """

    ruleset: str
    hash: str
    version: str
    players: int
    options: dict[str, Any]
    seed: int
    most: int
    check: bool
    ranges: list[tuple[int, int]]
    tally: Tally
    bots: tuple[str, ...] = ()
    use: bool = False
    rows: Rows | None = field(default=None, compare=False)

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(end - first for first, end in self.ranges)

    def add(self, other: Shard) -> None:
        """Add another shard's games to this one. Raises UsageError as merge_shards; this shard is then unchanged."""
        if difference := self.difference(other):
            raise UsageError(f"these games were not played in the same way: {difference}")
        self.ranges = join_ranges([*self.ranges, *other.ranges])
        self.tally.add(other.tally)
        if self.rows is not None and other.rows is not None:
            self.rows.add(other.rows)

    def difference(self, other: Shard) -> str:
        """The difference in how another shard's games were played, in words; "" if there is none."""
        if self.hash != other.hash:
            return f"this is a different ruleset, or it was changed (its hash is {self.hash}, not {other.hash})"
        for name, words in SAME.items():
            own, others = getattr(self, name), getattr(other, name)
            if own != others:
                return f"{words} is {own}, not {others}"
        if self.bots != other.bots:
            return f"the players are {bots_text(self.bots)}, not {bots_text(other.bots)}"
        for name in {**self.options, **other.options}:
            own, others = (json.dumps(options.get(name)) for options in (self.options, other.options))
            if own != others:
                return f"the setting {name} is {own}, not {others}"
        ways = "without", "with"
        if self.use != other.use:
            return f"it was {ways[self.use]} --usage, not {ways[other.use]} --usage"
        return f"it was {ways[self.check]} checks, not {ways[other.check]} checks" if self.check != other.check else ""

    def to_json(self) -> dict[str, Any]:
        """The shard as JSON data, see docs/api.md."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "hash": self.hash,
            "version": self.version,
            "players": self.players,
            "options": self.options,
            "seed": self.seed,
            "max_decisions": self.most,
            "checked": self.check,
            "ranges": [list(pair) for pair in self.ranges],
            "tally": self.tally.to_json(),
            **({"bots": [*self.bots]} if self.bots else {}),
            **({"use": True} if self.use else {}),
        }

    @classmethod
    def from_json(cls, data: Any) -> Shard:
        """Read a shard from to_json's data. Raises UsageError for any other data."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise UsageError(f"these are not games of a run (their format should be {FORMAT!r})")
        try:
            players, options = parse_count(data["players"], 1), data["options"]
            ranges = [(parse_count(first), parse_count(end)) for first, end in data["ranges"]]
            seed, most, check = (
                parse_count(data["seed"]),
                parse_count(data["max_decisions"], 1),
                data["checked"] is True,
            )
            tally = Tally.from_json(players, data["tally"])
            names = [str(data[key]) for key in ("ruleset", "hash", "version")]
            bots = tuple(str(name) for name in data.get("bots", ()))
            use = data.get("use") is True
            shard = cls(names[0], names[1], names[2], players, options, seed, most, check, ranges, tally, bots, use)
            if len(bots) not in (0, players):
                raise ValueError(f"there are not {players} bots")
            if not isinstance(options, dict) or join_ranges(ranges) != ranges:
                raise ValueError("the settings are missing, or the games are not in order")
            if shard.games != tally.games:
                raise ValueError(f"{shard.games} games were played, but {tally.games} are counted")
        except KeyError as error:
            raise UsageError(f"the games of a run are damaged: {error} is missing") from None
        except (AttributeError, TypeError, ValueError, UsageError) as error:
            raise UsageError(f"the games of a run are damaged: {error}") from None
        return shard


def bots_text(bots: tuple[str, ...]) -> str:
    """The bots that play, in words."""
    return ", ".join(bots) or "random"


def join_ranges(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges in order, with adjoining ones joined. Raises UsageError if one is empty or a game is in two."""
    found: list[tuple[int, int]] = []
    for first, end in sorted(ranges):
        if first >= end:
            raise UsageError(f"there are no games from {first + 1} to {end}")
        if found and first < found[-1][1]:
            raise UsageError(f"game {first + 1:,} is counted twice")
        if found and first == found[-1][1]:
            found[-1] = found[-1][0], end
        else:
            found.append((first, end))
    return found


def empty_shard(game: Game, plan: Plan) -> Shard:
    """A shard without games."""
    program = game.program
    options = json.loads(json.dumps(program.options))
    return Shard(
        program.ruleset,
        game.hash,
        __version__,
        game.players,
        options,
        plan.seed,
        plan.most,
        plan.check,
        [],
        Tally(game.players),
        plan.bots,
        plan.use,
        Rows() if plan.rows else None,
    )


def merge_shards(shards: Iterable[Shard]) -> Shard:
    """Merge shards, in any order, into a new one.

    Raises UsageError if there are none, if they are of different rulesets, versions, players, settings or ways to
    play, or if a game is in two of them.
    """
    merged = None
    for shard in shards:
        if merged is None:
            merged = Shard.from_json(shard.to_json())
        else:
            merged.add(shard)
    if merged is None:
        raise UsageError("there are no games to combine")
    return merged


# -- the games


def file_name(game: Game, plan: Plan, number: int) -> str:
    """The name of a game's trace: ruleset, players, seed of the run and number of the game from 1."""
    return f"{game.program.ruleset}-{game.players}-players-seed-{plan.seed}-game-{number + 1}.jsonl"
