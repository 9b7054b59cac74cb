"""Games that failed or do not end, grouped by kind: why, where, what the games of a kind have in common."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ...base.english import count_of, join_words
from ...base.errors import GameError
from ...base.streams import Stream
from ...game.bots import random_choices
from ...game.game import Game
from ...program import ir
from ...program.options import Decision
from ...program.wording import fill
from ...reading.library import display_path
from ...seats.phrases import label_text
from .ablation import ablated_choices, is_ablation, option_bans
from .playing import BUGS, CheckFailed, native_machine, start_game, walk
from .run import Run
from .shards import Plan

LOOKED = 20  # the most failed, endless and finished games that are examined, for a number of players
LAST = 200  # decisions of a game that does not end
SHOWN = 5  # kinds, and choices of a kind, that are named
NUMBER = re.compile(r"(?<![\w:./-])\d+")  # a number that is neither a line of a file nor part of a name
Stopped = tuple[list[int], list[list[int]], int, int]  # v, z, the stream of the game, that of the bots


@dataclass(frozen=True, slots=True)
class StuckKind:
    """A group of games for one number of players that failed for one reason, or loop among the same decisions.

    numbers: of the games, from 0 on, the first of which stands for all. words: why, or where; with file and line.
    looked: how many were played again; common: what is so in all of these, in words.
    """

    endless: bool
    players: int
    numbers: tuple[int, ...]
    words: str
    looked: int = 0
    common: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The number of games of the kind and how they end, in a sentence."""
        games = f"{count_of(len(self.numbers), 'game')} with {count_of(self.players, 'player')}"
        one = len(self.numbers) == 1
        return (
            f"{games} {'does' if one else 'do'} not end: {self.words}"
            if self.endless
            else (f"{games} {'fails' if one else 'fail'}: {self.words}")
        )

    @property
    def common_text(self) -> str:
        """What the games of the kind have in common, in a line; "" if nothing is known."""
        if not self.common:
            return ""
        one, every = len(self.numbers) == 1, self.looked == len(self.numbers)
        which = "in this game" if one else "in all of them" if every else f"in all of {self.looked} looked at"
        return f"{which}: {'; '.join(self.common)}"

    def lines(self, commands: Mapping[int, str]) -> list[str]:
        """The kind for people to read, with the command that shows its first game, if there is one."""
        first = self.numbers[0]
        seen = [f"    see game {first + 1:,}: {commands[first]}"] if first in commands else []
        return [f"  {self.sentence}", *[f"    {self.common_text}"] * bool(self.common_text), *seen]

    def to_json(self, commands: Mapping[int, str]) -> dict[str, Any]:
        """The kind as JSON data; games are numbered from 1."""
        return {
            "kind": "endless" if self.endless else "failed",
            "players": self.players,
            "games": len(self.numbers),
            "first": self.numbers[0] + 1,
            "what": self.words,
            "common": [*self.common],
            "looked_at": self.looked,
            "command": commands.get(self.numbers[0], ""),
        }


@dataclass(slots=True)
class StuckGame:
    """The observations from replaying one game.

    path: the choices of its last decisions, each as (site, words of the option, whether there were others), of a game
    that does not end those that come after; chosen: of all in a game from its start. empty: places that hold nothing
    at its end, or all the time in a game that does not end, and held something at the first decision; rounds: the
    first and the last number of the outermost round on the path, 0 where there is none.
    """

    path: Sequence[tuple[int, str, bool]] = ()
    chosen: set[tuple[int, str]] = field(default_factory=set)
    empty: set[str] = field(default_factory=set)
    rounds: tuple[int, int] = (0, 0)


def kinds_of(run: Run, among: Iterable[int] | None = None) -> list[StuckKind]:
    """The kinds of a run's games that failed, then of those that do not end, by number of players, largest first.

    among: of which of its games (all if left out). Some of each are played again, step by step where they fail, of
    those that do not end only a few decisions more; those of bots that think are not.
    """
    if among is None:
        run.kinds = run.kinds if run.kinds is not None else kinds_of(run, range(len(run.games)))
        return run.kinds
    by_players: dict[int, list[int]] = {}
    for at in among:
        by_players.setdefault(run.games[at].players, []).append(at)
    found = []
    for ats in by_players.values():
        found += [*failed_kinds(run, ats), *endless_kinds(run, ats)]
    return sorted(found, key=lambda kind: (kind.endless, kind.players, -len(kind.numbers), kind.numbers))


def failed_kinds(run: Run, ats: Sequence[int]) -> Iterator[StuckKind]:
    """Group games that failed: messages that differ only in numbers are one kind."""
    messages = {number: words for at in ats for number, words in run.tallies[at].failed.items()}
    kinds: dict[str, list[int]] = {}
    for number in sorted(messages):
        kinds.setdefault(NUMBER.sub("#", messages[number]), []).append(number)
    usual = [look_at_game(run, number) for number in some_finished(run, ats)] if kinds else []
    for numbers in kinds.values():
        looks = [] if has_thinking_bots(run.plan) else [look_at_game(run, number) for number in numbers[:LOOKED]]
        common = [*common_to_failed(run.games[ats[0]].program, looks, usual)] if looks else []
        players = run.games[ats[0]].players
        yield StuckKind(False, players, tuple(numbers), messages[numbers[0]], len(looks), tuple(common))


def endless_kinds(run: Run, ats: Sequence[int]) -> Iterator[StuckKind]:
    """Group games that do not end: those that loop among overlapping decisions are one kind."""
    game, numbers = run.games[ats[0]], sorted(number for at in ats for number in run.tallies[at].endless)
    looks: dict[int, StuckGame] = {}
    for number in numbers[:LOOKED] if not has_thinking_bots(run.plan) else ():
        if (found := look_further(run, number)) is not None:
            looks[number] = found
    groups: list[tuple[set[int], list[int]]] = []
    for number, one in looks.items():
        sites, own = {site for site, _, _ in one.path}, [number]
        for group in [group for group in groups if group[0] & sites]:
            groups.remove(group)
            sites, own = sites | group[0], [*group[1], *own]
        groups.append((sites, own))
    rest = [number for number in numbers if number not in looks]
    if len(groups) == 1:
        groups, rest = [(groups[0][0], [*groups[0][1], *rest])], []
    after = f"after {run.plan.most:,} decisions"
    for _, own in groups:
        seen = [looks[number] for number in own if number in looks]
        often = Counter(site for one in seen for site in {site for site, _, _ in one.path})
        among = ", ".join(decision_text(game.program, site) for site, _ in often.most_common(SHOWN))
        common = tuple(common_to_endless(seen))
        words = f"{after} {'it goes' if len(own) == 1 else 'they go'} round among {among}"
        yield StuckKind(True, game.players, tuple(sorted(own)), words, len(seen), common)
    if rest:
        yield StuckKind(True, game.players, tuple(rest), f"not over {after}")


def some_finished(run: Run, ats: Sequence[int]) -> Iterator[int]:
    """The numbers of a few finished games, to compare failed ones with."""
    if has_thinking_bots(run.plan) or run.plan.check:
        return
    left = LOOKED
    for at in ats:
        bad = {*run.tallies[at].failed, *run.tallies[at].endless}
        for first, end in run.shards[at].ranges:
            for number in range(first, end):
                if not left:
                    return
                if number not in bad:
                    left -= 1
                    yield number


def has_thinking_bots(plan: Plan) -> bool:
    """Whether bots play that do not choose at random: replaying their games takes as long as before."""
    return bool(plan.bots) and not is_ablation(plan.bots)


# -- one game


def look_at_game(run: Run, number: int) -> StuckGame:
    """Replay a game of a run from its start to where it ends or fails, and observe it."""
    game, plan, own = run.origin(number)
    found, made = StuckGame(), deque[tuple[int, str, bool]](maxlen=LAST)
    try:
        state = start_game(game, plan, own)
    except (GameError, *BUGS):
        return found
    full = filled_places(game, state.v, state.z)

    def take(position: int, seat: int) -> None:
        made.append(describe_choice(game, state.decision, position))
        found.chosen.add(made[-1][:2])
        state.choose(position, seat)

    with suppress(GameError, CheckFailed, *BUGS):
        walk(state, plan, [], take)
    # where the step that fails is halfway done; the state is as before the choice that led there
    v, z = (stopped_state(game, plan, own) or (state.v, state.z))[:2]
    found.path, found.empty, found.rounds = made, full - filled_places(game, v, z), (round_number(game, v),) * 2
    return found


def look_further(run: Run, number: int) -> StuckGame | None:
    """Play a game that does not end on from where it was left, and observe it; None if that is not possible."""
    game, plan, own = run.origin(number)
    if (stopped := stopped_state(game, plan, own)) is None:
        return None
    state = start_game(game, plan, own)
    full, further = filled_places(game, state.v, state.z), plan.most + LAST
    state.v, state.z, state.random, drawn = stopped
    state.decisions, state.asked, bots = plan.most, None, Stream(drawn)
    made: list[tuple[int, str, bool]] = []
    found = StuckGame(empty=full)
    with suppress(GameError, *BUGS):
        taken = ablated_choices(state, plan.bots, further, bots) if plan.bots else random_choices(state, bots, further)
        for decision, position in taken:
            made.append(describe_choice(game, state.decision, position))
            found.empty -= filled_places(game, state.v, state.z)
            now = round_number(game, state.v)
            found.rounds = (found.rounds[0] or now, now)
            state.choose(position, decision.seat)
    found.path = made
    return found if made else None


def stopped_state(game: Game, plan: Plan, number: int) -> Stopped | None:
    """The state of a game where it fails, or is left as it does not end; None if not known natively."""
    machine = None if plan.again or has_thinking_bots(plan) else native_machine(game, plan)
    if machine is None:
        return None
    return machine.failing_state(plan.seed, number, plan.most, option_bans(game, plan.bots) if plan.bots else ())


def describe_choice(game: Game, decision: Decision, position: int) -> tuple[int, str, bool]:
    """The site of a decision, the words of the option at a position there, and whether there are others."""
    number, site = decision.numbers[position], decision.of
    entry = next(one for one in reversed(site.entries) if one.base <= number)
    return site.number, fill(game.program, entry.words), len(decision) > 1


def filled_places(game: Game, v: Sequence[int], z: Sequence[Sequence[int]]) -> set[str]:
    """For each place and named number that holds something, the sentence to say if it were empty.

    Those of players count as one: they hold nothing where that is so of all players.
    """
    found: set[str] = set()
    program, wording = game.program, game.looks.wording
    for owner, names in game.names.items():
        for name, places in names.items():
            for number, at in places.values():
                slot = program.ints[at] if number else program.lists[at]
                if not ((v[at] > 0 and slot.kind == "int") if number else z[at]):
                    continue
                if owner in program.names["player"]:
                    found.add(
                        f"no player has {wording.name(name)}"
                        if number
                        else f"every player's {wording.name(name)} is empty"
                    )
                else:
                    found.add(f"{label_text(slot.name, wording)} is {'0' if number else 'empty'}")
    return found


def round_number(game: Game, v: Sequence[int]) -> int:
    """The number of the outermost round; 0 where there is none."""
    return next((v[at] for at, slot in enumerate(game.program.ints) if slot.name == "round" and not slot.declared), 0)


# -- in words


def decision_text(program: ir.Program, number: int) -> str:
    """The words of a decision with file and line."""
    site = program.sites[number]
    node = program.nodes[site.node]
    return f"{fill(program, site.words)} ({display_path(node.file)}:{node.line})"


def common_to_failed(program: ir.Program, looks: Sequence[StuckGame], usual: Sequence[StuckGame]) -> Iterator[str]:
    """What all games that failed for one reason have in common, unlike `usual` finished games."""
    if not all(one.path for one in looks):
        yield from () if any(one.path for one in looks) else ["it fails before the first decision"]
        return
    numbers = [one.rounds[0] for one in looks]
    if all(numbers):
        low, high = min(numbers), max(numbers)
        yield f"round {low}" if low == high else f"rounds {low} to {high}"
    lasts = {one.path[-1][:2] for one in looks}
    if len({site for site, _ in lasts}) == 1:
        ((site, *_), *_), words = lasts, {words for _, words in lasts}
        chosen = f"“{words.pop()}” at " if len(words) == 1 and words != {""} else ""
        yield f"the last choice is {chosen}{decision_text(program, site)}"
    for chosen_ in sorted(set.intersection(*(one.chosen for one in looks)) - lasts):
        times = sum(chosen_ in one.chosen for one in usual)
        if usual and chosen_[1] and 2 * times <= len(usual):
            yield f"“{chosen_[1]}” is chosen (in {times:,} of {len(usual):,} games that finished)"
    yield from empty_in_all(looks)


def common_to_endless(looks: Sequence[StuckGame]) -> Iterator[str]:
    """What all games of an endless kind have in common."""
    rounds = {number for one in looks for number in one.rounds}
    if len(rounds) == 1 and 0 not in rounds:
        yield f"round {rounds.pop()} goes on"
    if looks and not any(several for one in looks for _, _, several in one.path):
        yield "nobody has a choice any more"
    words = sorted({words for one in looks for _, words, _ in one.path if words})
    if words and len(words) <= SHOWN:
        yield f"only {join_words([f'“{one}”' for one in words])} {'is' if len(words) == 1 else 'are'} still chosen"
    yield from empty_in_all(looks)


def empty_in_all(looks: Sequence[StuckGame]) -> Iterator[str]:
    """The places that are empty in all games, as `filled_places` words it."""
    if looks:
        yield from sorted(set.intersection(*(one.empty for one in looks)))


# -- for people and programs


def kind_lines(kinds: Sequence[StuckKind], finished: int, commands: Mapping[int, str]) -> list[str]:
    """The lines about games that failed or do not end, and on which games all that follows is based."""
    lines = [line for kind in kinds[: 2 * SHOWN] for line in kind.lines(commands)]
    if more := kinds[2 * SHOWN :]:
        games = sum(len(kind.numbers) for kind in more)
        lines.append(f"  {count_of(games, 'game')} of {len(more):,} more kinds")
    if kinds and finished:
        lines.append(f"  All figures below are for the {count_of(finished, 'game')} that finished.")
    return lines
