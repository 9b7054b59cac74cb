"""Bars: games of a bot against those that it should beat, kept in a file, and what they come to."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.bar_games import CLOSE, MET, MISSED, Bar, PlayedGame, Result, play_bar
from helpers.bars import BARS

from stammtisch.base.errors import UsageError
from stammtisch.bots.by_name import Bot
from stammtisch.bots.knowledge import Knowledge
from stammtisch.learning.trial import decisions_of, seconds_of

KUHN = Bar("kuhn", 2, "perfect", "random", 0.5)
FOUR = Bar("connect-four", 2, "search:4", "search:2", 0.5, opening=3)


def result(bar: Bar, won: int, games: int) -> Result:
    return Result(bar, "random", [PlayedGame(at, float(at < won), 1, 0.002, 2, 0.002) for at in range(games)])


@pytest.mark.parametrize(("won", "verdict"), [(240, MET), (239, CLOSE), (222, CLOSE), (220, MISSED)])
def test_a_bar_is_met_missed_or_too_close_to_say(won: int, verdict: str) -> None:
    found = result(replace(KUHN, wanted=0.6), won, 400)
    assert found.verdict == verdict
    assert found.words.startswith(f"random wins {won / 4:.1f} % (")
    assert found.words.endswith(f"wanted: 60.0 %: {verdict}; 2.0 ms a choice, the other 1.0")


def test_a_match_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "new" / "kuhn.jsonl"
    whole = play_bar(FOUR, "search:4", 6, 1)
    play_bar(FOUR, "search:4", 3, 1, file)
    with file.open("a") as lines:
        lines.write("[3, 1.0, 2")  # broken off in the middle of a line
    kept = file.read_text().splitlines()[:4]
    again = play_bar(FOUR, "search:4", 6, 1, file)
    assert file.read_text().splitlines()[:4] == kept
    assert len(file.read_text().splitlines()) == 7
    outcomes = [
        [(game.number, game.won, game.choices, game.other_choices) for game in one.games] for one in (whole, again)
    ]
    assert outcomes[0] == outcomes[1]
    assert len({outcome[2:] for outcome in outcomes[0]}) > 1, "the games differ"


def test_games_of_another_match_are_not_mixed_in(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.jsonl"
    play_bar(KUHN, "perfect", 1, 1, file)
    with pytest.raises(UsageError, match="has games of another match"):
        play_bar(KUHN, "perfect", 2, 2, file)


def test_each_seat_plays_the_same_opening() -> None:
    """With nobody who draws, games 1 and 2 come from one opening; a mirror would win one of them."""
    first, second, third, _ = play_bar(replace(FOUR, reference="search:4"), "search:4", 4, 1).games
    assert (first.choices, first.won) == (second.other_choices, 1 - second.won)
    assert (first.choices, first.other_choices) != (third.choices, third.other_choices)


def test_all_lines_of_play_are_counted() -> None:
    lines = play_bar(BARS["tictactoe"], "strongest", 1, 1)
    assert lines.words == "strongest loses 0 of 642 lines; wanted: 0: met"
    assert play_bar(BARS["tictactoe"], "search:1", 1, 1).verdict == MISSED


def test_the_time_of_choices_is_without_the_first_which_waits_for_the_game_to_be_compiled() -> None:
    game = FOUR.game
    waited: list[float] = []

    def slow_at_first(known: Knowledge) -> int:
        begun = time.thread_time()
        while not waited and time.thread_time() - begun < 0.3:
            pass
        waited.append(time.thread_time() - begun)
        return 0

    assert 0 < seconds_of(Bot("slow at first", slow_at_first), game, decisions_of(game, 1)) < 0.3 <= waited[0]
