"""What each decision of a long game costs: `python tests/helpers/long_games.py [DECISIONS ...]`.

For each way to follow a game, milliseconds a decision and the most memory: views and logs of both seats at each
decision, the game at the terminal with bots and with people, and the playing anew of its recording.
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
WAYS = ("views and logs", "play, bots", "play, people", "replay")


def follow(way: str, decisions: int, file: Path) -> float:
    """Seconds of computing that it takes to follow a game of so many decisions, after a hundred that warm up."""
    game = st.load_ruleset(file).game(2)
    if way == WAYS[0]:
        state, read, begin = game.start(seed=1), [0, 0], 0.0
        for number in range(decisions + 100):
            if number == 100:
                begin = time.process_time()
            for seat in range(2):
                state.view(seat)
                read[seat] += len(state.seen(seat, since=read[seat]))
            state.choose(number % 2)
        return time.process_time() - begin
    from click.testing import CliRunner

    from stammtisch.cli.commandline import group

    script, record = file.with_name("answers.txt"), file.with_name("game.jsonl")
    script.write_text("1\n2\n" * (decisions // 2), encoding="utf-8")
    play = ["play", str(file), "--seed", "1"]
    short = [*play, "--seat", "all=random", "--max-decisions"]
    commands = {
        "play, bots": [*short, str(decisions)],
        "play, people": [*play, "--seat", "all=human", "--script", str(script)],
        "replay": ["replay", str(record), "--ruleset", str(file)],
    }
    CliRunner().invoke(group, [*short, str(decisions if way == "replay" else 100), "--record", str(record)])
    begin = time.process_time()
    CliRunner().invoke(group, commands[way])
    return time.process_time() - begin


def main() -> None:
    if len(sys.argv) == 3 and sys.argv[1] in WAYS:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "endless.yaml")
            file.write_text(ENDLESS, encoding="utf-8")
            count = int(sys.argv[2])
            took = follow(sys.argv[1], count, file) / count * 1000
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000
        print(f"{sys.argv[1]:<15} {count:>6} decisions: {took:.3f} ms each, {most} MB", flush=True)
        return
    for way in WAYS:
        for decisions in sys.argv[1:] or ("1000", "2000", "4000", "8000"):
            subprocess.run([sys.executable, __file__, way, decisions], check=True)  # each begins with a fresh memory


if __name__ == "__main__":
    main()
