"""The measures of games: each with its definition, and the function that computes its figures from a tally."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

from ...base.errors import UsageError
from ...base.similar import ask_if_meant
from ...game.game import Game
from ...program.wording import fill
from .figures import (
    OF,
    Figure,
    Measure,
    counter_figures,
    mean_figure,
    parts_figure,
    seat_text,
    share_figure,
    sums_figure,
)
from .leaders import (
    ALONE,
    CHANGED,
    CHANGES,
    COMEBACKS,
    CURVE,
    DECIDED,
    DRAG,
    DRAMA,
    FIRST,
    GAMES,
    HALF,
    RUNAWAY,
    victory_unit,
)
from .statistics import Tally, games_by_winners, parts_won, shared_victories, team_parts_won, team_seats
from .usage import Use, counted_parts, uses
from .usage_counts import OPTION, SUM

BROWNE = "Browne 2008, Automatic Generation and Evaluation of Recombination Games"

DECISIONS = (1, 2, 5, 10, 20, 50, 100, 200, 500)  # of a game, whose options are reported


# -- from the outcomes of all games


def finished_share(game: Game, tally: Tally) -> list[Figure]:
    """The share of games that finished."""
    return [share_figure("", tally.finished, tally.games)] if tally.games else []


def ties(game: Game, tally: Tally) -> list[Figure]:
    """The share of games that several have won."""
    return [share_figure("", shared_victories(tally, game.program.teams), tally.finished)] if tally.finished else []


def win_shares(game: Game, tally: Tally) -> list[Figure]:
    """The win rate of each seat."""
    seats = range(tally.players) if tally.finished else ()
    return [parts_figure(seat_text(seat), parts_won(tally, seat), tally.finished) for seat in seats]


def team_wins(game: Game, tally: Tally) -> list[Figure]:
    """The win rate of each team."""
    teams = team_seats(game).items() if tally.finished else ()
    return [parts_figure(name, team_parts_won(tally, own), tally.finished) for name, own in teams]


def evenness(game: Game, tally: Tally) -> list[Figure]:
    """The chance of wins this uneven if it makes no difference who sits where."""
    alone = tally.players > 1 and not game.program.teams
    return [Figure("", even_chance(tally))] if tally.finished and alone else []


def payoffs(game: Game, tally: Tally) -> list[Figure]:
    """The mean payoff of each seat; none without a `payoff` in the ruleset, as the win rates say it already."""
    seats = enumerate(tally.payoffs)
    return [replace(figure, of=seat_text(seat)) for seat, counted in seats for figure in counter_figures(counted)]


def margins(game: Game, tally: Tally) -> list[Figure]:
    """The mean distance between the first and the second score."""
    alone = tally.players > 1 and all(len(own) == 1 for own in game.program.teams)
    return counter_figures(tally.margins) if game.program.scored and alone else []


def spreads(game: Game, tally: Tally) -> list[Figure]:
    """The mean distance between the best and the worst score."""
    return counter_figures(tally.spreads) if game.program.scored and tally.players > 1 else []


def decisions(game: Game, tally: Tally) -> list[Figure]:
    """The mean number of decisions a game."""
    return counter_figures(tally.lengths)


def turns(game: Game, tally: Tally) -> list[Figure]:
    """The mean number of turns a game."""
    return counter_figures(tally.turns) if any(tally.turns) else []


def options(game: Game, tally: Tally) -> list[Figure]:
    """The mean number of options a decision."""
    counted = sum(tally.options, Counter[int]())
    return [mean_figure("", sum(n * times for n, times in counted.items()), counted.total())] if counted else []


def real_choices(game: Game, tally: Tally) -> list[Figure]:
    """The share of decisions with more than one option."""
    real, every = (sum(n * times for n, times in counted.items()) for counted in (tally.real, tally.lengths))
    return [mean_figure("", real, every)] if every else []


# -- from counts of use


def round_counts(game: Game, tally: Tally) -> list[Figure]:
    """The mean number of rounds a game."""
    counted = Counter({n: times for n, times in enumerate(tally.counts.numbers.get("rounds", [])) if times})
    return counter_figures(counted) if any(counted) else []


def options_by_phase(game: Game, tally: Tally) -> list[Figure]:
    """The options offered for each chosen, over the decisions of a phase."""
    offered, chosen = Counter[str](), Counter[str]()
    known = counted_parts(game, tally)
    for number, option in enumerate(known.options if known is not None else ()):
        if option.site >= 0:
            phase = fill(game.program, (game.program.sites[option.site].path or ["the game"])[0])
            for use in tally.counts.seat_numbers("options", number, OPTION, tally.players):
                offered[phase] += use[0]
                chosen[phase] += use[1]
    return [mean_figure(phase, offered[phase], times) for phase, times in chosen.items() if times]


def course(game: Game, tally: Tally) -> list[Figure]:
    """The mean number of options at some decisions, counted from the beginning."""
    counted, found = tally.counts.numbers.get("course", []), []
    for number in DECISIONS:
        games, offered = counted[2 * number - 2 : 2 * number] or (0, 0)
        if games:
            found.append(mean_figure(f"decision {number}", offered, games))
    return found


def downtime(game: Game, tally: Tally) -> list[Figure]:
    """The mean number of others' decisions between two of a seat."""
    found, gaps = [], tally.counts.numbers.get("gaps", [])
    size = len(gaps) // tally.players
    for seat in range(tally.players):
        own = gaps[seat * size : (seat + 1) * size]
        if sum(own):
            found.append(mean_figure(seat_text(seat), sum(n * times for n, times in enumerate(own)), sum(own)))
    return found


def lead_changes(game: Game, tally: Tally) -> list[Figure]:
    """The mean number of changes of the lead."""
    led = tally.counts.numbers.get("leads", [])
    return [mean_figure("", led[CHANGES], led[GAMES])] if led and led[GAMES] else []


def new_leaders(game: Game, tally: Tally) -> list[Figure]:
    """The share of games in which the lead changes."""
    led = tally.counts.numbers.get("leads", [])
    return [share_figure("", led[CHANGED], led[GAMES])] if led and led[GAMES] else []


def comebacks(game: Game, tally: Tally) -> list[Figure]:
    """The share of games won by a seat that did not lead after half of the rounds."""
    led = tally.counts.numbers.get("leads", [])
    return [share_figure("", led[COMEBACKS], led[GAMES])] if led and led[GAMES] else []


def decided_part(game: Game, tally: Tally) -> list[Figure]:
    """The mean part of a game after which the winner always leads alone."""
    led = tally.counts.numbers.get("leads", [])
    return [mean_figure("", led[DECIDED] / 100, led[ALONE])] if led and led[ALONE] else []


def drama(game: Game, tally: Tally) -> list[Figure]:
    """The mean deficit of the winner after a round."""
    led = tally.counts.numbers.get("leads", [])
    return [mean_figure("", led[DRAMA] / 100, led[ALONE])] if led and led[ALONE] and tally.players > 1 else []


def runaway(game: Game, tally: Tally) -> list[Figure]:
    """The share of games in which who leads alone at half time leads alone from there on and wins."""
    led = tally.counts.numbers.get("leads", [])
    return [share_figure("", led[RUNAWAY], led[HALF])] if led and led[HALF] and tally.players > 1 else []


def drag(game: Game, tally: Tally) -> list[Figure]:
    """The mean part of a game left when nobody can catch up with the winner."""
    led = tally.counts.numbers.get("leads", [])
    return [mean_figure("", led[DRAG] / 100, led[ALONE])] if led and led[ALONE] and tally.players > 1 else []


def leader_wins(game: Game, tally: Tally) -> list[Figure]:
    """The win rate of a single leader, by the part of the game that is over."""
    led, found = tally.counts.numbers.get("leads", []), []
    for number, tenth in enumerate(CURVE):
        if led and (games := led[FIRST + 2 * number]):
            found.append(
                share_figure(f"after {10 * tenth} %", led[FIRST + 1 + 2 * number] / victory_unit(tally.players), games)
            )
    return found


def points_by_step(game: Game, tally: Tally) -> list[Figure]:
    """The mean points that each step gives a player in a game."""
    known = counted_parts(game, tally)
    if known is None:
        return []
    sums: dict[str, list[int]] = {}
    for number, (node, _) in enumerate(known.gains):
        own = sums.setdefault(fill(game.program, game.program.nodes[node].words), [0, 0])
        for total, squares in tally.counts.seat_numbers("gains", number, SUM, tally.players):
            own[0] += total
            own[1] += squares
    games = tally.counts.games * tally.players
    return [sums_figure(words, games, *own) for words, own in sums.items() if own[1]] if games else []


def points_by_part(game: Game, tally: Tally) -> list[Figure]:
    """The mean points of a player from each part of the score."""
    known = counted_parts(game, tally)
    if known is None or not tally.counts.looks:
        return []
    found, games = [], tally.counts.looks * tally.players
    for number, (words, _, _) in enumerate(known.parts):
        sums = tally.counts.seat_numbers("parts", number, SUM, tally.players)
        found.append(sums_figure(words, games, sum(of[0] for of in sums), sum(of[1] for of in sums)))
    return found


MEASURES = (
    Measure(
        "finished games",
        "The share of games that came to an end by the rules.",
        "share",
        f"completion in {BROWNE}",
        finished_share,
    ),
    Measure(
        "shared victories",
        "The share of finished games with several winners.",
        "share",
        f"drawishness in {BROWNE}",
        ties,
    ),
    Measure(
        "wins by seat",
        "The share of games that a seat won; when k seats share a win, each gets 1/k.",
        "share",
        f"for two players advantage in {BROWNE}",
        win_shares,
    ),
    Measure(
        "wins by team",
        "The share of games that a team won, where there are teams; of a shared win, its players' part.",
        "share",
        "",
        team_wins,
    ),
    Measure(
        "evenness of seats",
        "How likely the seats' wins would be at least this far apart if it made no difference who sits where "
        "(chi-square over all seats; a shared win counts in equal parts). Below 5 % the seats do differ.",
        "chance",
        "Pearson 1900",
        evenness,
    ),
    Measure("payoff by seat", "What a seat gets in a game, as the ruleset's `payoff` says.", "points", "", payoffs),
    Measure("margin", "The best score of a game minus the second best.", "points", "", margins),
    Measure("spread of scores", "The highest score of a game minus the lowest.", "points", "", spreads),
    Measure(
        "decisions",
        "How many decisions a game has, including those with a single option.",
        "",
        f"duration in {BROWNE}",
        decisions,
    ),
    Measure("turns", "How many outermost turns begin in a game.", "", "", turns),
    Measure(
        "rounds", "How many rounds of outermost turns begin in a game; 256 means 256 or more.", "", "", round_counts
    ),
    Measure("options", "How many options a decision has.", "", f"branching factor in {BROWNE}", options),
    Measure("options by phase", "How many options a decision of the phase has.", "", "", options_by_phase),
    Measure(
        "options over the game",
        "How many options this decision of a game has, in the games that reach it.",
        "",
        "",
        course,
    ),
    Measure("real choices", "The share of decisions with more than one option.", "share", "", real_choices),
    Measure(
        "downtime",
        "How many decisions others make before the seat decides, counted from its last decision or the beginning. When "
        "several decide at the same time, earlier seats count as deciding first.",
        "decisions",
        "",
        downtime,
    ),
    Measure(
        "lead changes",
        "How often in a game the lead passes from one seat to another; only a seat that leads alone after a round, or "
        "at the end, has the lead.",
        "",
        f"lead change in {BROWNE}, there after each move and by the value of positions",
        lead_changes,
    ),
    Measure("games with a new leader", "The share of games with a lead change.", "share", "", new_leaders),
    Measure(
        "comebacks",
        "The share of games whose only winner did not lead, alone or with others, after half of the rounds.",
        "share",
        "",
        comebacks,
    ),
    Measure(
        "decided",
        "In games with one winner: the share of the rounds that is over when the winner takes the lead for good.",
        "share",
        "",
        decided_part,
    ),
    Measure(
        "drama",
        "In games with one winner: how many points the winner is behind the best, on average over all rounds before "
        "the end.",
        "points",
        f"{BROWNE}, there the root of it, over the moves after which the winner is behind",
        drama,
    ),
    Measure(
        "runaway",
        "Of the games in which a seat leads alone after half of the rounds: the share that it wins without ever losing "
        "the lead.",
        "share",
        "",
        runaway,
    ),
    Measure(
        "drag",
        "In games with one winner: the share of the rounds that is left when the winner has more points than anybody "
        "else will have at the end (or, where the fewest win, when all others have more than the winner will have).",
        "share",
        "",
        drag,
    ),
    Measure(
        "leader wins",
        "How often the seat that leads alone after this share of the rounds wins.",
        "share",
        "",
        leader_wins,
    ),
    Measure("points by step", "What the step adds to a seat's score in a game.", "points", "", points_by_step),
    Measure("points by part", "What this part of the score is worth to a seat.", "points", "", points_by_part),
)


def minutes_measure(seconds: int) -> Measure:
    """The measure of a game's length in minutes, from the seconds that a choice takes."""

    def figures(game: Game, tally: Tally) -> list[Figure]:
        counted = Counter({n * seconds: times for n, times in tally.real.items()})
        return [
            Figure("", f.value / 60, (f.low or 0) / 60, (f.high or 0) / 60, f.count) for f in counter_figures(counted)
        ]

    told = f"How long the real choices of a game take one after the other, at {seconds} seconds each."
    return Measure("minutes", told, "minutes", "", figures)


def parse_measure(text: str) -> tuple[Measure, str]:
    """Parse a measure and what it is of: `decisions`, `wins by seat > seat 2`. Raises UsageError."""
    name, _, of = (part.strip() for part in text.partition(OF.strip()))
    known = {measure.name: measure for measure in MEASURES}
    if name not in known:
        hint = ask_if_meant(name, known, f"there are: {', '.join(known)}", "did you mean {}?")
        raise UsageError(f"there is no measure '{name}'; {hint}")
    return known[name], of


# -- how they are worked out


def games_won(tally: Tally, seat: int) -> float:
    """The games that a seat won; a shared one counts in part."""
    return math.fsum(part * times for part, times in parts_won(tally, seat))


def even_chance(tally: Tally) -> float:
    """The chance of wins at least this uneven if it makes no difference who sits where.

    If the seats of each game are exchanged at random, the sum of the squared distances from the mean, by what these
    exchanges scatter, is distributed as chi square; without shared victories this is Pearson's test.
    """
    shares = [games_won(tally, seat) for seat in range(tally.players)]
    middle = math.fsum(shares) / tally.players
    scattered = math.fsum(times * (1 / k - 1 / tally.players) for k, times in games_by_winners(tally).items())
    if scattered <= 0:
        return 1.0
    return chi_square((tally.players - 1) * math.fsum((x - middle) ** 2 for x in shares) / scattered, tally.players - 1)


def chi_square(x: float, degrees: int) -> float:
    """The chance that chi square with so many degrees of freedom is at least x.

    Abramowitz and Stegun 1964, 26.4.4 and 26.4.5.
    """
    half = x / 2
    if degrees % 2 == 0:
        terms = [math.exp(-half)]
        for i in range(1, degrees // 2):
            terms.append(terms[-1] * half / i)
        return math.fsum(terms)
    terms = [math.erfc(math.sqrt(half))]
    term = math.exp(-half) * math.sqrt(half) * 2 / math.sqrt(math.pi)
    for i in range(1, (degrees + 1) // 2):
        terms.append(term)
        term *= half / (i + 0.5)
    return math.fsum(terms)


OFFERED, CHOSEN = "offered", "chosen"


def usage_measures() -> tuple[Measure, Measure]:
    """The measures of how often options and cards are offered and chosen, by path of words."""
    known: dict[int, list[Use]] = {}

    def parts_used(game: Game, tally: Tally) -> list[Use]:
        if id(tally) not in known:
            known[id(tally)] = [use for use in uses(game, tally) if use.kind in ("option", "card") and use.written]
        return known[id(tally)]

    def offers(game: Game, tally: Tally) -> list[Figure]:
        games = tally.counts.games
        return [
            mean_figure(OF.join(use.path), use.could, games) for use in parts_used(game, tally) if games and use.could
        ]

    def choice_rates(game: Game, tally: Tally) -> list[Figure]:
        return [mean_figure(OF.join(use.path), use.did, use.could) for use in parts_used(game, tally) if use.could]

    return (
        Measure(OFFERED, "How often in a game an option, or a card in any decision, is offered.", "", "", offers),
        Measure(CHOSEN, "How often it is chosen when it is offered.", "share", "", choice_rates),
    )
