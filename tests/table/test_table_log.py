"""The log of a page: a line for each step, the newest first, with cards as small pictures."""

from __future__ import annotations

import re

from stammtisch.base.languages.catalogues import ENGLISH
from stammtisch.base.streams import BOTS, Stream, seed_stream
from stammtisch.front.api import load_ruleset
from stammtisch.seats.perception.scenes import information_of
from stammtisch.seats.phrases import event_texts
from stammtisch.seats.phrases.log_lines import LogLine
from stammtisch.seats.running_game import game_wording
from stammtisch.seats.visibility import ONLOOKER
from stammtisch.table.pages.layout.cards import page_style
from stammtisch.table.pages.log_entries import line_html, log_entries, log_wording, plain_line
from stammtisch.table.pages.page import ALL_LINES, page_data, page_lines
from stammtisch.table.pages.page_content import content_of
from stammtisch.table.pages.points import with_points
from stammtisch.table.pages.render import seat_pieces, template_macros


def lines(*texts: tuple[str, str]) -> list[LogLine]:
    return [LogLine(text, {"number": number, "kind": kind}) for number, (kind, text) in enumerate(texts)]


def test_the_log_has_the_newest_first_and_what_follows_from_a_step_at_its_line() -> None:
    earlier = log_entries(lines(("turn", "-- Round 1"), ("choose", "first"), ("set", "points"), ("choose", "second")))
    fresh = log_entries(lines(("turn", "-- Round 2"), ("choose", "third"), ("gain", "x" * 30), ("tokens", "y" * 30)))
    text = str(template_macros("log.html", ENGLISH).log(fresh, earlier))
    places = [
        text.index(line) for line in ("Round 2", "third", "x" * 30, "y" * 30, "Round 1", "second", "first; points")
    ]
    assert places == sorted(places) and "<h2>What has happened <small>newest first</small></h2>" in text
    assert (
        '<li id="line-1"><details><summary>third</summary><ul><li><a class="then" href="?then=1">xxx' in text
        and text.count("<summary>") == 2
    )


def test_choices_come_first_and_what_was_done_before_the_first_is_one_line() -> None:
    told = lines(
        ("shuffle", "shuffled"), ("turn", "-- Round 1"), ("move", "dealt"), ("choose", "first"), ("move", "moved"),
        ("pour", "refilled"), ("choose", "second"),
    )  # fmt: skip
    found = log_entries(told, "{} steps".format)
    assert [entry.text for entry in found] == ["Round 1", "second", "first", "moved", "refilled", "2 steps"]
    assert [entry.text for entry in found if entry.follows] == ["moved", "refilled"]
    assert [step.text for step in found[-1].steps] == ["shuffled", "dealt"]
    # where the first lines are gone, nothing is known of the set-up
    assert log_entries(told)[-1].text == "shuffled"


def test_a_card_with_many_words_is_as_small_as_it_is_drawn() -> None:
    game = load_ruleset("warrender").game()
    state = game.start(3)
    page = page_data(content_of(state, 0), ["Ada", "Ben", "Cleo"], [False] * 3)
    steps = [step for entry in page["log"] for step in (entry, *entry.steps)]
    shown = [line_html(text) for step in steps for text in (step.text, *step.more)]
    assert any('title="Brass music (value 3, contribution 2)">3 ♪ Brass +2</b>' in line for line in shown)
    assert not any("value 3, contribution 2" in re.sub("<.*?>", "", line) for line in shown)


def test_cards_in_the_log_are_small_pictures_with_words_and_nothing_else_in_a_line_is() -> None:
    game = load_ruleset("hearts").game()
    wording, style = log_wording(game_wording(game, ["Ada <b>"] * 4), page_style(game)), page_style(game)
    assert wording == log_wording(game_wording(game, ["Ada <b>"] * 4), style)
    card = {"component": "card", "front": {"rank": "Queen", "suit": "spades"}, "tag": 3, "now": True}
    choice = {
        "kind": "choose",
        "words": "play",
        "seat": 1,
        "decision": "play",
        "option": "",
        "value_kind": "card card",
        "value": card,
    }
    moved = {
        "kind": "move",
        "words": "play",
        "from": "player 2.hand",
        "to": "player 2.played",
        "where": "",
        "card": card,
    }
    (line,) = event_texts([choice | {"number": 0}, moved | {"number": 1}], wording)
    assert plain_line(line) == "Ada <b>: play: Queen spades"
    assert line_html(line) == (
        'Ada &lt;b&gt;: play: <b class="mini hue-black" role="img" aria-label="Queen spades" title="Queen spades">Q♠</b>'
    )
    swept = [moved | {"from": f"player {n}.played", "to": "player 3.taken"} for n in (1, 2)]
    assert [plain_line(text) for text in event_texts(swept, wording)] == [
        "play: Queen spades x2 to Ada <b>'s taken cards"
    ]


def test_the_last_trick_says_who_laid_what_and_who_took_it_to_all_and_until_the_next() -> None:
    state, bots = load_ruleset("hearts").game().start(7), Stream(seed_stream(7, BOTS))
    found = []
    for step in range(12 + 4 * 2 + 1):
        decision = [*state.pending.values()][0]
        state.choose(bots.draw(len(decision)), decision.seat)
        pages = [page_data(content_of(state, seat), ["Ada", "Ben", "Cleo", "Dan"], [False] * 4) for seat in (-1, 0, 3)]
        tricks = [page["trick"] and (page["trick"]["taker"], [*map(str, page["trick"]["cards"])]) for page in pages]
        assert tricks[0] == tricks[1] == tricks[2] and bool(tricks[0]) == (step >= 15)
        found += tricks[:1] if tricks[0] and tricks[0] not in found else []
        for page in pages if tricks[0] else ():
            assert sum(int(by) for by, _ in page["trick"]["gains"]) == worth_of(page["trick"]["cards"])
    taken = [zone["size"] for zone in state.view(0)["zones"] if zone["name"] == "taken"]
    assert len(found) == 2 and sum(taken) == 8 and all(len(cards) == 4 for _, cards in found)
    assert {who for who, _ in found} == {
        name for name, size in zip(("Ada", "Ben", "Cleo", "Dan"), taken, strict=True) if size
    }


def worth_of(cards: list[tuple[str, str]]) -> int:
    """The points of the cards of a trick in Hearts."""
    told = "".join(text for _, text in cards)
    return told.count("♥\x1f") + 13 * ("Q♠\x1f" in told)


def test_lines_about_tricks_and_the_place_of_their_taker_say_the_points() -> None:
    state, bots = load_ruleset("hearts").game().start(7), Stream(seed_stream(7, BOTS))
    points, hands, marked = [0] * 4, list[int](), 0
    for _ in range(2 * (12 + 4 * 13)):
        decision = [*state.pending.values()][0]
        state.choose(bots.draw(len(decision)), decision.seat)
        page, pieces = seat_pieces(state, 0, ["Ada", "Ben", "Cleo", "Dan"], [False] * 4, "/x")
        trick = page["trick"]
        if trick and trick["new"] is not None and trick["gains"] and "round of-4" in pieces["area-table"]:
            marked += 1
            place = pieces["area-table"].partition(trick["taker"])[2].partition("</h3>")[0]
            assert f'title="this hand">{trick["gains"][0][0]}<' in place
        else:
            assert 'class="gained"' not in pieces["area-table"]
    game, log = state.game, information_of(state, ONLOOKER).log
    words = log_wording(page["look"].wording, page["look"].style)
    lines, fresh = page_lines(log, words, game, ALL_LINES)
    [told_lines] = with_points([[*lines, *fresh]], log, words, game)
    for line in told_lines:
        if "takes the trick" in line and (told := re.search(r"to (\w+)'s taken cards; this hand \+(\d+)", line)):
            points[["Ada", "Ben", "Cleo", "Dan"].index(told[1])] += int(told[2])
        # a hand is over, and its points were counted
        if "'s points" in line and any(points):
            hands.append(sum(points))
            points = [0] * 4
    assert marked > 3 and hands == [26, 26]


def test_the_link_to_the_log_says_how_much_has_happened_since_my_last_choice() -> None:
    state, stream = load_ruleset("hearts").game(4).start(1), Stream(seed_stream(1, BOTS))
    said: list[bool] = []
    while not state.over and len(said) < 3:
        seat, site = state.sites()[-1]
        numbers = state.option_numbers(seat, site)
        state.choose(stream.draw(len(numbers)), seat)
        page, pieces = seat_pieces(state, 0, [""] * 4, [False] * 4, "/x")
        chosen = sum(not (entry.heading or entry.follows) for entry in page["fresh"])
        if chosen:
            said.append(f"Log <b>{chosen} new</b>" in pieces["top"])
    assert said == [True] * 3
