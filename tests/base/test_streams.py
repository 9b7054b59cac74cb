"""The random streams: documented algorithm and vectors, the source templates, and statistics on fixed seeds."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from itertools import pairwise
from pathlib import Path

import pytest
from helpers.paths import ROOT

from stammtisch.base import streams
from stammtisch.base.streams import (
    BOTS,
    GAME,
    SAMPLING,
    Stream,
    game_seed,
    game_stream,
    index,
    seed_stream,
    step,
)

DOC = (ROOT / "docs" / "random.md").read_text(encoding="utf-8")
VECTOR_CHOICES = 1 << 20
LARGEST = (1 << 63) - 1
# A fair generator leaves this range once in 16,000 checks; the seeds are fixed, so a passing check passes for ever.
FAIR = 4.0

StreamVector = tuple[int, int, int, list[int], int]


def stream_vectors() -> list[StreamVector]:
    """The rows (seed, stream, starting state, draws, last state) of the table in docs/random.md."""
    pattern = r"^\| (\d+) \| (\d) \| `([0-9a-f]{32})` \| ([\d ]+) \| `([0-9a-f]{32})` \|$"
    return [
        (int(seed), int(stream), int(start, 16), [int(x) for x in draws.split()], int(end, 16))
        for seed, stream, start, draws, end in re.findall(pattern, DOC, re.MULTILINE)
    ]


def game_vectors() -> list[tuple[int, int, int]]:
    """The rows (seed of the run, number of the game, seed of the game) of the table in docs/random.md."""
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \|$", DOC, re.MULTILINE)
    return [(int(run), int(number), int(seed)) for run, number, seed in rows]


def draws(state: int, n: int, count: int) -> tuple[list[int], int]:
    """`count` draws from 0 to n - 1, and the state after them."""
    result = []
    for _ in range(count):
        state = step(state)
        result.append(index(state, n))
    return result, state


def deviation(values: Iterable[Hashable], cells: int) -> float:
    """Chi-square of `values` against equal chances for `cells` outcomes, as a normal deviate (Wilson and Hilferty)."""
    counts = Counter(values)
    expected = counts.total() / cells
    assert expected >= 5 and len(counts) <= cells
    chi = sum((k - expected) ** 2 for k in counts.values()) / expected + (cells - len(counts)) * expected
    freedom = cells - 1
    spread = 2 / (9 * freedom)
    return float(((chi / freedom) ** (1 / 3) - 1 + spread) / spread**0.5)


def test_documented_stream_vectors() -> None:
    vectors = stream_vectors()
    assert {(seed, stream) for seed, stream, *_ in vectors} == {(s, k) for s in (0, 1, LARGEST) for k in range(3)}
    for seed, stream, start, numbers, end in vectors:
        assert len(numbers) == 8
        assert seed_stream(seed, stream) == start
        assert draws(start, VECTOR_CHOICES, 8) == (numbers, end)


def test_documented_game_vectors() -> None:
    vectors = game_vectors()
    assert len(vectors) == 5
    assert vectors == [(run, number, game_seed(run, number)) for run, number, _ in vectors]


def test_mixer_is_splitmix64() -> None:
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [streams._mix(1234567, k) for k in (1, 2, 3, 4)] == published


def test_step_and_index_are_the_documented_formulas() -> None:
    state = 0x0123456789ABCDEF_FEDCBA9876543211
    assert step(state) == state * 15750249268501108917 % 2**128
    assert [index(state, n) for n in (1, 2, 1000, 1 << 20)] == [state * n // 2**128 for n in (1, 2, 1000, 1 << 20)]
    assert index(2**128 - 1, 1 << 20) == (1 << 20) - 1
    assert index(1, 1 << 20) == 0


def test_documented_c_code_gives_the_same_numbers(tmp_path: Path) -> None:
    blocks = re.findall(r"^```c\n(.*?)^```$", DOC, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    assert "int128" not in blocks[0]
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        run: Callable[..., str] = python_program
    else:
        (tmp_path / "random.c").write_text(blocks[0], encoding="utf-8")
        program = tmp_path / "random"
        subprocess.run([compiler, "-std=c99", "-o", str(program), str(tmp_path / "random.c")], check=True)

        def run(*arguments: int) -> str:
            command = [str(program), *map(str, arguments)]
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    for seed, stream, start, numbers, end in stream_vectors():
        assert run(seed, stream, VECTOR_CHOICES, 8).split() == [f"{start:032x}", *map(str, numbers), f"{end:032x}"]
    for run_seed, number, seed in game_vectors():
        assert run(run_seed, number) == f"{seed}\n"
    # The largest n makes every draw depend on a carry between the 32-bit parts.
    for n in (1, 2, 3, 52, 999_983, (1 << 32) - 1):
        assert run(n * 7919, BOTS, n, 2000) == python_program(n * 7919, BOTS, n, 2000)


def python_program(*arguments: int) -> str:
    """What the C program of docs/random.md prints for these arguments, computed by stammtisch."""
    if len(arguments) == 2:
        return f"{game_seed(*arguments)}\n"
    seed, stream, n, count = arguments
    start = seed_stream(seed, stream)
    numbers, end = draws(start, n, count)
    return f"{start:032x} {' '.join(map(str, numbers))} {end:032x}\n"


def test_stream_draws_like_the_functions_and_clones() -> None:
    stream = Stream(seed_stream(3, SAMPLING))
    expected, end = draws(stream.state, 52, 100)
    first = [stream.draw(52) for _ in range(60)]
    twin = stream.clone()
    rest = [stream.draw(52) for _ in range(40)]
    assert first + rest == expected
    assert stream.state == end != twin.state
    assert [twin.draw(52) for _ in range(40)] == rest
    assert twin == stream


@pytest.mark.parametrize("seed", [-1, 1 << 63, 1.0, "7", None, True])
def test_a_bad_seed_is_refused(seed: object) -> None:
    with pytest.raises(
        ValueError, match=r"seed must be a whole number from 0 to 9223372036854775807, not " + repr(seed)
    ):
        seed_stream(seed, GAME)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seed must be"):
        game_seed(seed, 0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="number of the game must be"):
        game_seed(0, seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("stream", [-1, 3, "game", True])
def test_an_unknown_stream_is_refused(stream: object) -> None:
    with pytest.raises(ValueError, match=r"no random stream .*0 \(game\), 1 \(bots\) or 2 \(sampling\)"):
        seed_stream(0, stream)  # type: ignore[arg-type]


def test_a_bad_number_of_choices_is_refused_and_changes_nothing() -> None:
    stream = Stream(seed_stream(0, GAME))
    before = stream.state
    for n in (0, -1, (1 << 20) + 1):
        with pytest.raises(ValueError, match=f"between 1 and 1048576 possibilities, not {n}"):
            stream.draw(n)
    assert stream.state == before
    assert stream.draw(1) == 0
    assert 0 <= stream.draw(1 << 20) < 1 << 20


@pytest.mark.parametrize("state", [0, 2, -1, 1 << 128, (1 << 128) + 1, 1.0, "1", None, True])
def test_a_bad_state_is_refused(state: object) -> None:
    assert not streams.is_state(state)
    with pytest.raises(ValueError, match="must be an odd whole number below"):
        Stream(state)  # type: ignore[arg-type]


def test_every_seed_and_step_gives_a_valid_state() -> None:
    for seed in (0, 1, 2, LARGEST):
        state = seed_stream(seed, GAME)
        for _ in range(50):
            assert streams.is_state(state)
            state = step(state)


def test_indexes_are_evenly_spread() -> None:
    state = seed_stream(20, GAME)
    deviations = []
    for n in range(2, 65):
        numbers, state = draws(state, n, 8000)
        assert min(numbers) >= 0 and max(numbers) < n
        deviations.append(deviation(numbers, n))
    assert max(map(abs, deviations)) < FAIR
    # Taken together they must scatter like normal deviates: not too even, not too uneven.
    assert 0.5 < sum(x * x for x in deviations) / len(deviations) < 1.6


@pytest.mark.parametrize("n", [2, 3, 6, 10, 13, 32, 52])
def test_pairs_of_draws_are_evenly_spread(n: int) -> None:
    numbers, _ = draws(seed_stream(n, BOTS), n, 40_001)
    assert abs(deviation(zip(numbers[0::2], numbers[1::2], strict=False), n * n)) < FAIR
    assert abs(deviation(zip(numbers[0:20_000], numbers[2:20_002], strict=True), n * n)) < FAIR


@pytest.mark.parametrize("n", [2, 3, 6, 10, 13])
def test_triples_of_draws_are_evenly_spread(n: int) -> None:
    numbers, _ = draws(seed_stream(n, SAMPLING), n, 45_000)
    assert abs(deviation(zip(numbers[0::3], numbers[1::3], numbers[2::3], strict=True), n**3)) < FAIR


def test_every_bit_of_a_draw_is_fair_and_independent_of_the_next() -> None:
    numbers, _ = draws(seed_stream(16, GAME), 1 << 16, 20_001)
    for bit in range(16):
        bits = [k >> bit & 1 for k in numbers]
        changes = [a ^ b for a, b in pairwise(bits)]
        assert abs(sum(bits) - len(bits) / 2) / (len(bits) / 4) ** 0.5 < FAIR, f"bit {bit}"
        assert abs(sum(changes) - len(changes) / 2) / (len(changes) / 4) ** 0.5 < FAIR, f"bit {bit}"
    assert abs(deviation((k & 15 for k in numbers), 16)) < FAIR
    assert abs(deviation((k >> 12 for k in numbers), 16)) < FAIR


def test_shuffles_of_five_cards_are_evenly_spread() -> None:
    stream = Stream(seed_stream(5, GAME))

    def shuffled() -> tuple[int, ...]:
        deck = list(range(5))
        return tuple(deck.pop(stream.draw(len(deck))) for _ in range(5))

    assert abs(deviation((shuffled() for _ in range(12_000)), 120)) < FAIR


def check_neighbours(starts: list[int]) -> None:
    """Fail unless streams started one after the other draw evenly and independently of each other."""
    for n in (2, 6, 10, 52):
        for place in range(4):
            starts = [step(state) for state in starts]
            numbers = [index(state, n) for state in starts]
            assert abs(deviation(numbers, n)) < FAIR, (n, place)
            if n < 52:
                assert abs(deviation(zip(numbers[0::2], numbers[1::2], strict=True), n * n)) < FAIR, (n, place)


@pytest.mark.parametrize("stream", [GAME, BOTS, SAMPLING])
@pytest.mark.parametrize("stride", [1, 1 << 32, 1 << 49])
def test_neighbouring_seeds_are_unrelated(stream: int, stride: int) -> None:
    check_neighbours([seed_stream(k * stride, stream) for k in range(6000)])


def test_the_streams_of_one_seed_are_unrelated() -> None:
    for first, second in ((GAME, BOTS), (GAME, SAMPLING), (BOTS, SAMPLING)):
        check_neighbours([seed_stream(k // 2, second if k % 2 else first) for k in range(8000)])


def test_games_of_a_run_and_of_neighbouring_runs_are_unrelated() -> None:
    check_neighbours([seed_stream(game_seed(7, k), GAME) for k in range(8000)])
    check_neighbours([seed_stream(game_seed(k, 3), BOTS) for k in range(8000)])
    check_neighbours([seed_stream(7 if k % 2 else game_seed(7, k), GAME) for k in range(0, 8000, 2)])
    assert len({game_seed(run, k) for run in range(20) for k in range(1000)}) == 20_000
    assert all(0 <= game_seed(run, 0) <= LARGEST for run in range(1000))


def test_one_bit_of_the_seed_changes_half_of_the_state() -> None:
    for bit in range(63):
        pairs = [(seed_stream(k, GAME), seed_stream(k ^ 1 << bit, GAME)) for k in range(1000, 1100)]
        changed = sum((a ^ b).bit_count() for a, b in pairs)
        # 100 times 127 fair bits (the lowest is always 1).
        assert abs(changed - 6350) / (12_700 / 4) ** 0.5 < FAIR, f"bit {bit}"


def test_the_checks_notice_a_bad_generator() -> None:
    with pytest.raises(AssertionError):
        check_neighbours([2 * k + 1 for k in range(6000)])
    assert deviation((k % 7 if k % 9 else 0 for k in range(7000)), 7) > FAIR
    assert deviation((k % 7 for k in range(7000)), 7) < -FAIR
    low_bits = [state & 3 for state in (step(k) for k in range(1, 8001, 2))]
    assert deviation(low_bits, 4) > FAIR


@pytest.mark.parametrize("seed", [0, 1, 7, 1 << 40, LARGEST])
def test_the_stream_of_a_game_in_less_time(seed: int) -> None:
    assert game_stream(seed) == seed_stream(seed, GAME)


@pytest.mark.parametrize("seed", [-1, 1 << 63, True, "1"])
def test_the_stream_of_a_game_needs_a_seed(seed: object) -> None:
    with pytest.raises(ValueError, match="the seed must be a whole number"):
        game_stream(seed)  # type: ignore[arg-type]


def test_each_decision_of_a_bot_has_streams_of_its_own() -> None:
    keys = [(7, 0, 0), (7, 0, 1), (7, 1, 0), (8, 0, 0)]
    states = [streams.thinking_stream(*key, request) for key in keys for request in range(3)]
    assert len(set(states)) == 12 and all(streams.is_state(state) for state in states)
    # as docs/random.md says
    key = streams._mix(streams._mix(streams._mix(7, 3), 2), 6)
    assert streams.thinking_stream(7, 1, 5, 4) == streams._mix(key, 9) << 64 | streams._mix(key, 10) | 1
    with pytest.raises(ValueError, match="the seed must be a whole number"):
        streams.thinking_stream(-1, 0, 0)
    draws = [Stream(streams.thinking_stream(seed, 1, 2)).draw(10) for seed in range(4000)]
    assert all(abs(draws.count(n) - 400) < 80 for n in range(10))
