"""The charts of a report: each with a sentence that says what it shows, if the games allow it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ...base import english
from ...base.tables import percent
from ...game.game import Game
from ..comparisons.ladder import ladder_sentence, read_rungs
from ..counts.figures import share_figure
from ..counts.measures import even_chance, leader_wins, options, win_shares
from ..counts.standings import Share
from ..counts.statistics import SURE, Tally, quantile, widening_factor
from ..counts.usage import OFTEN, Use, uses
from ..runs.run import Run
from .contest_report import run_standings
from .drawing import Picture, bars, intervals, line, paired_points

NEAR = 0.03  # shares this near to an even one are called even
MOST_UNSURE = 0.3  # the width of an interval up to which a share is shown
MOST_BARS = 28
MOST_LINES = 10
CORRELATION = (
    "This is a correlation: players who chose it may have been ahead already. By chance, 1 in 20 such intervals "
    "leaves 0 out, and these are the ones farthest from 0 of {n}. The sentence above allows for that."
)


def pictures(game: Game, tally: Tally, thinking: bool, looks: int = 1) -> Iterator[Picture]:
    """The charts for games of one kind; thinking: bots played that do not choose at random.

    looks: at how many things a report looks of which it may say that they differ; all together it says so of things
    that do not in SURE of such reports at most (Bonferroni's inequality).
    """
    if tally.finished and (found := seats(game, tally, looks)) is not None:
        yield found
    for shown in (endings, lengths, scores, leaders, course):
        if tally.finished and (found := shown(game, tally)) is not None:
            yield found
    counted = uses(game, tally)
    if thinking and (found := preferences(counted)) is not None:
        yield found
    if (found := worth(counted, looks)) is not None:
        yield found


def span_text(low: float, high: float) -> str:
    """The ends of an interval as text."""
    return f"{100 * low:.1f} to {100 * high:.1f} %"


def picture_row(of: str, found: Any) -> dict[str, Any]:
    """The row of a chart with a point and its interval."""
    return {"of": of, "value": found.value, "low": found.low, "high": found.high}


def seats(game: Game, tally: Tally, looks: int = 1) -> Picture | None:
    """The chart of each seat's win rate."""
    if tally.players < 2:
        return None
    even, found = 1 / tally.players, win_shares(game, tally)
    best, worst = max(found, key=lambda one: one.value), min(found, key=lambda one: one.value)
    if (accident := even_chance(tally)) < SURE / looks:
        ends = f"{percent(best.value)} ({span_text(best.low or 0, best.high or 0)})"
        title = f"Seats are not even: {best.of} wins most, {ends}, {worst.of} least, {percent(worst.value)}"
    elif all(abs(end - even) <= NEAR for one in found for end in (one.low or 0, one.high or 0)):
        title = f"All seats win about equally often: within {100 * NEAR:.0f} points of {percent(even)}"
    else:
        title = "No seat is clearly favoured, but it takes more games to show a small advantage"
    seen = "; ".join(f"{one.of} {percent(one.value)} ({span_text(one.low or 0, one.high or 0)})" for one in found)
    note = (
        f"Dashed: an even share. By chance alone seats differ at least this much in {percent(accident)} of such "
        f"runs; below {100 * SURE / looks:.2g} % this report says that they differ."
    )
    rows = [[one.of, percent(one.value), span_text(one.low or 0, one.high or 0)] for one in found]
    drawing = intervals([picture_row(one.of, one) for one in found], "share of wins", even)
    return Picture(
        title, f"Share of wins with 95 % interval: {seen}.", drawing, ["seat", "wins", "95 % interval"], rows, note
    )


def endings(game: Game, tally: Tally) -> Picture | None:
    """The chart of the reasons for which games end, if there are several."""
    if len(tally.reasons) < 2:
        return None
    ends = sorted(tally.reasons.items(), key=lambda item: (-item[1], item[0]))
    found = [share_figure(words, times, tally.finished) for words, times in ends]
    title = f"{percent(found[0].value)} of the games end like this: {found[0].of}"
    rows = [
        [one.of, f"{tally.reasons[one.of]:,}", percent(one.value), span_text(one.low or 0, one.high or 0)]
        for one in found
    ]
    seen = "; ".join(f"{one.of} {percent(one.value)}" for one in found)
    drawing = intervals([picture_row(one.of, one) for one in found], "share of games", zero=True)
    return Picture(title, f"Why games end: {seen}.", drawing, ["reason", "games", "share", "95 % interval"], rows)


def histogram(counted: Counter[int]) -> list[dict[str, float]]:
    """The bars of a histogram, each one or more whole numbers wide: from low to under high, their share.

    The first and the last one hold all that lies farther out than the others do, by half of where 98 % are, to be seen
    at all.
    """
    first, last, total = quantile(counted, 1), quantile(counted, 99), counted.total()
    room = max(MOST_BARS // 4, (last - first + 1) // 2)
    low, high = max(min(counted), first - room), min(max(counted), last + room)
    wide = max(1, -(-(high - low + 1) // MOST_BARS))
    found = Counter[int]()
    for value, times in counted.items():
        found[(min(max(value, low), high) - low) // wide] += times
    return [
        {"low": low + n * wide - 0.5, "high": low + (n + 1) * wide - 0.5, "share": found[n] / total}
        for n in range((high - low) // wide + 1)
    ]


def middle_and_ends(counted: Counter[int]) -> tuple[int, int, int]:
    """The 5 % quantile, the median and the 95 % quantile."""
    return quantile(counted, 5), quantile(counted, 50), quantile(counted, 95)


def bar_rows(made: Sequence[dict[str, float]], counted: Counter[int]) -> list[list[str]]:
    """The bars as rows of a table."""
    found = []
    for one in made:
        low, high = round(one["low"] + 0.5), round(one["high"] - 0.5)
        low, high = min(counted) if one is made[0] else low, max(max(counted), high) if one is made[-1] else high
        found.append([f"{low:,}" if low == high else f"{low:,} to {high:,}", percent(one["share"])])
    return found


def end_bars_note(made: Sequence[dict[str, float]], counted: Counter[int]) -> str:
    """A note that the bars at the ends hold more than they show, if they do."""
    ends = [
        f"from {min(counted):,} on" if min(counted) < made[0]["low"] else "",
        f"up to {max(counted):,}" if max(counted) > made[-1]["high"] else "",
    ]
    return f"The bars at the ends hold all {' and '.join(filter(None, ends))}." if any(ends) else ""


def lengths(game: Game, tally: Tally) -> Picture | None:
    """The chart of the number of decisions a game."""
    if len(tally.lengths) < 2:
        return None
    low, middle, high = middle_and_ends(tally.lengths)
    made = histogram(tally.lengths)
    title = f"Half of the games have at most {middle:,} decisions, nine in ten have {low:,} to {high:,}"
    ends = f"{min(tally.lengths):,} to {max(tally.lengths):,}"
    seen = f"Bars of the decisions in a game, from {ends}; the median is {middle:,}."
    rows, note = bar_rows(made, tally.lengths), end_bars_note(made, tally.lengths)
    return Picture(title, seen, bars(made, "decisions", "games", middle), ["decisions", "games"], rows, note)


def scores(game: Game, tally: Tally) -> Picture | None:
    """The chart of all seats' scores."""
    counted = sum(tally.scores, Counter[int]())
    if not game.program.scored or len(counted) < 2:
        return None
    low, middle, high = middle_and_ends(counted)
    made = histogram(counted)
    title = f"Half of the players end with at most {middle:,} points, nine in ten with {low:,} to {high:,}"
    seen = f"Bars of the scores of all seats, from {min(counted):,} to {max(counted):,}; the median is {middle:,}."
    rows, note = bar_rows(made, counted), end_bars_note(made, counted)
    return Picture(title, seen, bars(made, "points", "seats", middle), ["points", "seats"], rows, note)


def leaders(game: Game, tally: Tally) -> Picture | None:
    """The chart of how often the leader wins."""
    # early on perhaps nobody leads in most games
    found = [one for one in leader_wins(game, tally) if (one.high or 1) - (one.low or 0) < MOST_UNSURE]
    if len(found) < 2:
        return None
    made: list[dict[str, Any]] = [picture_row(one.of, one) | {"at": int(one.of.split()[1])} for one in found]
    half = min(made, key=lambda one: abs(one["at"] - 50))
    ends = f"{percent(half['value'])} of the games ({span_text(half['low'], half['high'])})"
    title = f"The player who leads alone after {half['at']} % of the rounds wins {ends}"
    rows = [[f"{one['at']} %", percent(one["value"]), span_text(one["low"], one["high"])] for one in made]
    seen = (
        "Share of games that the leader wins: "
        + "; ".join(f"after {row[0]} of the rounds {row[1]}" for row in rows)
        + "."
    )
    drawing = line(made, "% of the rounds are over", "the leader wins", "%", 1 / tally.players)
    note = "Dashed: an even share. The band is the 95 % interval."
    return Picture(title, seen, drawing, ["rounds over", "the leader wins", "95 % interval"], rows, note)


def course(game: Game, tally: Tally) -> Picture | None:
    """The chart of the number of options in the course of a game."""
    counted, looks = tally.counts.numbers.get("course", []), tally.counts.looks
    made = [
        {"at": n // 2 + 1, "value": counted[n + 1] / counted[n]}
        for n in range(0, len(counted), 2)
        if counted[n] >= max(1, looks // 10)
    ]
    if len(made) < 3:
        return None
    third = len(made) // 3
    first, last = (sum(one["value"] for one in part) / third for part in (made[:third], made[-third:]))
    mean = options(game, tally)[0].value
    if max(first, last) > 1.25 * min(first, last):
        more, fewer = ("first", "last") if first > last else ("last", "first")
        most, least = max(first, last), min(first, last)
        title = f"The {more} third of the decisions has more options ({most:.1f} each) than the {fewer} ({least:.1f})"
    else:
        title = f"The number of options changes little from beginning to end: {mean:.1f} on average"
    step = max(1, len(made) // 20)
    rows = [[f"{one['at']}", f"{one['value']:.2f}"] for one in made[::step]]
    seen = f"Options a decision has, by its number in the game: {first:.1f} in the first third, {last:.1f} in the last."
    drawing = line(made, "decision of the game", "options")
    return Picture(title, seen, drawing, ["decision", "options"], rows, "Shown as far as one game in ten gets.")


# -- what is used


def frequent_uses(found: Sequence[Use]) -> list[Use]:
    """The cards, or the options if the game has none, that are offered often enough."""
    cards = [use for use in found if use.kind == "card"]
    return [
        use for use in cards or [use for use in found if use.kind == "option" and use.written] if use.could >= OFTEN
    ]


def use_name(use: Use, others: Sequence[Use]) -> str:
    """The words of a part, with those of the step around it if others have the same words."""
    words = use.path[-1]
    return (
        words if sum(one.path[-1] == words for one in others) < 2 or len(use.path) < 2 else f"{use.path[-2]}: {words}"
    )


def preferences(found: Sequence[Use]) -> Picture | None:
    """The chart of what bots choose more, and less, than chance would."""
    known = [use for use in frequent_uses(found) if use.chance]
    if len(known) < 2:
        return None

    def preference(use: Use) -> float:
        return ((use.did + 1) / (use.could + 2)) / max(use.chance / use.could, 1e-9)

    ordered = sorted(known, key=lambda use: (-preference(use), use.path))
    if len(ordered) > MOST_LINES:
        ordered = ordered[: MOST_LINES // 2] + ordered[-MOST_LINES // 2 :]
    made = [{"of": use_name(use, known), "first": use.rate, "second": use.chance / use.could} for use in ordered]
    best, worst = ordered[0], ordered[-1]
    by_chance = [percent(use.chance / use.could) for use in (best, worst)]
    title = (
        f"These bots want “{use_name(best, known)}” most, {percent(best.rate or 0)} of the times it is offered (by "
        f"chance {by_chance[0]}), and “{use_name(worst, known)}” least, {percent(worst.rate or 0)} ({by_chance[1]})"
    )
    rows = [
        [use_name(use, known), f"{use.could:,}", percent(use.rate or 0), percent(use.chance / use.could)]
        for use in sorted(known, key=lambda use: (-preference(use), use.path))
    ]
    seen = "How often something is chosen when it is offered: " + "; ".join(
        f"{one[0]} {one[2]}, by chance {one[3]}" for one in rows[:MOST_LINES]
    )
    note = f"Only the two ends of a list of {len(known)} are shown." if len(known) > len(ordered) else ""
    drawing = paired_points(made, "chosen of the times offered", "by these bots", "by chance")
    return Picture(title, f"{seen}.", drawing, ["option", "offered", "chosen", "by chance"], rows, note)


def worth(found: Sequence[Use], looks: int = 1) -> Picture | None:
    """The chart of what goes together with winning."""
    known = [(use, use.difference) for use in frequent_uses(found)]
    told = [(use, diff) for use, diff in known if diff is not None]
    if not told:
        return None

    def clarity(pair: tuple[Use, tuple[float, float, float]]) -> float:
        return max(pair[1][1], -pair[1][2])

    ordered = sorted(told, key=lambda pair: (-clarity(pair), pair[0].path))
    top = sorted(ordered[:MOST_LINES], key=lambda pair: -pair[1][0])
    names = [use for use, _ in told]
    made: list[dict[str, Any]] = [
        {"of": use_name(use, names), "value": 100 * mid, "low": 100 * low, "high": 100 * high}
        for use, (mid, low, high) in top
    ]
    use, (middle, low, high) = ordered[0]
    # further from 0 than chance alone reaches, except in one report of 20
    if abs(middle) > widening_factor(len(told) * looks) * (middle - low):
        how = "more" if middle > 0 else "less"
        ends = f"{points_text(middle)} points ({points_text(low)} to {points_text(high)})"
        title = f"Players who chose “{use_name(use, names)}” won {how} often: {ends}"
    else:
        which = (
            f"None of {len(told)} cards and options shows a" if len(told) > 1 else f"“{use_name(use, names)}” shows no"
        )
        title = f"{which} link with winning or losing"
    rows = [
        [
            use_name(use, names),
            f"{use.games_did:,}",
            f"{use.games - use.games_did:,}",
            points_text(mid),
            f"{points_text(low)} to {points_text(high)}",
        ]
        for use, (mid, low, high) in sorted(told, key=lambda pair: -pair[1][0])
    ]
    seen = "; ".join(f"{one['of']} {one['value']:+.1f} points" for one in made)
    drawing = intervals(made, "wins of 100 games, more or less", 0, "+")
    columns = ["option", "chose it", "could, and did not", "points of wins", "95 % interval"]
    return Picture(title, f"Difference in wins: {seen}.", drawing, columns, rows, CORRELATION.format(n=len(told)))


def points_text(part: float) -> str:
    """A share in percentage points, with its sign."""
    return f"{100 * part:+.1f}"


# -- bots


def strengths(run: Run, looks: int = 1) -> Picture | None:
    """The chart of the win rates of bots that played each other; looks: as for `pictures`."""
    found = run_standings(run)
    if len(found) < 2:
        return None
    even = 1 / run.games[0].players
    best = max(found, key=lambda one: one.share.share)
    ends = f"{percent(best.share.share)} a seat ({span_text(best.share.low, best.share.high)})"
    title = f"{best.name} wins {ends}, where {percent(even)} would be even"
    if best.share.share - widening_factor(len(found) * looks) * (best.share.share - best.share.low) <= even:
        title = f"No bot is clearly better; {percent(even)} would be even"
    return shares_picture(title, [(one.name, one.share) for one in found], even)


def skill(run: Run, bots: Sequence[str], looks: int = 1) -> Picture:
    """The chart of how far skill carries; looks: as for `pictures`."""
    found = read_rungs(run, bots, looks)
    told = [(f"{one.upper} against {one.lower}", one.share) for one in found]
    note = "The first bot plays one seat, each equally often, the second all others. Dashed: an even share."
    return shares_picture(ladder_sentence(found), told, found[0].even, note)


def shares_picture(
    title: str, told: Sequence[tuple[str, Share]], even: float, note: str = "Dashed: an even share."
) -> Picture:
    """A chart of win rates with their intervals."""
    rows = [[name, f"{one.games:,}", percent(one.share), span_text(one.low, one.high)] for name, one in told]
    made = [{"of": name, "value": one.share, "low": one.low, "high": one.high} for name, one in told]
    seen = "; ".join(f"{row[0]} {row[2]} ({row[3]})" for row in rows)
    drawing = intervals(made, "share of wins of a seat", even)
    return Picture(title, f"Share of wins: {seen}.", drawing, ["bot", "games", "wins", "95 % interval"], rows, note)


# -- base against variant


def comparison_picture(data: dict[str, Any]) -> Picture:
    """The chart of a comparison, from `compare --format json`."""
    found = data["measures"]
    told = [one for one in found if one["verdict"] in ("higher", "lower") and one["base"]]
    told.sort(key=lambda one: -abs(one["difference"] / one["base"]))
    made = [
        {
            "of": measure_name(one),
            **{
                key: one[own] / abs(one["base"])
                for key, own in (("value", "difference"), ("low", "low"), ("high", "high"))
            },
        }
        for one in told[:MOST_LINES]
    ]
    pair = f"{data['other']} against {data['base']}, {english.count_of(data['players'], 'player')}"
    if told:
        first = told[0]
        change = f"{figure_text(first, 'other')} instead of {figure_text(first, 'base')}"
        title = f"{pair}: {measure_name(first)} is {first['verdict']}, {change}"
    else:
        title = f"{pair}: no measure clearly differs"
    rows = [[measure_name(one), figure_text(one, "base"), figure_text(one, "other"), one["verdict"]] for one in found]
    seen = (
        "; ".join(f"{row[0]} {row[1]} and {row[2]}, {row[3]}" for row in rows if row[3] in ("higher", "lower"))
        or "no differences"
    )
    note = "Only measures that clearly differ, as a share of the base; together all intervals hold with 95 %."
    drawing = intervals(made, "change", 0, "+%") if made else None
    return Picture(
        title,
        f"Measures in both: {seen}.",
        drawing,
        ["measure", data["base"], data["other"], "verdict"],
        rows,
        note if made else "",
    )


def measure_name(one: dict[str, Any]) -> str:
    """The name of a measure and what it is of."""
    return f"{one['measure']}, {one['of']}" if one["of"] else str(one["measure"])


def figure_text(one: dict[str, Any], arm: str) -> str:
    """The figure of one arm in words."""
    return percent(one[arm]) if one["unit"] in ("share", "chance") else f"{one[arm]:,.2f}"
