"""The section `layout`: what it says to pages and to print, and that it says nothing to the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.small_games import mistake_in

import stammtisch as st
from stammtisch.base.appearance.layouts import (
    POKER,
    SIZES,
    BoardLayout,
    BoardLines,
    CardLayout,
    CardSize,
    Mark,
    PrintLayout,
    card_size,
)
from stammtisch.base.diagnostics import RulesetError

GAME = """\
format: 1
game: High card
players: 2
things: {ware: [bread, honey]}
components: {card: {front: {ware: ware, value: 1..3, cost(ware): 0..3}, back: {house: ware}}, prize: {front: {worth: 1..2}}, coin: 20}
shared: {table: {pile of: card}, prizes: {pile of: prize, starts with: {worth: 1..2}}}
each player:
  hand: {holds: card, see: owner, starts with: {ware: wares, value: 1..3, house: bread}}
phases:
  a round: {together: p in players, choose: card in p.hand, move: card, to: table}
score: sum(player.hand.value)
rulings: {equal scores share the victory: {change: score}}
"""
LAYOUT = """\
layout:
  cards:
    card: {title: ware, corners: [value, {price: cost}], picture: honey, footer: [], size: mini landscape}
    prize: {title: worth}
"""


BOARDS = """\
format: 1
game: Towns
players: 2
things: {cell: 3x3, town: [adlitz, birk], point: [a1, b2, c3], figure: [king, knight]}
tables: {links: {adlitz: [birk], birk: [adlitz]}, price: {adlitz: 2, birk: 3}}
each cell: {man: maybe player, piece: maybe figure}
each town: {keeper: maybe player}
each point: {stone: maybe player}
phases:
  a turn: {turns: player in players, until: {it is late: round > price(adlitz)}, one of: {Pass: nothing}}
always: {nothing is its own neighbour: no(t in towns where t in t.links)}
score: 0
rulings: {equal scores share the victory: {change: score}}
"""


def written(folder: Path, text: str, name: str = "high") -> Path:
    file = folder / f"{name}.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def cards(base: Path, *variants: Path) -> dict[str, CardLayout]:
    return dict(st.load_ruleset(base, variants).looks.cards)


def test_a_layout_is_read_as_data(tmp_path: Path) -> None:
    found = cards(written(tmp_path, GAME + LAYOUT))
    assert found["card"].parts == {
        "title": (Mark("ware"),),
        "corners": (Mark("value"), Mark("cost", "price")),
        "picture": (Mark("honey"),),
        "footer": (),
    }
    assert found["card"].size == CardSize(68, 44)
    assert found["prize"] == CardLayout({"title": (Mark("worth"),)}, POKER)


def test_a_layout_changes_no_game(tmp_path: Path) -> None:
    plain, laid = (st.load_ruleset(written(tmp_path, text, "high")) for text in (GAME, GAME + LAYOUT))
    assert plain.hash == laid.hash
    assert plain.game().program == laid.game().program
    assert laid.game().looks.cards == laid.looks.cards != plain.looks.cards


def test_a_layout_keeps_no_part_of_a_library(tmp_path: Path) -> None:
    written(
        tmp_path, "format: 1\nlibrary: More\nabout: More.\nactions: {Pass by: {say: 1}}\ndefine: {price: 3}\n", "more"
    )
    uses = GAME.replace("format: 1\n", "format: 1\nuse: more\n")
    hashes = {st.load_ruleset(written(tmp_path, text, "high")).hash for text in (uses, uses + LAYOUT)}
    assert len(hashes) == 1


@pytest.mark.parametrize(
    ("words", "size"),
    [
        *SIZES.items(),
        ("50 x 75", CardSize(50, 75)),
        ("50x75", CardSize(50, 75)),
        ("50 x 75 landscape", CardSize(75, 50)),
        ("bridge landscape", CardSize(89, 57)),
        ("landscape", None),
        ("24 x 75", None),
        ("50 x 181", None),
        ("50 x", None),
        ("", None),
    ],
)
def test_sizes(words: str, size: CardSize | None) -> None:
    assert card_size(words) == size


@pytest.mark.parametrize(
    ("layout", "code", "hint"),
    [
        ("cards: {card: {size: mni}}", "bad-size", "Did you mean `mini`?"),
        ("cards: {card: {size: mini landscap}}", "bad-size", "Did you mean `mini landscape`?"),
        ("cards: {card: {size: 10 x 75}}", "bad-size", "in whole millimetres"),
        ("cards: {card: {size: enormous}}", "bad-size", "the sizes are poker, bridge"),
        ("cards: {crad: {size: mini}}", "unknown-name", "Did you mean `card`?"),
        ("cards: {coin: {size: mini}}", "unknown-name", "write a kind of cards: card, prize"),
        ("cards: {card: {title: vlaue}}", "not-on-card", "Did you mean `value`?"),
        ("cards: {card: {rows: [{a: zzz}]}}", "not-on-card", "write something printed there: ware, value, cost,"),
        ("cards: {card: {title: coin}}", "not-on-card", "write something printed there"),
        ("cards: {card: {corners: [house]}}", "not-on-card", "the back shows all that is on it"),
        ("cards: {card: {picture: hony}}", "not-on-card", "Did you mean `honey`?"),
        ("cards: {card: {titel: ware}}", "unknown-key", ""),
        ("cards: {card: {title: 3}}", "wrong-type", ""),
        ("cards: {card: [ware]}", "wrong-type", ""),
        ("cards: []", "wrong-type", ""),
        ("crads: {card: {title: ware}}", "unknown-key", "Did you mean `cards`?"),
        ("print: {paper: letter}", "unknown-word", "Did you mean `Letter`?"),
        ("print: {marks: line}", "unknown-word", "Did you mean `lines`?"),
        ("print: {bleed: 50}", "bad-print", "write `bleed: 3`"),
        ("print: {bleed: -1}", "bad-print", "write `bleed: 3`"),
        ("print: {gap: wide}", "bad-print", "write `gap: 0`"),
        ("print: {shift: 0.5}", "bad-print", "such as `shift: 0.5 -0.3`"),
        ("print: {shift: 50 0}", "bad-print", "such as `shift: 0.5 -0.3`"),
        ("print: {shift: [1, 2]}", "wrong-type", ""),
        ("print: A4", "wrong-type", ""),
    ],
)
def test_what_cannot_be_laid_out_is_refused_at_its_place(tmp_path: Path, layout: str, code: str, hint: str) -> None:
    found = mistake_in(tmp_path, GAME, f"layout: {{{layout}}}")
    assert found.code == code and hint in found.hint and found.span.column >= 8


def test_print_is_read_as_data_and_changed_by_variants(tmp_path: Path) -> None:
    assert st.load_ruleset(written(tmp_path, GAME)).looks.print == PrintLayout("A4", 3, "corners", (0, 0), 0)
    words = "layout: {print: {paper: Letter, bleed: 2.5, marks: lines, shift: 0.5 -0.3, gap: 4}}\n"
    base = written(tmp_path, GAME + words)
    assert st.load_ruleset(base).looks.print == PrintLayout("Letter", 2.5, "lines", (0.5, -0.3), 4)
    variant = "format: 1\nextends: high\nlayout: {print: {paper: null, gap: 1.5 mm}}\n"
    found = st.load_ruleset(base, [written(tmp_path, variant, "other")]).looks.print
    assert found == PrintLayout("A4", 2.5, "lines", (0.5, -0.3), 1.5)


def test_variants_change_a_layout_word_by_word(tmp_path: Path) -> None:
    base = written(tmp_path, GAME + LAYOUT)
    variant = "format: 1\nextends: high\nlayout: {cards: {card: {title: [ware, value], corners: null, rows: cost}, prize: null}}\n"
    found = cards(base, written(tmp_path, variant, "other"))
    assert found.keys() == {"card"}
    assert found["card"].parts == {
        "title": (Mark("ware"), Mark("value")),
        "picture": (Mark("honey"),),
        "footer": (),
        "rows": (Mark("cost"),),
    }
    assert found["card"].size == CardSize(68, 44)


def test_what_a_variant_removes_goes_from_the_layout_too(tmp_path: Path) -> None:
    base = written(tmp_path, GAME + LAYOUT)
    fewer = (
        "format: 1\nextends: high\nthings: {ware: [bread, cheese]}\n"
        "components: {card: {front: {cost(ware): null}}, prize: null}\nshared: {prizes: null}\n"
    )
    found = cards(base, written(tmp_path, fewer, "fewer"))
    assert found.keys() == {"card"}
    assert found["card"].parts == {"title": (Mark("ware"),), "corners": (Mark("value"),), "footer": ()}
    own = fewer + "layout: {cards: {card: {rows: cost}}}\n"
    with pytest.raises(RulesetError, match="nothing on the front of card is called 'cost'"):
        cards(base, written(tmp_path, own, "own"))


# -- boards


def test_boards_are_read_as_data_and_change_no_game(tmp_path: Path) -> None:
    layout = (
        "layout: {boards: {cell: {squares: light and dark, coordinates: {rows: [a, b, 3]}, piece: [man, piece], my side: below},"
        " town: {at: {adlitz: 12 80, birk: 0 100}, note: keeper}, point: {lines: none, coordinates: none}, figure: {track: [1, 1]}}}\n"
    )
    plain = st.load_ruleset(written(tmp_path, BOARDS, "plain"))
    found = st.load_ruleset(written(tmp_path, BOARDS + layout, "plain"))
    assert (found.hash, found.game().program) == (plain.hash, plain.game().program)
    boards = found.looks.boards
    assert boards["cell"] == BoardLayout("light and dark", rows=("a", "b", "3"), piece=("man", "piece"), side="below")
    assert boards["town"].at == (("adlitz", 12, 80), ("birk", 0, 100)) and boards["town"].note == ("keeper",)
    # lines are found without a word of a layout
    assert boards["town"].lines == plain.looks.boards["town"].lines == BoardLines("links", True)
    assert boards["point"] == BoardLayout(coordinates="none", lines=BoardLines("", False))
    assert boards["figure"].track == (1, 1)


@pytest.mark.parametrize(
    ("layout", "code", "hint"),
    [
        ("cel: {squares: plain}", "unknown-name", "Did you mean `cell`?"),
        ("player: {my side: below}", "unknown-name", "write a kind of thing: cell, town, point, figure"),
        ("cell: {piece: mann}", "unknown-name", "Did you mean `man`?"),
        ("cell: {piece: [man, keeper]}", "unknown-name", "name what each cell has: man, piece"),
        ("figure: {note: king}", "unknown-name", "delete it: a figure has nothing"),
        ("town: {lines: link}", "unknown-name", "Did you mean `links`?"),
        ("town: {lines: price}", "unknown-name", "write a table of them: links"),
        ("point: {lines: links}", "unknown-name", "write `lines: none`"),
        ("town: {at: {adlitz: 12 80, birk: 1 1, brk: 2 2}}", "unknown-name", "Did you mean `birk`?"),
        ("town: {at: {adlitz: 12 80}}", "bad-board", "write `birk: 50 50`"),
        ("town: {squares: plain}", "bad-board", "delete it, or write `town: {grid: 3x3}`"),
        ("town: {coordinates: none}", "bad-board", "delete it, or write `town: {grid: 3x3}`"),
        ("point: {coordinates: a1}", "bad-board", "delete it"),
        ("cell: {track: [3, 3, 3]}", "bad-board", "delete it"),
        ("cell: {at: {cell_1_1: 1 1}}", "bad-board", "delete it"),
        ("cell: {coordinates: a2}", "wrong-form", ""),
        ("cell: {coordinates: {rows: 3}}", "wrong-type", ""),
        ("cell: {squares: light}", "unknown-word", ""),
        ("town: {at: {adlitz: 12 101, birk: 1 1}}", "wrong-form", ""),
        ("figure: {track: [0]}", "out-of-range", ""),
        ("cell: {peice: man}", "unknown-key", "Did you mean `piece`?"),
    ],
)
def test_boards_that_do_not_fit_are_refused_at_their_place(tmp_path: Path, layout: str, code: str, hint: str) -> None:
    found = mistake_in(tmp_path, BOARDS, f"layout: {{boards: {{{layout}}}}}")
    assert found.code == code and hint in found.hint and found.span.column >= 8


def test_what_a_variant_removes_goes_from_the_boards_too(tmp_path: Path) -> None:
    layout = "layout: {boards: {cell: {piece: [man, piece], note: piece}, town: {at: {adlitz: 12 80, birk: 0 100}}}}\n"
    base = written(tmp_path, BOARDS + layout, "towns")
    fewer = (
        "format: 1\nextends: towns\nthings: {town: [adlitz]}\neach cell: {piece: null}\n"
        "tables: {links: {adlitz: [], birk: null}, price: {birk: null}}\n"
    )
    found = st.load_ruleset(base, [written(tmp_path, fewer, "fewer")]).looks.boards
    assert (found["cell"].piece, found["cell"].note, found["town"].at) == (("man",), (), (("adlitz", 12, 80),))
