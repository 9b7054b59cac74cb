"""`stammtisch solve`: what a small game is worth, how to play it, and how well a bot plays it."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import StatusLine, output, progress
from ..options import format_option, limit_option, ruleset_options

if TYPE_CHECKING:
    from ...front.api import Ruleset
    from ...solving.game_table import GameTable, Strategy

FORMAT = "stammtisch-solution-1"
MOST_SETS_SHOWN = 24
NEEDED = {"lp": ("scipy.optimize", "scipy"), "cfr": ("wasmtime", "wasmtime")}


@click.command("solve")
@ruleset_options
@click.option(
    "--method",
    type=click.Choice(["lp", "cfr"]),
    default="lp",
    help="lp: exact, with a linear program (default). cfr: approximate, with CFR+, for games too large for lp.",
)
@click.option("--iterations", type=click.IntRange(1), default=1000, metavar="N", help="Rounds of CFR+ (default: 1000).")
@click.option(
    "--bot", metavar="random|FILE", help="Do not solve; show how much can be won against this bot or strategy."
)
@click.option(
    "--strategy",
    "path",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    metavar="FILE",
    help="Write the strategy into FILE (JSON); --bot FILE reads it.",
)
@limit_option
@format_option("text", "json")
def command(
    ruleset: Ruleset,
    options: dict[str, Any],
    method: str,
    iterations: int,
    bot: str | None,
    path: Path | None,
    limit: int,
    form: str,
) -> None:
    """Solve RULESET for two players: its value, and a strategy that cannot be beaten.

    Whatever one player wins, the other must lose. The value is what player 1 wins on average if both play perfectly.
    """
    from ...base.errors import UsageError, extra
    from ...reading.player_counts import numbers
    from ...solving.game_table import best_response
    from ...solving.tabulation import tabulate

    if path is not None:
        check_place(path)
    given = read_bot(Path(bot)) if bot not in (None, "random") else None
    if 2 not in ruleset.players:
        span = numbers(ruleset.players)
        raise UsageError(
            f"{ruleset.name} cannot be solved: it is for {span} players, and only games for two players can be"
        )
    if bot is None:
        extra(*NEEDED[method])
    with StatusLine() as status:
        histories = lambda number: status.count(number, "histories")  # noqa: E731
        table = tabulate(ruleset.game(2, options), limit, histories, zero_sum=True)
    strategy, value = find_strategy(table, method, iterations, bot, given)
    values = table.values(strategy)
    gains = [best_response(table, strategy, seat)[0] - values[seat] for seat in (0, 1)]
    result = {
        "format": FORMAT,
        "ruleset": ruleset.id,
        "options": table.game.program.options,
        "method": f"bot {bot}" if bot else method,
        "value": values[0] if value is None else value,
        "best_responses": [gain + own for gain, own in zip(gains, values, strict=True)],
        "nash_conv": sum(gains),
        "information_sets": [sum(place.seat == seat for place in table.sets) for seat in (0, 1)],
    }
    if path is not None:
        from ...base.files import write
        from ...solving.strategy import to_json

        write(path, (json.dumps(to_json(table, strategy), indent=1, ensure_ascii=False) + "\n").encode())
        progress(f"The strategy is in {path}.")
    if form == "json":
        output(json.dumps(result))
    else:
        print_solution(result, bot, table, strategy)


def find_strategy(
    table: GameTable, method: str, iterations: int, bot: str | None, given: Any
) -> tuple[Strategy, float | None]:
    """The strategy to examine (`given`: the data of a bot's file), and the value of the game if solved exactly."""
    from ...solving.cfr import cfr
    from ...solving.linear_program import solve
    from ...solving.strategy import from_json

    if bot == "random":
        return table.uniform(), None
    if bot is not None:
        return from_json(table, given), None
    with StatusLine() as status:
        if method == "cfr":
            told = lambda number: status.write(f"{number:,} of {iterations:,} rounds") if status.due() else None  # noqa: E731
            return cfr(table, iterations, told), None
        if status.live:
            status.write(f"{len(table.seat):,} histories; the linear program is being solved")
        solution = solve(table)
        return solution.strategy, solution.value


def check_place(path: Path) -> None:
    """Raise UsageError if a strategy cannot be written there, or would replace anything but a strategy."""
    from ...base.errors import UsageError
    from ...solving.strategy import FORMAT as STRATEGY

    if not path.parent.is_dir():
        raise UsageError(f"{path} cannot be written: there is no folder {path.parent}")
    if path.exists() and not (path.is_file() and (not path.stat().st_size or STRATEGY.encode() in path.read_bytes())):
        raise UsageError(f"{path} exists already and is not a strategy: choose another name for --strategy")


def read_bot(path: Path) -> dict[str, Any]:
    """The data of a bot's file. Raises UsageError if there is none."""
    from ...base.errors import UsageError
    from ...base.files import read_json
    from ...solving.strategy import FORMAT

    if not path.exists():
        raise UsageError(f"there is no bot and no file '{path}'; the bot is called random")
    return read_json(path, FORMAT, "a strategy", f" (its format should be {FORMAT!r})")


def print_solution(result: dict[str, Any], bot: str | None, table: GameTable, strategy: Strategy) -> None:
    """Print the result for people."""
    name, value = table.game.name, number_text(result["value"])
    if bot is None:
        kind = "exactly" if result["method"] == "lp" else "nearly"
        output(f"{name}: if both play perfectly, player 1 wins {value} on average ({kind})")
    else:
        output(f"{name}: if both play like {bot}, player 1 wins {value} on average")
    best = result["best_responses"]
    output(f"  the best reply to player 2's play wins player 1  {number_text(best[0])}")
    output(f"  the best reply to player 1's play wins player 2  {number_text(best[1])}")
    output(f"  what both could gain in all (NashConv)           {number_text(result['nash_conv'])}")
    if bot is not None:
        return
    if len(table.sets) > MOST_SETS_SHOWN:
        output(f"The strategy has {len(table.sets):,} situations; --strategy FILE saves them.")
        return
    from ...solving.strategy import words_of
    from ...solving.tree import begin

    root = begin(table.game)
    for place, shares in zip(table.sets, strategy, strict=True):
        seen, texts = words_of(root, place)
        output(f"\nplayer {place.seat + 1}: {'; '.join(seen)}")
        for text, share in zip(texts, shares, strict=True):
            output(f"  {share:7.2%}  {text}")


def number_text(value: float) -> str:
    """A number with 12 decimals, and the small fraction that it equals, if it does."""
    fraction = Fraction(value).limit_denominator(1000)
    close = abs(float(fraction) - value) < 1e-10 and fraction.denominator > 1
    return f"{round(value, 12) + 0.0:.12f}" + (f" = {fraction}" if close else "")
