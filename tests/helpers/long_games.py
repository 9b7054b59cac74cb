"""What each decision of a long game costs: `python tests/helpers/long_games.py [DECISIONS ...]`.

For each way to follow a game, milliseconds a decision and the most memory: views and logs of both seats at each
decision, the game at the terminal with bots and with people, which keeps it in a recording, the recording played again,
the trace written of it, and the trace played again. What a short game takes, to begin with, is not counted. In the end:
how many times the least costs the most.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import stammtisch as st

ENDLESS = """\
format: 1
game: A long game
players: 2
components:
  card: {front: {value: 1..9}}
shared:
  deck: {pile of: card, starts with: {value: 1..9}}
each player:
  points: 0..1
phases:
  a turn:
    turns: player in players
    until: {the game has lasted long enough: round > 20000}
    do:
      Choose:
        one of:
          Take: {set: {player.points: 1}}
          Give: {set: {player.points: 0}}
      the deck goes round: {move: 1, from: deck, to: deck, at: bottom}
winner: most player.points
rulings: {equal points share the victory: {change: winner}}
"""
WAYS = ("views and logs", "play, bots", "play, people", "replay", "trace", "replay of a trace")
SHORT = 100
ROUNDS = 3  # the best of so many counts, as other work of the machine only adds


def follow(way: str, decisions: int, folder: Path) -> float:
    """Seconds of computing that it takes to follow a game of so many decisions, beyond those of a short one."""
    file = folder / "endless.yaml"
    file.write_text(ENDLESS, encoding="utf-8")
    take = watched if way == WAYS[0] else command
    take(way, SHORT, file)  # what is made once is made now
    short = take(way, SHORT, file)
    return take(way, decisions + SHORT, file) - short


def watched(_: str, decisions: int, file: Path) -> float:
    """Seconds that a game takes of which both seats look at everything at each decision."""
    game = st.load_ruleset(file).game(2)
    begin = time.process_time()
    state, read = game.start(seed=1), [0, 0]
    for number in range(decisions):
        for seat in range(2):
            state.view(seat)
            read[seat] += len(state.seen(seat, since=read[seat]))
        state.choose(number % 2)
    return time.process_time() - begin


def command(way: str, decisions: int, file: Path) -> float:
    """Seconds that a command takes for a game."""
    from click.testing import CliRunner

    from stammtisch.cli.commandline import group

    def run(*arguments: str) -> float:
        begin = time.process_time()
        CliRunner().invoke(group, arguments, catch_exceptions=False)
        return time.process_time() - begin

    folder = Path(tempfile.mkdtemp(dir=file.parent))
    script, record, trace = (str(folder / name) for name in ("answers.txt", "game.jsonl", "trace.jsonl"))
    play = ["play", str(file), "--seed", "1", "--record", record]
    if way == "play, people":
        Path(script).write_text("1\n2\n" * (decisions // 2), encoding="utf-8")
        return run(*play, "--seat", "all=human", "--script", script)
    played = run(*play, "--seat", "all=random", "--max-decisions", str(decisions))
    if way == "play, bots":
        return played
    if way == "replay":
        return run("replay", record)
    written = run("replay", record, "--trace", trace)
    return written if way == "trace" else run("replay", trace, "--ruleset", str(file))


def main() -> None:
    if len(sys.argv) == 3 and sys.argv[1] in WAYS:
        decisions = int(sys.argv[2])
        with tempfile.TemporaryDirectory() as folder:
            spent = follow(sys.argv[1], decisions, Path(folder)) / decisions * 1000
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000
        print(f"{spent:.4f} {most}")
        return
    print(f"{'milliseconds a decision, MB':<30}", *(f"{count:>14}" for count in counts()), "    ratio")
    for way in WAYS:
        costs = []
        print(f"{way:<30}", end="", flush=True)
        for count in counts():
            found = [measured(way, count) for _ in range(ROUNDS)]
            costs.append(min(took for took, _ in found))
            print(f"{costs[-1]:>8.3f} {min(most for _, most in found):>3.0f} MB", end="", flush=True)
        print(f"{max(costs) / min(costs):>9.2f}")


def measured(way: str, count: str) -> tuple[float, float]:
    """Milliseconds a decision and megabytes, in a process of its own, which begins with a fresh memory."""
    done = subprocess.run([sys.executable, __file__, way, count], check=True, capture_output=True, text=True)
    took, most = done.stdout.split()
    return float(took), float(most)


def counts() -> list[str]:
    """The lengths of the games."""
    return sys.argv[1:] or ["1000", "2000", "4000", "8000"]


if __name__ == "__main__":
    main()
