"""The part `table` of the section `layout`: what it says to pages, `play` and logs, and that it says nothing to the game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from helpers.small_games import mistake_in

import stammtisch as st
from stammtisch.base.appearance.layouts import Mark, OnlyIf, TableLayout
from stammtisch.game.state import State
from stammtisch.seats.perception.events import perception_of
from stammtisch.seats.phrases.log_lines import log_lines
from stammtisch.seats.render import table
from stammtisch.table.pages.layout.panels import split_panel
from stammtisch.table.pages.render import seat_page

GAME = """\
format: 1
game: Fair
players: 2..3
things: {ware: [bread, honey], stall: 2}
components: {card: {front: {ware: ware, value: 1..3}}, coin: 20}
shared:
  deck: {pile of: card, see: nobody, starts with: {ware: wares, value: 1..3}}
  chest: {pile of: card, see: nobody}
  starter: first(players)
  days: 0..9
  quiet: 0..9
  fallen: false
  best: maybe ware
each stall: {shut: false, worth: 0..9}
each player:
  hand: {holds: card, see: owner}
  won: {holds: card}
  bid: 0..9
  purse: {of: coin, start: 2, see: owner}
setup:
  the first is drawn: {random: p in players, set: {starter: p}}
  two are put away: {move: 2, from: deck, to: chest, do: {shuffle: chest}}
  two each: {deal: 1, from: deck, to: players.hand}
phases:
  a day:
    turns: player in players from starter
    until: {three days are over: round > 3}
    do:
      a day goes by: {add: {days: 1}}
      a bid: {choose: amount in 0..2, set: {player.bid: amount}}
      all is noted: {set: {quiet: days, fallen: days > 3, stall_1.shut: days > 2, best: bread}}
      one is won: {when: not player.hand.empty, choose: card in player.hand, move: card, to: player.won}
score: count(player.won)
rulings: {equal scores share the victory: {change: score}}
"""


def state_of(folder: Path, layout: str = "", choices: int = 0, players: int = 2) -> State:
    file = folder / "fair.yaml"
    file.write_text(GAME + (f"layout: {{table: {{{layout}}}}}\n" if layout else ""), encoding="utf-8")
    state = st.load_ruleset(file).game(players).start(3)
    for _ in range(choices):
        state.choose(len(state.decision) - 1)
    return state


def page_of(state: State, seat: int = 0) -> str:
    names = ["Anna", "Ben", "Clara"][: state.game.players]
    # names that only scripts read do not count
    return re.sub(r' data-what="[^"]*"', "", seat_page(state, seat, names, [False] * len(names), "/t").decode())


def lines_of(state: State, seat: int = 0) -> str:
    looks = state.game.looks
    return "\n".join(sum(log_lines(perception_of(state, seat).log, looks.wording, 99, looks.table.out_of_log), []))


def test_a_table_is_read_as_data_and_changes_no_game(tmp_path: Path) -> None:
    plain = state_of(tmp_path, choices=5)
    laid = state_of(tmp_path, "hidden: [deck, days], only if: [bid, quiet > 2, best != bread]", choices=5)
    assert laid.game.looks.table.hidden == {"deck", "days", "starter"}
    assert laid.game.looks.table.only_if == {
        "bid": OnlyIf("bid"),
        "quiet": OnlyIf("quiet", ">", "2"),
        "best": OnlyIf("best", "!=", "bread"),
    }
    assert (laid.game.program, laid.v, laid.z) == (plain.game.program, plain.v, plain.z)
    assert laid.view(0) == plain.view(0) and laid.seen(0) == plain.seen(0)


def test_who_only_begins_is_not_shown_once_turns_are(tmp_path: Path) -> None:
    assert state_of(tmp_path).game.looks.table == TableLayout(frozenset({"starter"}))
    # what a step still reads or sets is needed
    for used in (
        "score: count(player.won) + (if starter = player then 1 else 0)\n",
        "whenever: {a day ends: {after: a bid, set: {starter: left(starter)}}}\nscore: 0\n",
    ):
        text = GAME.replace("score: count(player.won)\n", used)
        (tmp_path / "other.yaml").write_text(text, encoding="utf-8")
        assert st.load_ruleset(tmp_path / "other.yaml").looks.table == TableLayout()


def test_what_is_hidden_is_neither_on_the_page_nor_in_play_nor_in_the_log(tmp_path: Path) -> None:
    plain, laid = (state_of(tmp_path, layout, 4) for layout in ("", "hidden: [days, chest, won]"))
    for text in (page_of(plain), "\n".join(table(plain, 0)), lines_of(plain)):
        assert "days" in text
    assert "chest" in lines_of(plain) and "won" in page_of(plain)
    for text in (page_of(laid), "\n".join(table(laid, 0)), lines_of(laid)):
        # the words of a condition are no counter: it is asked how many days are left
        assert "days" not in text.replace("three days are over", "") and "starter" not in text
    # where one end can be seen the move is told; what is done among hidden places is not
    assert "the chest" in lines_of(laid) and "shuffled" not in lines_of(laid)
    assert "shuffled" in lines_of(plain)
    assert "<h3>won</h3>" not in page_of(laid)


def test_what_only_matters_at_times_is_not_in_the_log(tmp_path: Path) -> None:
    laid = lines_of(state_of(tmp_path, "only if: [days > 5, quiet]", 4))
    assert "days" not in laid and "the quiet is now" in laid
    assert "days" in lines_of(state_of(tmp_path, choices=4))


def test_a_change_of_what_is_hidden_changes_no_other_line(tmp_path: Path) -> None:
    plain, laid = (lines_of(state_of(tmp_path, layout, 4)).splitlines() for layout in ("", "hidden: [days]"))
    assert [line for line in plain if "days" not in line] == laid


@pytest.mark.parametrize(
    ("condition", "before", "after"),
    [
        ("bid", False, True),
        ("quiet > 2", False, True),
        ("quiet < 2", True, False),
        ("fallen = true", False, True),
        ("best = none", True, False),
        ("best = bread", False, True),
        ("best != bread", True, False),
        ("shut", False, True),
        ("won", False, True),
        ("quiet >= 0", True, True),
    ],
)
def test_what_is_shown_at_times(condition: str, before: bool, after: bool, tmp_path: Path) -> None:
    name = condition.split()[0]
    for choices, shown in ((0, before), (7, after)):
        state = state_of(tmp_path, f"only if: ['{condition}']", choices)
        assert bool(re.search(rf"\b{name}\b", "\n".join(table(state, 0)))) == shown


def test_each_player_has_a_counter_of_its_own_and_all_places_have_theirs_together(tmp_path: Path) -> None:
    state = state_of(tmp_path, "only if: [bid, shut]", 1)
    bids = [item for item in state.view(0)["values"] if item["name"] == "bid"]
    assert sorted(item["value"] for item in bids) == [0, 2]
    assert sum("bid" in line for line in table(state, 0)) == 1
    assert "shut" not in "\n".join(table(state, 0))
    text = "\n".join(table(state_of(tmp_path, "only if: [bid, shut]", 7), 0))
    assert "shut" in text


def test_what_a_seat_cannot_read_is_no_reason_to_leave_it_out(tmp_path: Path) -> None:
    for choices in (0, 6):
        for layout in ("", "only if: [purse]"):
            text = "\n".join(table(state_of(tmp_path, layout, choices), 1))
            assert text.count("purse ?") == 1 and text.count("purse 2") == (not layout)


@pytest.mark.parametrize(
    ("layout", "code", "hint"),
    [
        ("hidden: [dcek]", "unknown-name", "Did you mean `deck`?"),
        ("hidden: zzz", "unknown-name", "write a place or counter: deck, chest"),
        ("only if: [bid > high]", "bad-only-if", "write a number"),
        ("only if: [best = chees]", "bad-only-if", "write a number or a member"),
        ("only if: [won > 3]", "bad-only-if", "name won alone"),
        ("only if: [bid, bid > 2]", "bad-only-if", "keep one of the two"),
        ("only if: [bid + 1]", "bad-only-if", "one comparison"),
        ("middle: [stals]", "unknown-name", "Did you mean `stalls`?"),
        ("panels: [days]", "unknown-name", "write what each player has: hand, won, bid, purse"),
        ("panels: [{money: prse}]", "unknown-name", "Did you mean `purse`?"),
        ("mine: [stall_1]", "unknown-name", "write what each player has"),
        ("panels: 3", "wrong-type", ""),
        ("piles: [bid]", "unknown-name", "write a place for cards: deck, chest, hand, won"),
        ("market: [wn]", "unknown-name", "Did you mean `won`?"),
        ("hand: {hnd: [ware]}", "unknown-name", "Did you mean `hand`?"),
        ("hand: {hand: [ware, -valeu]}", "unknown-name", "Did you mean `value`?"),
        ("hand: {hand: price}", "unknown-name", "write what is on the cards: ware, value"),
        ("hand: [ware]", "wrong-type", ""),
        ("hiden: [deck]", "unknown-key", "Did you mean `hidden`?"),
        ("hidden: {deck: 1}", "wrong-type", ""),
        ("hidden: [3]", "wrong-type", ""),
    ],
)
def test_what_does_not_fit_is_refused_at_its_place(tmp_path: Path, layout: str, code: str, hint: str) -> None:
    found = mistake_in(tmp_path, GAME, f"layout: {{table: {{{layout}}}}}")
    assert found.code == code and hint in found.hint and found.span.column >= 8


def part_of(html: str, name: str) -> str:
    """A section of a page."""
    found = re.search(rf'<section id="{name}".*?</section>', html, re.S)
    assert found is not None
    return found[0]


def test_others_have_panels_with_numbers_and_small_cards_and_i_have_a_rail(tmp_path: Path) -> None:
    html = page_of(state_of(tmp_path), 0)
    order = [html.index(f'id="{name}"') for name in ("area-2", "area-table", "area-1", "hand")]
    assert order == sorted(order)
    other, mine = part_of(html, "area-2"), part_of(html, "hand")
    # what another holds is a number, what it is is not seen; nor is its purse, which the rail has for oneself
    assert re.search(r"<dt>hand</dt><dd>.*?1</dd>", other) and "card back" not in other and "purse" not in other
    assert "<dt>purse</dt>" in mine and "<h3>hand</h3>" in mine


def test_cards_that_are_known_are_drawn_and_not_counted_once_more() -> None:
    known: dict[str, Any] = {
        "name": "hand",
        "label": "player 2.hand",
        "show": None,
        "size": 2,
        "cards": [{"front": {}}],
    }
    for item, chips, drawn in ((known, [], [known]), (known | {"cards": []}, [known | {"cards": []}], [])):
        assert split_panel([item], None, frozenset({"player 2.hand"}), frozenset()) == (chips, drawn)


def test_panels_and_the_rail_show_what_is_named_in_that_order(tmp_path: Path) -> None:
    layout = "panels: [{cards: won}, bid], mine: [{money: purse}]"
    html = page_of(state_of(tmp_path, layout, 5), 0)
    assert re.findall("<dt>(.*?)</dt>", part_of(html, "area-2")) == ["cards", "bid"]
    assert re.findall("<dt>(.*?)</dt>", part_of(html, "hand")) == ["money"]
    # cards that all see stay, unless they are a number there
    assert "<h3>won</h3>" not in part_of(html, "area-2")
    plain = part_of(page_of(state_of(tmp_path, "panels: [bid]", 5), 0), "area-2")
    assert "<h3>won</h3>" in plain and re.findall("<dt>(.*?)</dt>", plain) == ["bid"]


def test_cards_that_can_be_tapped_are_drawn_though_they_are_a_number(tmp_path: Path) -> None:
    steal = "      one is stolen: {when: not left(player).won.empty, choose: card in left(player).won, move: card, to: player.won}\n"
    text = GAME.replace("score:", steal + "score:")
    (tmp_path / "fair.yaml").write_text(text + "layout: {table: {panels: [won]}}\n", encoding="utf-8")
    state = st.load_ruleset(tmp_path / "fair.yaml").game(2).start(3)
    while state.decision.name != "one is stolen":
        state.choose(0)
    seat = state.decision.seat
    panel = part_of(page_of(state, seat), f"area-{2 - seat}")
    assert ' tap"' in panel and "<dt>won</dt>" in panel


def test_the_middle_has_what_is_named_first_with_the_cards_of_all_players(tmp_path: Path) -> None:
    html = page_of(state_of(tmp_path, "middle: [won, stalls], only if: [days > 9]", 6), 1)
    middle = part_of(html, "area-table")
    assert middle.index("<h3>won</h3>") < middle.index("<h3>Anna</h3>") < middle.index("<h3>Ben</h3>")
    assert middle.index("<h3>Ben</h3>") < middle.index("stall 1") < middle.index("<h3>deck")
    assert "<h3>won</h3>" not in part_of(html, "area-1") + part_of(html, "area-2") + part_of(html, "hand")


def test_things_in_the_middle_are_found_by_their_names_and_by_their_plurals(tmp_path: Path) -> None:
    for name in ("stall", "stalls"):
        assert state_of(tmp_path, f"middle: [{name}]").game.looks.table.middle == ("stall",)


def test_places_with_several_things_are_tiles_with_what_holds_there(tmp_path: Path) -> None:
    tiles = re.search(r'<ul class="tiles.*?</ul>', page_of(state_of(tmp_path, choices=7)), re.S)
    assert tiles is not None
    one, two = re.findall("<li>(.*?)</li>", tiles[0], re.S)
    assert "shut" in one and "shut" not in two and "worth" in two


CARDS = """\
format: 1
game: Cards
players: 2
things: {ware: [bread, honey]}
components: {card: {front: {value: 1..3, ware: ware}}}
shared: {row: {holds: card}, past: {pile of: card}}
each player: {hand: {holds: card, see: owner, starts with: {ware: wares, value: 1..3}}, shown: {holds: card}}
setup:
  ten lie in a row: {for each: p in players, do: {move: 'those(c in p.hand where c.value = 3)', to: row, do: {move: 'those(c in p.hand where c.value = 2)', to: past}}}
phases:
  a round: {turns: player in players, until: {it is late: round > 2}, choose: card in player.hand, move: card, to: player.shown}
score: count(player.shown)
rulings: {equal scores share the victory: {change: score}}
"""


def cards_page(folder: Path, layout: str = "", text: str = CARDS, seat: int = 0) -> str:
    file = folder / "cards.yaml"
    file.write_text(text + (f"layout: {{table: {{{layout}}}}}\n" if layout else ""), encoding="utf-8")
    return page_of(st.load_ruleset(file).game(2).start(1), seat)


def words_of(html: str) -> list[str]:
    return re.findall(r'class="card [^"]*"[^>]*? aria-label="([^"]*)"', html)


def zone_of(html: str, name: str) -> str:
    found = re.search(rf'<div class="zone[^>]*><h3>{name}\b.*?(?=<div class="zone|</section>)', html, re.S)
    assert found is not None
    return found[0]


def test_a_pile_shows_its_top_card_and_opens(tmp_path: Path) -> None:
    past = zone_of(cards_page(tmp_path), "past")
    top, inside = past.split("</summary>")
    assert len(words_of(top)) == 1 and len(words_of(inside)) == 4 and "show 4" in top
    assert words_of(top)[0] == words_of(inside)[0]
    assert "<details" not in zone_of(cards_page(tmp_path), "row")
    assert "<details" in zone_of(cards_page(tmp_path, "piles: [row]"), "row")


def test_more_than_seven_open_cards_are_a_pile(tmp_path: Path) -> None:
    text = CARDS.replace("value: 1..3}}, shown", "value: 1..3, copies: 2}}, shown")
    assert "<details" in zone_of(cards_page(tmp_path, text=text), "row")
    assert "<details" not in zone_of(cards_page(tmp_path, text=CARDS), "row")


def test_cards_of_a_market_show_everything(tmp_path: Path) -> None:
    assert ' market"' in zone_of(cards_page(tmp_path, "market: row"), "row")
    assert ' market"' not in cards_page(tmp_path)


@pytest.mark.parametrize(
    ("layout", "order"),
    [
        ("", ["bread 1", "bread 2", "bread 3", "honey 1", "honey 2", "honey 3"]),
        ("hand: {hand: [value, -ware]}", ["honey 1", "bread 1", "honey 2", "bread 2", "honey 3", "bread 3"]),
        ("hand: {hand: -value}", ["bread 3", "honey 3", "bread 2", "honey 2", "bread 1", "honey 1"]),
    ],
)
def test_the_own_hand_is_drawn_in_order_and_options_stay(tmp_path: Path, layout: str, order: list[str]) -> None:
    text = re.sub("setup:.*?phases:", "phases:", CARDS.replace(", past: {pile of: card}", ""), flags=re.S)
    html = cards_page(tmp_path, layout, text)
    hand = [" ".join(sorted(words.split(), reverse=True)[::1]) for words in words_of(part_of(html, "hand"))]
    assert [" ".join(sorted(words.split(), key=str.isdigit)) for words in hand] == order
    plain = cards_page(tmp_path, "", text)
    options = re.compile(r'<button name="option" value="(\d+)">(.*?)</button>')
    assert options.findall(html) == options.findall(plain) != []


def laid_over(folder: Path, layout: str, variant: str) -> Any:
    (folder / "fair.yaml").write_text(GAME + f"layout: {{table: {{{layout}}}}}\n", encoding="utf-8")
    (folder / "other.yaml").write_text(f"format: 1\nextends: fair\n{variant}\n", encoding="utf-8")
    return st.load_ruleset(folder / "fair.yaml", [folder / "other.yaml"]).looks.table


def test_a_variant_changes_a_table_key_by_key(tmp_path: Path) -> None:
    lines = "hidden: [deck, days], only if: [bid, quiet > 2]"
    found = laid_over(tmp_path, lines, "layout: {table: {hidden: [chest]}}")
    assert (found.hidden, [*found.only_if]) == ({"chest", "starter"}, ["bid", "quiet"])
    assert laid_over(tmp_path, lines, "layout: {table: {hidden: null}}").hidden == {"starter"}
    assert laid_over(tmp_path, lines, "layout: {table: {only if: null}}").only_if == {}


def test_what_a_variant_removes_goes_from_the_table_too(tmp_path: Path) -> None:
    gone = "shared: {quiet: null, days: null}\nchange: {a day goes by: null, all is noted: {set: {best: bread}}}"
    found = laid_over(tmp_path, "hidden: [deck, days], only if: [quiet > 2]", gone)
    assert (found.hidden, found.only_if) == ({"deck", "starter"}, {})
    gone = "each player: {purse: null}"
    found = laid_over(tmp_path, "panels: [bid, {money: purse}], mine: purse, middle: [won]", gone)
    assert (found.panels, found.mine, found.middle) == ((Mark("bid"),), None, ("won",))
    other = CARDS.replace("[bread, honey]}", "[bread, honey], hue: [red, blue]}").replace(
        "ware: ware}", "ware: ware, hue: hue}"
    )
    other = other.replace("value: 1..3}}", "value: 1..3, hue: red}}")
    gone = "format: 1\nextends: hued\ncomponents: {card: {front: {hue: null}}}\nthings: {hue: null}\n"
    gone += "each player: {hand: {starts with: null}}\nshared: {row: {starts with: {ware: wares, value: 1..3}}}\n"
    layout = "layout: {table: {hand: {hand: [-hue, value], past: [hue]}}}\n"
    (tmp_path / "hued.yaml").write_text(other + layout, encoding="utf-8")
    (tmp_path / "plain.yaml").write_text(gone, encoding="utf-8")
    found = st.load_ruleset(tmp_path / "hued.yaml", [tmp_path / "plain.yaml"]).looks.table
    assert found.hands == {"hand": ("value",)}
