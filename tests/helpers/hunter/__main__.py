"""The hunt: random rulesets against a checkout of Stammtisch, until the time is over. Run it in the folder tests/.

    python -m helpers.hunter --minutes 5 --seed 1 --out FOLDER [--program CHECKOUT] [--shrink SECONDS]

--program: another checkout (the folder that has `.dev`), of any age; else the one that this file lies in. Each find is
written to FOLDER once, at the end as small as it gets in SECONDS (15, or 0: not at all): `01-….yaml` (a find on a variant: a folder with base.yaml
and variant.yaml), with the command that shows it as its first lines. The end is a summary: programs tried, the share
that was accepted, how often each verb and function stood in accepted programs, and the finds by kind.
The same seed hunts the same programs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m helpers.hunter", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("finds"))
    parser.add_argument("--program", type=Path, default=HERE.parents[3])
    parser.add_argument("--stretch", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=150, help=argparse.SUPPRESS)
    parser.add_argument("--shrink", type=float, default=15.0, help="seconds of a processor to make each find small")
    parser.add_argument("--small", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    sys.path[:0] = [str(asked.program.resolve() / ".dev"), str(HERE.parents[2])]
    if asked.stretch is not None or asked.small:
        from helpers.hunter import hunt

        if asked.small:
            hunt.shrunk(asked.out, asked.small, asked.shrink)
        else:
            hunt.stretch(asked.stretch, asked.count, asked.out)
        return 0
    from helpers.hunter.keeper import Keeper

    keeper = Keeper(asked.program.resolve(), asked.out, asked.count, asked.shrink)
    keeper.hunt(asked.minutes, asked.seed)
    print(keeper.summary(), flush=True)
    if asked.shrink:
        keeper.make_small()
    return 1 if keeper.finds else 0


if __name__ == "__main__":
    sys.exit(main())
