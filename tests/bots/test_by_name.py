"""Bots by their names: which there are, and what is said to any other."""

from __future__ import annotations

import pytest
from helpers.bots import searched

from stammtisch.base.errors import UsageError
from stammtisch.bots import knowledge
from stammtisch.bots.by_name import bot


@pytest.mark.parametrize("text", ["random", "greedy", "search", "search:1", "search:1000000", "perfect"])
def test_bots_are_known_by_their_names(text: str) -> None:
    assert bot(text).name == text == bot(f" {text.upper()} ").name


def test_a_strength_is_written_in_one_way() -> None:
    assert bot("search: 0400").name == "search:400"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("serch", "there is no bot 'serch': did you mean search?"),
        (
            "deep thought",
            "a bot is random, greedy, search or search:N with N iterations (search is search:400), "
            "learned or expert where a game was learned, or perfect where it is small",
        ),
        ("search:", "search:: after search: write a number of iterations from 1 to 1,000,000"),
        ("search:0", "from 1 to 1,000,000, for example search:400"),
        ("search:-3", "from 1 to 1,000,000"),
        ("search:1000001", "from 1 to 1,000,000"),
        ("search:many", "from 1 to 1,000,000"),
        ("perfect:7", "only search and expert take a number"),
        ("greedy:7", "only search and expert take a number, for example search:400"),
        ("", "there is no bot ''"),
    ],
)
def test_what_is_no_bot_is_told(text: str, told: str) -> None:
    with pytest.raises(UsageError) as error:
        bot(text)
    assert told in str(error.value)


def test_who_thinks_is_refused_where_nothing_is_played_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    game = searched("tictactoe")
    bot("search").require(game)
    monkeypatch.setitem(game.__dict__, "searching", None)
    bot("random").require(game)
    with pytest.raises(UsageError, match=r"^search:9 needs native play, and Tic-tac-toe is too large for it$"):
        bot("search:9").require(game)
    monkeypatch.setattr(knowledge, "available", lambda: False)
    with pytest.raises(UsageError, match=r"^greedy needs wasmtime, which is not installed: pip install wasmtime$"):
        bot("greedy").require(game)
