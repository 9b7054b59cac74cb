"""Compare random generators as source inlined into a Python function; prints the tables of docs/random.md.

Run: python tests/benchmarks/random_streams.py
Python's own generator appears here only as the yardstick; the project does not use it.
"""

from __future__ import annotations

import platform
import timeit

from stammtisch.base import streams

ROUNDS = 15
EMPTY = "(empty loop)"
YARDSTICK = "int(random.random() * n)"
MASK32 = "0xFFFFFFFF"
MASK64 = "0xFFFFFFFFFFFFFFFF"
MASK128 = MASK64 + "F" * 16
LCG64 = f"s = s * 6364136223846793005 + 1442695040888963407 & {MASK64}"
MWC59 = f"s = 0x7fa6502 * (s & {MASK32}) + (s >> 32)"
MWC64 = f"s = 4294883355 * (s & {MASK32}) + (s >> 32)"

SETUP = (
    "import random; from stammtisch.base import streams; from stammtisch.base.streams import game_seed, seed_stream\n"
    "r = random.random; Random = random.Random\n"
    "s = 0x123456789ABCDEF; c = 0x9ABCDEF; n = 52; stream = streams.Stream(seed_stream(1, streams.GAME))"
)

# name -> lines of one draw: state s (and c), number of choices n, result i; all are local variables.
DRAW: dict[str, list[str]] = {
    EMPTY: ["pass"],
    YARDSTICK: ["i = int(r() * n)"],
    "**lehmer64 (128-bit state)**": [f"s = s * {streams.MULTIPLIER:#x} & {MASK128}", "i = s * n >> 128"],
    "128-bit LCG, 64-bit multiplier": [f"s = s * 0xda942042e4dd58b5 + 1 & {MASK128}", "i = s * n >> 128"],
    "64-bit MCG": [f"s = s * 6364136223846793005 & {MASK64}", "i = s * n >> 64"],
    "64-bit LCG": [LCG64, "i = s * n >> 64"],
    "MWC, low word": [MWC64, f"i = (s & {MASK32}) * n >> 32"],
    "MWC64X": [MWC64, f"i = ((s ^ s >> 32) & {MASK32}) * n >> 32"],
    "MWC64X as two ints": [f"t = 4294883355 * s + c; c = t >> 32; s = t & {MASK32}", "i = (s ^ c) * n >> 32"],
    "mwc59 with value32": [MWC59, f"i = ((s ^ s << 8) & {MASK32}) * n >> 32"],
    "PCG32 (XSH-RR)": [
        LCG64,
        f"v = (s >> 18 ^ s) >> 27 & {MASK32}",
        f"i = (((v | v << 32) >> (s >> 59)) & {MASK32}) * n >> 32",
    ],
    "xorshift64*": [
        f"s ^= s >> 12; s ^= s << 25 & {MASK64}; s ^= s >> 27",
        f"i = ((s * 2685821657736338717 & {MASK64}) >> 32) * n >> 32",
    ],
    "SplitMix64": [
        f"s = s + 0x9E3779B97F4A7C15 & {MASK64}",
        f"z = (s ^ s >> 30) * 0xBF58476D1CE4E5B9 & {MASK64}",
        f"z = (z ^ z >> 27) * 0x94D049BB133111EB & {MASK64}",
        "i = ((z ^ z >> 31) >> 32) * n >> 32",
    ],
}

OTHER: dict[str, list[str]] = {
    "one draw through `Stream.draw`": ["stream.draw(52)"],
    "seed a stream: `seed_stream`": ["seed_stream(1234567, 0)"],
    "seed of a game: `game_seed`": ["game_seed(7, 1234567)"],
    "yardstick: `random.Random(seed)`": ["Random(1234567)"],
    "clone in generated code: `t = s`": ["t = s"],
    "clone a `Stream`": ["stream.clone()"],
    "yardstick: `Random.getstate()`": ["y.getstate()"],
}


def measure(statements: dict[str, list[str]], times: int) -> dict[str, float]:
    """Best nanoseconds per loop of each statement; the rounds are interleaved so that all see the same machine."""
    timers = {name: timeit.Timer("\n".join(lines), SETUP + "; y = Random(1)") for name, lines in statements.items()}
    best = dict.fromkeys(timers, float("inf"))
    for _ in range(ROUNDS):
        for name, timer in timers.items():
            best[name] = min(best[name], timer.timeit(times) / times * 1e9)
    return best


def main() -> None:
    """Print both tables in Markdown."""
    draws = measure(DRAW, 50_000)
    other = measure(OTHER, 5_000)
    empty = draws.pop(EMPTY)
    unit = draws[YARDSTICK] - empty
    machine = f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}"
    print(f"{machine}; best of {ROUNDS} rounds, the empty loop ({empty:.0f} ns) subtracted\n")
    print("| one draw, n = 52 | ns | relative |\n|---|---:|---:|")
    for name, value in draws.items():
        print(f"| {name} | {value - empty:.0f} | {(value - empty) / unit:.2f} |")
    print("\n| other costs | ns | relative |\n|---|---:|---:|")
    for name, value in other.items():
        print(f"| {name} | {value - empty:.0f} | {(value - empty) / unit:.2f} |")


if __name__ == "__main__":
    main()
