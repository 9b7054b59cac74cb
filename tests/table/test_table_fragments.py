"""What is kept of pages: made once for equal data, made anew for other data, and no more of it than some."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.worlds.given import table_at

from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
from stammtisch.seats.perception.scenes import information_of
from stammtisch.seats.running_game import game_wording
from stammtisch.seats.seat_view import view_of
from stammtisch.seats.visibility import ONLOOKER
from stammtisch.table.pages.fragments import FRAGMENTS, Fragments
from stammtisch.table.pages.layout.areas import Presentation, arrange
from stammtisch.table.pages.log_entries import Entry, entries_html
from stammtisch.table.pages.render import seat_pieces
from stammtisch.table.pages.sidebar import sidebar_data


def test_equal_data_are_made_once_and_other_data_anew() -> None:
    made: list[Any] = []

    def make(*data: Any) -> str:
        made.append(data)
        return repr(data)

    def other(*data: Any) -> str:
        return "other" + repr(data)

    kept = Fragments()
    one = {"name": "".join(["An", "na"]), "cards": [1, None, True], "at": {(1, "x"): 2}}
    assert kept.make_once(make, one, 3) == kept.make_once(make, {**one, "name": "Anna"}, 3) == repr((one, 3))
    assert len(made) == 1
    assert kept.make_once(other, one, 3) == "other" + repr((one, 3))
    for less in ({**one, "cards": [1, None, 1]}, {**one, "name": "Ann"}, {**one, "at": {(1, "x"): 3}}):
        assert kept.make_once(make, less, 3) == repr((less, 3))
    assert kept.make_once(make, one, "3") == repr((one, "3")) and len(made) == 5
    kept.most = 10
    for number in range(100):
        kept.make_once(make, number)
        assert kept.make_once(make, one, 3) == repr((one, 3))
        assert len(kept.young) + len(kept.old) <= 21
    assert len(made) == 105


@pytest.mark.parametrize("name", ["bierfest", "hearts", "nine-mens-morris"])
def test_what_is_kept_of_pages_is_what_would_be_made_anew(name: str) -> None:
    ruleset = load_ruleset(name)
    game = ruleset.game(max(ruleset.players))
    names, seats = game.program.names["player"], [*range(game.players), ONLOOKER]
    bots = [False] * game.players

    def pages(state: State) -> list[dict[str, str]]:
        table = table_at(state)
        sides = [sidebar_data(table, seat, "") for seat in seats]
        links = [f"/table/x/{seat + 1}/y" for seat in seats]
        return [
            seat_pieces(state, seat, names, bots, link, side)[1]
            for seat, link, side in zip(seats, links, sides, strict=True)
        ]

    kept = []
    for seed in (1, 2):
        state, stream = game.start(seed), Stream(2 * seed + 1)
        for _ in range(8):
            state = state.clone()
            state.choose(stream.draw(len(state.decision.numbers)), state.decision.seat)
            kept.append((state, pages(state)))
    for state, before in kept:
        FRAGMENTS.young.clear()
        FRAGMENTS.old.clear()
        entries_html.cache_clear()
        assert pages(state) == before


def test_areas_are_shared_by_seats_that_know_cards_by_other_tags(monkeypatch: Any) -> None:
    game = load_ruleset("bierfest").game(4)
    state, stream = game.start(3), Stream(7)
    for _ in range(60):
        state.choose(stream.draw(len(state.decision.numbers)), state.decision.seat)
    made: list[str] = []

    def count(area: dict[str, Any], look: Presentation) -> dict[str, Any]:
        made.append(area["id"])
        return arrange(area, look)

    monkeypatch.setattr("stammtisch.table.pages.render.arrange", count)
    FRAGMENTS.young.clear()
    FRAGMENTS.old.clear()
    owner, names = state.decision.seat, game.program.names["player"]
    others = [seat for seat in range(4) if seat != owner]
    area = f"area-{owner + 1}"
    pieces = {seat_pieces(state, seat, names, [False] * 4, "/x")[1][area] for seat in others}
    zones = [view_of(information_of(state, seat))["zones"] for seat in others]
    tags = {tuple(card["tag"] for zone in some for card in zone["cards"] if zone["owner"] == owner) for some in zones}
    assert len(tags) == 3 > len(pieces) == made.count(area)


def test_lists_of_the_log_with_the_same_words_are_kept_apart() -> None:
    one, other = (Entry(1, "a"),), (Entry(2, "a"),)
    assert "line-1" in entries_html(one) and "line-2" in entries_html(other)
    assert "?then=1" in entries_html(one) and "?then=1" not in entries_html(one, False)


def test_a_page_lists_no_values_of_single_cards_that_its_seat_may_not_read() -> None:
    state = load_ruleset("bierfest").game(4).start(1)
    information = information_of(state, 0)
    whole, less = (view_of(information, every)["values"] for every in (True, False))
    gone = [item for item in whole if item not in less]
    assert {(item["name"], item["hidden"]) for item in gone} == {("fresh", True)} and len(less) == len(whole) - len(
        gone
    )


def test_the_words_of_a_game_are_kept_by_language() -> None:
    game = load_ruleset("hearts").game(4)
    words = [game_wording(game, ["Ada", "Ben", "Cleo", "Dan"], language) for language in ("en", "de", "en")]
    assert [one.language for one in words] == ["en", "de", "en"] and words[0] == words[2]
    assert words[0].name("hand") != words[1].name("hand")
    assert game_wording(game, ["Eve"]).players == ("Eve",)
