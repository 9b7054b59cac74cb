"""What is continued as a game goes on, lines of the log and where points come from, is what it would be if made anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from helpers.games import ruleset
from helpers.paths import DATA
from helpers.tiers import many, tiered

from stammtisch.base.display_names import Wording
from stammtisch.base.streams import Stream
from stammtisch.game.state import State
from stammtisch.seats.perception.events import perception_of
from stammtisch.seats.phrases import event_texts, events_to_show
from stammtisch.seats.phrases.log_lines import Lines, line_style, log_lines
from stammtisch.seats.score import score_parts
from stammtisch.seats.visibility import ONLOOKER

GAMES = (
    "balvin",
    "bierfest",
    "munchhausen",
    "ofertu",
    "warrender",
    "hearts",
    "liars-dice",
    str(DATA / "ok" / "twins.yaml"),
)
TWO = Wording(players=("Anna", "Ben"))
MOST = 30


def states(name: str, most: int) -> Iterator[State]:
    """The states of a game, each a copy of the one before; now and then one that is not gone on with."""
    game = ruleset(name).game()
    stream, state = Stream(7), game.start(3)
    while not state.over and state.decisions < most:
        for other in (True, False) if state.decisions % 8 == 5 else (False,):
            after = state.clone()
            asked = after.decision
            after.choose(stream.draw(len(asked.numbers)), asked.seat)
            yield after
            if not other:
                state = after
    yield state


def lines_anew(state: State, seat: int, names: Wording) -> tuple[list[str], list[str]]:
    """The same as log_lines, from all events at once."""
    program, events = state.game.program, state.seen(seat)
    own = [n for n, event in enumerate(events) if event["kind"] == "choose" and event["seat"] == seat]
    since = own[-1] + 1 if own else len(events)
    earlier, fresh = (event_texts(events_to_show(program, part), names) for part in (events[:since], events[since:]))
    return (earlier[-MOST:] if len(fresh) < MOST else []), fresh[-MOST:]


@pytest.mark.parametrize("name", tiered(GAMES, lambda name: name not in ("balvin", "bierfest", "ofertu")))
def test_lines_that_are_continued_are_those_of_the_whole_log(name: str) -> None:
    names = Wording(players=("Anna", "Ben", "Carla", "Dora"))
    for number, state in enumerate(states(name, many(60, 90))):
        if number == 40:
            names = names.with_players(["Hans", *names.players[1:]])
        for seat in range(ONLOOKER, state.game.players):
            # not every state is looked at by all
            if (number + seat) % 3 or state.over:
                assert log_lines(perception_of(state, seat).log, names, MOST) == lines_anew(state, seat, names), (
                    number,
                    seat,
                )


@pytest.mark.parametrize("name", ("bierfest", "hearts", "balvin"))
def test_lines_are_the_same_wherever_they_are_continued(name: str) -> None:
    stream, state, names = Stream(7), ruleset(name).game().start(15), Wording(players=("Anna", "Ben", "Carla", "Dora"))
    while not state.over and state.decisions < 150:
        state.choose(stream.draw(len(state.decision.numbers)), state.decision.seat)
    events, program = perception_of(state, 0).log.events, state.game.program
    for step in (1, 2, 5):
        lines, style = Lines(0, 0), line_style(program, names, 10_000)
        for end in (*range(step, len(events), step), len(events)):
            lines = lines.up_to(end, events, style)
        assert [*lines.done, *lines.last] == event_texts(events_to_show(program, [*events]), names)


def test_cards_that_are_chosen_together_share_a_line_wherever_it_is_continued() -> None:
    style = line_style(ruleset("hearts").game().program, TWO, 9)
    chosen = [{"kind": "choose", "seat": 0, "decision": "pass", "option": "", "value_kind": "card card"}] * 2
    moves = [{"kind": "move", "words": "pass", "from": "player 1.hand", "to": "deck", "where": "top", "card": {}}] * 2
    other = {"kind": "turn", "seat": 1, "round": 1}
    events: Any = [*({**event, "value": {}} for event in chosen), *moves, other]
    whole = ["Anna: pass: 2 cards from Anna's hand to the deck", "-- round 1: Ben's turn"]
    for first in range(1, len(events)):
        lines = Lines(0, 0).up_to(first, events, style).up_to(len(events), events, style)
        assert [*lines.done, *lines.last] == whole, first


def test_a_card_chosen_at_the_same_time_by_another_is_not_said_to_be_moved_for_this_seat() -> None:
    style = line_style(ruleset("hearts").game().program, TWO, 99)

    def chosen(seat: int) -> dict[str, Any]:
        return {
            "kind": "choose",
            "seat": seat,
            "decision": "pass",
            "option": "",
            "value_kind": "card card",
            "value": {},
        }

    def moved(place: str) -> dict[str, Any]:
        return {"kind": "move", "words": "pass", "from": place, "to": "deck", "where": "top", "card": {}}

    for count in (1, 2, 3):
        for place in ("player 1.hand", "player 2.hand", "row"):
            events: Any = [chosen(0)] * count + [chosen(1)] * count + [moved(place)] * count
            whole = event_texts(events, TWO)
            assert whole[: 2 * count] == ["Anna: pass"] * count + ["Ben: pass"] * count
            assert len(whole) == 2 * count + 1 and whole[-1].startswith("pass: ")
            for first in range(1, len(events)):
                lines = Lines(0, 0).up_to(first, events, style).up_to(len(events), events, style)
                assert [*lines.done, *lines.last] == whole, first


@pytest.mark.parametrize("name", ("balvin", "bierfest", "hearts"))
def test_points_come_from_where_a_game_played_anew_says(name: str) -> None:
    for number, state in enumerate(states(name, 75)):
        if number % 4 == 0 or state.over:
            anew = state.replayed()
            for seat in range(state.game.players):
                assert score_parts(state, seat, 0) == score_parts(anew, seat, 0), (number, seat)


def test_an_earlier_state_is_still_told_as_it_was() -> None:
    found = [*states("hearts", 75)]
    told = [score_parts(state, 1, 1) for state in found]
    assert [score_parts(state, 1, 1) for state in found[::-1]] == told[::-1]
    assert any(len(parts) and parts != told[0] for parts in told)
