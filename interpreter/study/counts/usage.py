"""Usage of a ruleset: options, cards, steps, conditions and the tests of options, by their path of words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ...game.game import Game
from ...program import ir
from ...program.lowering.quantifiers import MISSING
from ...program.options import option_of
from ...program.wording import fill
from ...reading.library import display_path
from ...seats.phrases import card_text, offer_text
from ...seats.visibility import faces
from .leaders import victory_unit
from .statistics import Z95, Tally, widening_factor, wilson_interval
from .usage_counts import MARK, OPTION

if TYPE_CHECKING:
    from ...backend.native.writing.uses import Uses

GENERATED = MISSING.split("{}")  # around tests that no designer wrote
MOST_OPTIONS = 12  # of a decision that are listed one by one
FEWEST = 10  # the fewest games on either side of a difference
OFTEN = 50  # offers needed to report that something is hardly ever chosen
HARDLY = 0.1  # of what chance would choose it: hardly ever


@dataclass(frozen=True, slots=True)
class Use:
    """The usage of one part of a ruleset in the games counted.

    kind: option, card (by itself, in whatever decision), step, condition, test (a named condition that keeps options
    from being offered) or row (of a table). path: the words of the steps around it, from the outermost on, and its own;
    of a row table and keys. place: file:line, of a card that of the first decision in which it is an option. could:
    how often an option was offered, a step began, a condition was asked, a test looked at an option, the table of a row
    was looked up; did: how often it was chosen, was carried out, was true, kept it from being offered, was that row.
    games, games_did: seats in games that could, and did. chance: of an option, how often chance would have chosen it.
    written: whether a designer wrote it (not the end of choosing several). component: of an option that is a card.
    by_seat: for each seat the games in which it did, the sum and squares of its shares of them, and the same of those
    in which it could and did not.
    """

    kind: str
    path: tuple[str, ...]
    place: str
    could: int
    did: int
    games: int
    games_did: int
    chance: float = 0.0
    written: bool = True
    component: str = ""
    by_seat: tuple[tuple[float, ...], ...] = ()

    @property
    def rate(self) -> float | None:
        """The share of opportunities that were used."""
        return self.did / self.could if self.could else None

    @property
    def difference(self) -> tuple[float, float, float] | None:
        """The win rate of those who used it less that of those who could but did not, with its 95 % interval.

        None with fewer than FEWEST games on a side.

        Seats are compared with themselves, and put together by how much each tells (the weights of Mantel and Haenszel
        1959). It is a correlation: who did may have been ahead before.
        """
        found = [(*sample_moments(*of[:3]), *sample_moments(*of[3:])) for of in self.by_seat if of[0] > 1 and of[3] > 1]
        if min(sum(of[0] for of in found), sum(of[3] for of in found)) < FEWEST:
            return None
        weights = [of[0] * of[3] / (of[0] + of[3]) for of in found]
        total = math.fsum(weights)
        middle = math.fsum(w * (of[1] - of[4]) for w, of in zip(weights, found, strict=True)) / total
        spread = math.fsum(
            w * w * (of[2] / (of[0] - 1) + of[5] / (of[3] - 1)) for w, of in zip(weights, found, strict=True)
        )
        # options are chosen one after the other, so that the differences of seats are independent
        half = Z95 * math.sqrt(spread * (1.0 if self.kind == "option" else covariance_factor(found))) / total
        return middle, max(-1.0, middle - half), min(1.0, middle + half)

    def to_json(self) -> dict[str, Any]:
        """The use as JSON data."""
        difference = self.difference
        return {
            "kind": self.kind,
            "path": [*self.path],
            "place": self.place,
            "could": self.could,
            "did": self.did,
            "rate": self.rate,
            **({"by_chance": self.chance / self.could} if self.chance and self.could else {}),
            "games": self.games,
            "games_did": self.games_did,
            "win_difference": difference and difference[0],
            "win_difference_low": difference and difference[1],
            "win_difference_high": difference and difference[2],
        }


def sample_moments(games: float, total: float, squares: float) -> tuple[float, float, float]:
    """The number of games, their mean share, and its variance, at least that of one more game, half won."""
    mean = total / games
    return games, mean, max(squares / games - mean * mean, 0.25 / (games + 1))


def covariance_factor(found: Sequence[Sequence[float]]) -> float:
    """The factor by which the variance of all seats' differences exceeds that of independent seats.

    Those of two seats go together by the correlation of their wins, -1 / (seats - 1) where only one wins, times that of
    doing it, which lies no further below 0 than where as few as possible do it in the same game: one of them bets.
    """
    if len(found) < 2:
        return 1.0
    did, did_not = math.fsum(of[0] for of in found), math.fsum(of[3] for of in found)
    return 1 + min(1 / (len(found) - 1), did / did_not, did_not / did)


def uses(game: Game, tally: Tally) -> list[Use]:
    """The usage of all parts of a game, in the order of the ruleset: options, cards, steps, conditions, tests, rows.

    Parts with the same path are one. Empty where nothing was counted.
    """
    known = counted_parts(game, tally)
    if known is None:
        return []
    reporter = UsageReporter(game, known, tally)
    return [
        *merge_uses(
            [*reporter.options(), *reporter.steps(), *reporter.conditions(), *reporter.tests(), *reporter.rows()]
        )
    ]


def counted_parts(game: Game, tally: Tally) -> Uses | None:
    """The parts whose counts a tally holds; None if nothing was counted."""
    machine = game.counting() if tally.counts.games else None
    return machine.layout.uses if machine is not None else None


def fits_game(game: Game, tally: Tally) -> bool:
    """Whether a tally's counts can belong to this game and version."""
    if (known := counted_parts(game, tally)) is None:
        return not tally.counts.games
    numbers, players = tally.counts.numbers, game.players
    wanted = {"options": len(known.options) * OPTION * players, "marks": len(known.marks) * MARK * (players + 1)}
    return all(len(numbers.get(name, [])) == size for name, size in wanted.items())


def merge_uses(found: Iterable[Use]) -> Iterator[Use]:
    """Merge uses of the same kind and path."""
    known: dict[tuple[str, tuple[str, ...]], Use] = {}
    for use in found:
        key = use.kind, use.path
        known[key] = merge_two(known[key], use) if key in known else use
    yield from known.values()


def merge_two(a: Use, b: Use) -> Use:
    """Merge two uses into one."""
    by_seat = tuple(
        tuple(x + y for x, y in zip(one, other, strict=True)) for one, other in zip(a.by_seat, b.by_seat, strict=True)
    )
    return replace(
        a,
        could=a.could + b.could,
        did=a.did + b.did,
        games=a.games + b.games,
        games_did=a.games_did + b.games_did,
        chance=a.chance + b.chance,
        by_seat=by_seat,
    )


class UsageReporter:
    """Computes the usage of each part of one game."""

    def __init__(self, game: Game, known: Uses, tally: Tally) -> None:
        self.program, self.known, self.tally, self.counts = game.program, known, tally, tally.counts
        self.wording = game.looks.wording
        self.players, self.whole = game.players, victory_unit(game.players)
        self.seats = [self.seat_record(seat) for seat in range(self.players)]

    def seat_record(self, seat: int) -> tuple[float, float, float]:
        """The number of games, and the sum and sum of squares of a seat's shares of them."""
        won = [(times / k, times / k / k) for (who, k), times in self.tally.victories.items() if who == seat]
        return self.counts.games, math.fsum(one for one, _ in won), math.fsum(square for _, square in won)

    def path(self, node: int) -> tuple[str, ...]:
        """The words of a node and of those above it; an option that is also a step appears once."""
        found: list[str] = []
        while node >= 0:
            one = self.program.nodes[node]
            if one.words and (one.kind != "option" or found[:1] != [one.words]):
                found.insert(0, fill(self.program, one.words))
            node = one.above
        return tuple(found)

    def place(self, node: int) -> str:
        """file:line of a node."""
        if node < 0:
            return ""
        return f"{display_path(self.program.nodes[node].file)}:{self.program.nodes[node].line}"

    # -- options

    def options(self) -> Iterator[Use]:
        """Options, and cards by themselves."""
        numbers = [self.counts.seat_numbers("options", n, OPTION, self.players) for n in range(len(self.known.options))]
        chance = self.chance_counts(numbers)
        for number, used in enumerate(numbers):
            if (named := self.describe_option(number)) is not None:
                could, did, games, games_did = (sum(of[n] for of in used) for n in range(4))
                by_seat = tuple(self.strata(of[3:6], (of[2] - of[3], *of[6:])) for of in used)
                yield replace(
                    named,
                    could=could,
                    did=did,
                    games=games,
                    games_did=games_did,
                    chance=chance[number],
                    by_seat=by_seat,
                )

    def describe_option(self, number: int) -> Use | None:
        """The words and the place of an option; None for a card that only lies between two of its component."""
        option = self.known.options[number]
        if option.site < 0:
            place = self.decision_place(
                next(self.known.options[a].site for a, card in self.known.cards if card == number)
            )
            return Use("card", (self.card_words(option.member),), place, 0, 0, 0, 0)
        site = self.program.sites[option.site]
        entry = site.entries[option.entry]
        component = entry.kind.partition("card ")[2]
        if component and self.program.cards[option.member].component != component:
            return None
        chosen = option_of(site, self.offer_number(option.site, number))
        words = offer_text(self.program, chosen, self.reference, self.wording)
        asked = (self.wording.name(site.asks),) if site.asks else ()
        place = self.place(entry.node if entry.node >= 0 else site.node)
        written = entry.kind != "done"
        path = (*self.step_words(site), *asked, words)
        return Use("option", path, place, 0, 0, 0, 0, written=written, component=component)

    def decision_place(self, site: int) -> str:
        """The place of a decision."""
        return self.place(self.program.sites[site].node)

    def chance_counts(self, numbers: list[list[list[int]]]) -> list[float]:
        """How often a random player would choose each option."""
        offers, choices = [0] * len(self.program.sites), [0] * len(self.program.sites)
        for option, used in zip(self.known.options, numbers, strict=True):
            if option.site >= 0:
                offers[option.site] += sum(of[0] for of in used)
                choices[option.site] += sum(of[1] for of in used)
        found = [
            sum(of[0] for of in used) * choices[option.site] / max(1, offers[option.site]) if option.site >= 0 else 0.0
            for option, used in zip(self.known.options, numbers, strict=True)
        ]
        for option_number, card in self.known.cards:
            found[card] += found[option_number]
        return found

    def offer_number(self, site: int, option: int) -> int:
        """The number of an option at a site."""
        return self.known.tables[site].index(option)

    def step_words(self, site: ir.Site) -> tuple[str, ...]:
        """The words of the steps around a decision, and its own."""
        return tuple(fill(self.program, words) for words in (site.path or [site.words]))

    def card_words(self, card: int) -> str:
        """The words for a card: its faces."""
        made = self.program.cards[card]
        shown = {face: on for face, on in faces(self.program, made).items() if on}
        return card_text({"component": made.component, **shown}, self.wording)

    def reference(self, option: Any) -> dict[str, Any]:
        """A card as `offer_text` takes it; groups of cards are counted together."""
        if option.kind.startswith("group "):
            return {"group": 0, "cards": []}
        made = self.program.cards[option.value]
        return {"component": made.component, **{face: on for face, on in faces(self.program, made).items() if on}}

    def strata(self, did: Sequence[int], did_not: Sequence[int]) -> tuple[float, ...]:
        """The statistics (games, sum, squares) of two groups, converted from parts of games to games."""
        return tuple(number / self.whole**power for part in (did, did_not) for power, number in enumerate(part))

    # -- marks

    def mark_counts(self, number: int) -> list[list[int]]:
        """The counts of a mark for each seat, last those of nobody."""
        return self.counts.seat_numbers("marks", number, MARK, self.players + 1)

    def split_games(self, seat: int, use: Sequence[int]) -> tuple[float, ...]:
        """The statistics (games, sum, squares) of a seat's games in which it passed a mark, and of its others."""
        did = tuple(number / self.whole**power for power, number in enumerate(use[1:]))
        return (*did, *(a - b for a, b in zip(self.seats[seat], did, strict=True)))

    def mark_pairs(self, yes: str, no: str) -> Iterator[tuple[Any, list[list[int]], list[list[int]]]]:
        """The marks of two opposite kinds for the same thing, with the counts of both."""
        numbers = {mark: number for number, mark in enumerate(self.known.marks)}
        for mark, number in numbers.items():
            if mark.kind == yes:
                yield mark, self.mark_counts(number), self.mark_counts(numbers[replace(mark, kind=no)])

    def when_counts(self) -> dict[int, tuple[list[list[int]], list[list[int]]]]:
        """How often the wordless `when` of each step was true, and false."""
        nodes = self.program.nodes
        return {
            nodes[mark.node].above: (yes, no)
            for mark, yes, no in self.mark_pairs("true", "false")
            if nodes[mark.node].kind == "condition" and not nodes[mark.node].words
        }

    def steps(self) -> Iterator[Use]:
        """The usage of steps; the opportunities of one with a `when` are its evaluations."""
        whens = self.when_counts()
        for number, mark in enumerate(self.known.marks):
            if mark.kind == "step":
                used = self.mark_counts(number)
                did = whens.get(mark.node, (used, []))[0]
                yield self.make_use("step", self.path(mark.node), mark.node, sum(of[0] for of in used), did)

    def conditions(self) -> Iterator[Use]:
        """The usage of conditions; a wordless `when` is reported with its step, a wordless `until` by its line."""
        for mark, yes, no in self.mark_pairs("true", "false"):
            node = self.program.nodes[mark.node]
            if node.kind == "until" or (node.kind == "condition" and node.words):
                asked = sum(of[0] for of in yes) + sum(of[0] for of in no)
                path = self.path(mark.node)
                if not node.words:
                    path = (*path, f"{path[-1] if path else 'a loop'}, until in line {node.line}")
                yield self.make_use("condition", path, mark.node, asked, yes)

    def tests(self) -> Iterator[Use]:
        """The usage of options' tests."""
        for mark, met, unmet in self.mark_pairs("met", "unmet"):
            site_number, entry_number, test = self.known.test(mark)
            site = self.program.sites[site_number]
            entry = site.entries[entry_number]
            words = fill(self.program, entry.tests[test].words)
            if words and not words.startswith(GENERATED[0]) and not words.endswith(GENERATED[1]):
                node = entry.node if entry.node >= 0 else site.node
                looked = sum(of[0] for of in met) + sum(of[0] for of in unmet)
                path = (*self.step_words(site), *filter(None, [fill(self.program, entry.words)]), words)
                yield self.make_use("test", path, node, looked, unmet)

    def rows(self) -> Iterator[Use]:
        """The usage of table rows looked up in play: others are computed before a game begins."""
        marks = iter([self.mark_counts(number) for number, mark in enumerate(self.known.marks) if mark.kind == "row"])
        for name, rows in self.program.rows.items():
            counts = [next(marks)[-1] for _ in rows]
            looked = sum(of[0] for of in counts)
            for row, of in zip(rows, counts, strict=True):
                path, place = (name.replace("_", " "), row.words), f"{display_path(row.file)}:{row.line}"
                if looked:
                    yield Use("row", path, place, looked, of[0], self.counts.games, of[1])

    def make_use(self, kind: str, path: tuple[str, ...], node: int, could: int, did: list[list[int]]) -> Use:
        by_seat = tuple(self.split_games(seat, did[seat]) for seat in range(self.players))
        games = sum(of[1] for of in did[:-1])
        return Use(kind, path, self.place(node), could, sum(of[0] for of in did), 0, games, 0.0, True, "", by_seat)


# -- what is found


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding for the designer: what was observed, of what, and where."""

    what: str
    words: str
    place: str
    why: str


def findings(found: Sequence[Use], looks: int = 1) -> list[Finding]:
    """The parts never offered, chosen, carried out or true, and those hardly ever chosen.

    looks: this is one of so many things of which something is said; "hardly ever" allows for that.

    A part that stands at several paths is found where it is so at all of them; cards, and options of which there are
    many at one place, where it is so of all of them there.
    """
    parts: dict[tuple[str, str, str], Use] = {}
    of_place = Counter(use.place for use in found if use.kind == "option")
    for use in found:
        if use.kind == "option" and (use.component or of_place[use.place] > MOST_OPTIONS):
            use = replace(use, path=use.path[:-1])
        key = use.kind, use.place, use.path[-1] if use.path else ""
        parts[key] = merge_two(parts[key], use) if key in parts else use
    often = sum(use.kind in ("option", "card") and use.written and use.could >= OFTEN for use in parts.values())
    told = [finding(use, looks * often) for use in parts.values()]
    return [*(one for one in told if one is not None), *unread_rows([use for use in found if use.kind == "row"])]


def unread_rows(rows: Sequence[Use]) -> Iterator[Finding]:
    """For each table the rows never looked up."""
    for name, of_table in groupby((use for use in rows if not use.did), lambda use: use.path[0]):
        first, *others = of_table
        more = f" and {len(others):,} other rows" if others else ""
        why = f"its table was looked up {first.could:,} times"
        yield Finding("never looked up", f"{name}: {first.path[-1]}{more}", first.place, why)


def finding(use: Use, looks: int = 1) -> Finding | None:
    """The finding about one part, one of so many that are offered often; None if it is used."""
    words, could, did = " > ".join(use.path), use.could, use.did
    if not use.written:
        return None
    match use.kind:
        case "option" | "card" if not could:
            return Finding("never offered", words, use.place, "in no game")
        case "option" | "card" if not did:
            return Finding("never chosen", words, use.place, f"offered {could:,} times")
        case "option" | "card" if could >= OFTEN and upper_limit(did, could, looks) < HARDLY * use.chance / could:
            chance = f"at random it would be {use.chance:,.0f} times"
            return Finding("hardly ever chosen", words, use.place, f"{did:,} of {could:,} times; {chance}")
        case "step" if not could:
            return Finding("never reached", words, use.place, "in no game")
        case "step" if not did:
            return Finding(
                "never applies", words, use.place, f"its condition was checked {could:,} times and was never true"
            )
        case "condition" if could and not did:
            return Finding("never true", words, use.place, f"checked {could:,} times")
        case "test" if could and not did:
            return Finding("keeps nothing out", words, use.place, f"{could:,} options met it")
        case "test" if could and did == could:
            return Finding("lets nothing through", words, use.place, f"{could:,} options did not meet it")
    return None


def upper_limit(did: int, could: int, looks: int) -> float:
    """The upper end of a share's interval, one of so many."""
    return wilson_interval(did, could, Z95 * widening_factor(looks))[1]
