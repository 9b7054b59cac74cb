"""How large recordings are: `python tests/helpers/recording_sizes.py [GAMES]`.

Bytes a decision in random games of the five games with their fewest players, with the rules and without, and of the
traces of the same games.
"""

from __future__ import annotations

import io
import sys

import stammtisch as st
from stammtisch.base.streams import game_seed
from stammtisch.game.bots import bots_stream, random_bot
from stammtisch.records.trace import Recorder

FIVE = ("balvin", "bierfest", "munchhausen", "ofertu", "warrender")


def sizes(name: str, games: int) -> tuple[float, float, float, float]:
    """In the mean of some games: decisions, bytes a decision without the rules, with them, and of a trace."""
    ruleset = st.load_ruleset(name)
    found = []
    for number in range(games):
        seed = game_seed(1, number)
        state, bots, kept, trace = ruleset.game().start(seed), bots_stream(seed), io.BytesIO(), io.BytesIO()
        with st.GameRecorder(kept, ruleset, state) as recorder:
            while not state.over:
                recorder.choose(random_bot(len(state.decision), bots))
        Recorder(trace, state).close()
        first = kept.getvalue().index(b"\n") + 1
        whole = len(kept.getvalue())
        found.append((state.decisions, *(size / state.decisions for size in (whole - first, whole, trace.tell()))))
    decisions, choices, all_in, full = (sum(column) / games for column in zip(*found, strict=True))
    return decisions, choices, all_in, full


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print("| game | decisions | choices alone | with the rules | trace |\n| --- | ---: | ---: | ---: | ---: |")
    rows = [(name, sizes(name, games)) for name in FIVE]
    mean = tuple(sum(row[part] for _, row in rows) / len(rows) for part in range(4))
    for name, row in [*rows, ("mean", mean)]:
        print(f"| {name} | {' | '.join(f'{number:,.0f}' for number in row)} |")


if __name__ == "__main__":
    main()
