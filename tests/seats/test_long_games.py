"""Long games: what each decision costs does not grow with those before it, and clones do not mix their logs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.long_games import ENDLESS
from helpers.tiers import full

import stammtisch as st
from stammtisch.cli.commandline import group
from stammtisch.game.state import State
from stammtisch.seats.perception.events import KEPT_EVERY
from stammtisch.seats.seat_log import SeatEvents


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    file = tmp_path / "endless.yaml"
    file.write_text(ENDLESS, encoding="utf-8")
    return file


def test_of_what_a_seat_knows_little_is_kept_and_its_events_once(endless: Path) -> None:
    state = st.load_ruleset(endless).game(2).start(seed=1)
    for number in range(600):
        state.seen(0, since=2 * number)
        state.choose(number % 2)
    assert state.log is not None
    kept: list[Any] = []
    link = state.log.last
    while link is not None:
        kept += link.known.values()
        link = link.before
    assert 3 < len(kept) < len(state.log) / KEPT_EVERY + 4
    assert len({id(perception.log.events.items) for perception in kept}) == 1


@full
def test_clones_that_go_different_ways_read_their_own_logs(endless: Path) -> None:
    game = st.load_ruleset(endless).game(2)
    state = game.start(seed=1)
    states: list[State] = []
    for number in range(150):
        branch = state.clone()
        for seat in (0, 1) if number % 3 else ():
            branch.choose(1 - number % 2)
            branch.seen(seat)
            branch.choose(0)
            branch.seen(seat)
        states += [branch, state.clone()]
        state.choose(number % 2)
        state.seen(number % 2)
    for other in states:
        again = other.replayed()
        assert [other.seen(seat) for seat in (0, 1)] == [again.seen(seat) for seat in (0, 1)]


def test_copies_of_a_log_share_what_they_have_in_common() -> None:
    events = SeatEvents([])
    for number in range(3):
        events.append({"number": number})
    one, other = events.copy(), events.copy()
    one.append({"number": 3})
    one.replace(3, {"number": "three"})
    assert one.items is other.items
    other.append({"number": "another"})
    other.replace(0, {"number": "first"})
    assert [event["number"] for event in events] == [0, 1, 2]
    assert [event["number"] for event in one] == [0, 1, 2, "three"]
    assert [event["number"] for event in other] == ["first", 1, 2, "another"]


@pytest.mark.parametrize("seats", ["all=random", "all=human"])
def test_the_terminal_reads_each_event_a_few_times_at_most(
    endless: Path, monkeypatch: pytest.MonkeyPatch, seats: str
) -> None:
    read = 0
    seen = State.seen

    def counting(state: State, seat: int, since: int = 0) -> list[dict[str, Any]]:
        nonlocal read
        read += len(found := seen(state, seat, since))
        return found

    monkeypatch.setattr(State, "seen", counting)
    monkeypatch.chdir(endless.parent)
    script = endless.with_name("answers.txt")
    script.write_text("1\n2\n" * 100, encoding="utf-8")
    told = ["--max-decisions", "200"] if seats == "all=random" else ["--script", str(script)]
    output = CliRunner().invoke(group, ["play", str(endless), "--seed", "1", "--seat", seats, *told]).output
    assert output.count("the deck goes round") > 150, output[-500:]
    assert 200 < read < 200 * 10
