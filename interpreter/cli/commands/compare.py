"""`stammtisch compare`: two forms of a game over the same games, and what differs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ..console import INTERRUPTED, StatusLine, format_option, output, progress, usable_cores

if TYPE_CHECKING:
    from ...study.compare import Pair
    from ...study.shards import Plan
    from ..arms import Side

GAMES, GAMES_OF_BOTS, MOST = 10_000, 240, 100_000


@click.command("compare")
@click.argument("base", metavar="BASE")
@click.argument("others", metavar="[OTHER]...", nargs=-1)
@click.option("--set", "set_", multiple=True, metavar="NAME=VALUE", help="Change a setting in all of them.")
@click.option(
    "--vs", "versus", multiple=True, metavar="NAME=VALUE", help="Compare BASE with itself, a setting changed."
)
@click.option("--sweep", metavar="NAME=4..7", help="Compare BASE with itself, a setting changed to each of these.")
@click.option("--same", is_flag=True, help="Compare BASE with itself, by other games: a check of the method.")
@click.option(
    "-n",
    "--games",
    type=click.IntRange(1),
    metavar="N",
    help=f"Games of each (default: {GAMES}; with --bots {GAMES_OF_BOTS}).",
)
@click.option("--players", default=None, metavar="3-5|all", help="The numbers of players (default: the fewest).")
@click.option("--bots", multiple=True, metavar="1=search:200,all=random", help="Who plays instead of chance.")
@click.option(
    "--use", is_flag=True, help="Also compare measures for which more has to be counted, such as lead changes."
)
@click.option("--define", is_flag=True, help="Also say how each measure is defined, and where that is from.")
@click.option(
    "--seed",
    type=click.IntRange(0, (1 << 63) - 1),
    default=1,
    metavar="S",
    help="The same seed plays the same games (default: 1).",
)
@click.option(
    "--jobs", type=click.IntRange(1), metavar="J", help="Processes that share the work (default: one a core)."
)
@click.option(
    "--until",
    type=click.Choice(["decided"]),
    help="Play until it is decided whether one measure differs, and no longer; -n is then the most (default: 100000).",
)
@click.option(
    "--measure",
    metavar="NAME",
    help="The measure for --until: decisions, or wins by seat > seat 2 (default: wins by seat > seat 1).",
)
@format_option("text", "json")
def command(
    base: str,
    others: tuple[str, ...],
    set_: tuple[str, ...],
    versus: tuple[str, ...],
    sweep: str | None,
    same: bool,
    games: int | None,
    players: str | None,
    bots: tuple[str, ...],
    use: bool,
    define: bool,
    seed: int,
    jobs: int | None,
    until: str | None,
    measure: str | None,
    form: str,
) -> int:
    """Play BASE and each OTHER with the same seeds: by how much measures differ, and whether that is no accident.

    BASE and OTHER are rulesets as for `diff`: ids, files or folders, perhaps with variants, such as balvin+four-gates.
    """
    from ...backend.native import available
    from ...base.errors import UsageError
    from ...study.compare import comparisons
    from ...study.compare_report import as_json, as_text
    from ...study.shards import Plan
    from ..arms import sides

    if use and not available():
        raise UsageError("--use needs wasmtime, which is not installed: pip install wasmtime")
    if (measure is not None and until is None) or (until is not None and (same or define)):
        raise UsageError("--measure is for --until decided, which is for two forms that differ, without --define")
    found = sides((base, *others), set_, versus, sweep, same)
    who = ", ".join(bots) if bots else "random choices"
    title = f"{found[0].ruleset.name}: {' / '.join(side.name for side in found)}; {who}, seed {seed}"
    plan, jobs = Plan(seed, use=use), jobs or usable_cores()
    if until is not None:
        sought = Sought(measure, games or MOST, jobs, form, title)
        return until_decided(found, counts_of(found, players), plan, bots, sought)
    count = games or (GAMES_OF_BOTS if bots else GAMES)
    pairs = []
    for number in counts_of(found, players):
        one = pairs_of(found, number, plan, bots, count, jobs, same)
        if one is None:
            progress("Interrupted: nothing is compared. Fewer games (-n) take less time.")
            return INTERRUPTED
        pairs += one
    told = comparisons(pairs)
    output(as_json(told, [arm(side) for side in found], seed, same) if form == "json" else as_text(title, told, define))
    return 0


def until_decided(found: list[Side], counts: list[int], plan: Plan, bots: tuple[str, ...], sought: Sought) -> int:
    """Plays two sides until it is decided whether one measure differs; the exit code.

    Raises UsageError for more than two sides or one number of players, and as `named` and `decided`.
    """
    from ...base.errors import UsageError
    from ...study.compare_report import decided_json, decided_text
    from ...study.contests import plans_of
    from ...study.deciding import FIRST, decided, named
    from ..arms import rules
    from ..seating import bots_of, require_bots

    if len(found) > 2 or len(counts) > 1:
        raise UsageError("--until decided is for two rulesets and one number of players at a time")
    measure, of = named(sought.measure or FIRST)
    games = [side.ruleset.ready(counts[0], dict(side.options)) for side in found]
    plans = [plan]
    if bots:
        lineup = bots_of(bots, counts[0])
        for game in games:
            require_bots(lineup, game)
        plans = plans_of(plan, lineup)
    with StatusLine() as status:
        result = decided(
            games, plans, measure, of, sought.most, sought.jobs, lambda n: status.count(n, "games of each are played")
        )
    if sought.form == "json":
        output(decided_json(result, [arm(side) for side in found], counts[0], plan.seed))
    else:
        names = [side.name for side in found]
        lines = [sought.title, "", *rules(*found), "", f"{counts[0]} players: until it is decided"]
        output("\n".join([*lines, *decided_text(result, *names)]))
    return 0


@dataclass(frozen=True)
class Sought:
    """What a sequential test is asked for: the measure, at most how many games of each, and how it is told."""

    measure: str | None
    most: int
    jobs: int
    form: str
    title: str


def counts_of(found: list[Side], players: str | None) -> list[int]:
    """The numbers of players that are asked for and that all sides are for. Raises UsageError where there are none."""
    from ...base.errors import UsageError
    from .simulate import player_counts

    low, high = max(side.ruleset.players[0] for side in found), min(side.ruleset.players[1] for side in found)
    if low > high:
        raise UsageError("these are for different numbers of players: there is nothing to compare")
    if players is None:
        return [low]
    return [n for n in player_counts(players, low, high) if players != "all" or low <= n <= high]


def pairs_of(
    found: list[Side], players: int, plan: Plan, bots: tuple[str, ...], games: int, jobs: int, same: bool
) -> list[Pair] | None:
    """The games of all sides for one number of players, the base with each other; None if the user has stopped them."""
    from ...study.compare import Arm, Pair, play
    from ...study.contests import plans_of
    from ..arms import renamed, rules
    from ..seating import bots_of, require_bots

    arms: list[Arm] = []
    played = [(side.ruleset.ready(players, dict(side.options)), [plan]) for side in found]
    if bots:
        lineup = bots_of(bots, players)
        for game, _ in played:
            require_bots(lineup, game)
        played = [(game, plans_of(plan, lineup)) for game, _ in played]
    for together in [played] if same else [[one] for one in played]:
        with StatusLine() as status:
            blocks = play(together, games, jobs, lambda run: status.count(run.played, "games"))
        if blocks is None:
            return None
        for (game, _), own in zip(together, blocks, strict=True):
            arms.append(Arm(found[len(arms)].name, game, own))
    first = found[0]
    return [
        Pair(arms[0], arm, rules(first, side), renamed(first, side))
        for side, arm in zip(found[1:], arms[1:], strict=True)
    ]


def arm(side: Side) -> dict[str, Any]:
    """What is known of a side, as JSON data."""
    return {
        "name": side.name,
        "ruleset": side.ruleset.id,
        "game": side.ruleset.name,
        "hash": side.ruleset.hash,
        "set": dict(side.options),
    }
