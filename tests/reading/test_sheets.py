"""Cards and tables from sheets: what is read, and where a mistake in one is said to be."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import stammtisch as st
from stammtisch.editor.known.workspace import Workspace
from stammtisch.front import starter
from stammtisch.reading import library
from stammtisch.reading.dump import dump

RULES = """\
format: 1
game: Sheets
players: 2
things: {colour: [red, blue]}
components: {card: {front: {colour: maybe colour, value: 0..9, strong: bool}}}
tables:
  price: {from: prices.csv, rule: S1}
  bonus: {from: sheets/bonus.csv}
shared:
  deck: {pile of: card, see: nobody, starts with: {from: cards.csv}}
each player:
  hand: {holds: card, see: owner}
  points: 0..99
setup:
  shuffle the deck: {shuffle: deck}
  deal two: {deal: 2, from: deck, to: players.hand}
phases:
  a turn:
    turns: player in players
    until: {all cards are played: all(p.hand.empty for p in players)}
    do:
      play a card:
        choose: card in player.hand
        move: card
        to: deck
        do: {add: {player.points: price(card.value)}}
      a bonus: {add: {player.points: 'bonus(red, 1)'}}
score: player.points
rulings: {equal points share the victory: {change: score}}
"""
CARDS = "colour,value,strong,copies\nred,1,TRUE,2\nblue,2..4,,\n,9,false,\n"
ROWS = """\
[{colour: red, value: 1, strong: true, copies: 2}, {colour: blue, value: 2..4}, {value: 9, strong: false}]"""


def written(folder: Path, cards: str | bytes = CARDS, prices: str = "value,price\n0..4,1\n5..9,2\n") -> Path:
    (folder / "sheets").mkdir(exist_ok=True)
    (folder / "cards.csv").write_bytes(cards if isinstance(cards, bytes) else cards.encode())
    (folder / "prices.csv").write_text(prices, encoding="utf-8")
    (folder / "sheets" / "bonus.csv").write_text(",1,2\nred,1,2\nblue,3,\n", encoding="utf-8")
    path = folder / "ruleset.yaml"
    path.write_text(RULES, encoding="utf-8")
    return path


def test_a_sheet_says_what_rows_in_the_ruleset_would(tmp_path: Path) -> None:
    path = written(tmp_path)
    from_sheets = st.load_ruleset(path)
    assert from_sheets.warnings == []
    text = RULES.replace("{from: cards.csv}", ROWS).replace("{from: prices.csv", "{0..4: 1, 5..9: 2")
    path.write_text(text.replace("{from: sheets/bonus.csv}", "{red: {1: 1, 2: 2}, blue: {1: 3}}"), encoding="utf-8")
    by_hand = st.load_ruleset(path)
    assert dump(from_sheets.root) == dump(by_hand.root)
    assert from_sheets.hash == by_hand.hash
    assert len(from_sheets.game().program.cards) == 6


@pytest.mark.parametrize(
    "sheet",
    [
        CARDS.replace(",", ";"),
        CARDS.replace(",", "\t"),
        CARDS.replace("\n", "\r\n"),
        "\ufeff" + CARDS,
        CARDS.replace("\n", "\n,,,\n") + "\n\n",
        CARDS.replace("red,1", '"red", 1 '),
        CARDS.replace(",copies", ',copies,"# a remark, kept"').replace("TRUE,2", 'TRUE,2,"once, or\ntwice"'),
    ],
    ids=["semicolons", "tabs", "windows", "mark", "empty rows", "quotes and blanks", "remark"],
)
def test_it_may_be_written_as_spreadsheets_write_it(tmp_path: Path, sheet: str) -> None:
    expected = dump(st.load_ruleset(written(tmp_path)).root)
    assert dump(st.load_ruleset(written(tmp_path, sheet)).root) == expected


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        ("colour,value\nrde,1\n", "2:1 unknown-name row 2, column A (colour): nothing is called 'rde'"),
        ("colour,value\nred,1\n\nblue,12\n", "4:6 out-of-range row 4, column B (value): value is declared"),
        ("colour,value\n\"red\",x y\n", "2:7 sheet-value row 2, column B (value): 'x y' is not a value"),
        ("colour,value,#\nred,1,\"a\nb\"\nrde,1\n", "4:1 unknown-name row 3, column A (colour): nothing"),
        ("colour,vlaue\nred,1\nred,2\n", "1:8 unknown-name row 1, column B: a card has no 'vlaue'"),
        ("colour\nred\nblue\n", "2:1 missing-key rows 2–3: these rows have no value for value"),
        ("colour,value,copies\nred,1,-1\n", "2:7 out-of-range row 2, column C (copies): the number of copies"),
        ("colour,value\nred,1,1\n", "2:7 sheet-heading row 2, column C: this column has no heading"),
        ("colour,value,value\nred,1,1\n", "1:14 sheet-heading row 1, column C: the heading value stands"),
        ("colour,the value\nred,1\n", "1:8 unknown-name row 1, column B: a card has no 'the value'; 1 row of it cannot be read"),
        ("colour,value\nred,\"1\n", "2:5 sheet-quotes row 2: a quotation mark opens here"),
        ("colour,value\n", "1:1 sheet-empty this sheet holds no rows"),
        ("", "1:1 sheet-empty this sheet is empty"),
        (b"colour,value\nr\xe9d,1\n", "2:2 file-not-utf8 this file is not saved as UTF-8"),
        ("colour,value\nred,1".encode("utf-16")[:-1], "1:1 file-not-utf8 this sheet begins as UTF-16"),
        ("colour,value\nr\0d,1\n", "2:2 yaml-nul"),
        ("x," * 50_001 + "\ny\n", "1:1 file-too-big this sheet has more than 50,000 cells"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_sheet_row_and_column(tmp_path: Path, sheet: str | bytes, told: str) -> None:
    (found,) = st.validate(written(tmp_path, sheet))
    assert found.span.file == str(tmp_path / "cards.csv")
    assert f"{found.span.line}:{found.span.column} {found.code} {found.message}".startswith(told)


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        ("value,price\n0..4,1\n5..9,x\n", "3:6 unknown-name row 3, column B (price): nothing is called 'x'"),
        ("value,price\n0..4,1\n5..9,2,3\n", "3:8 sheet-heading row 3, column C: there is no case for this value"),
        ("value,price\n0..9,1\n0..9,2\n", "3:1 sheet-heading row 3, column A: there are two rows for 0..9"),
    ],
)
def test_the_same_holds_for_tables(tmp_path: Path, sheet: str, told: str) -> None:
    (found,) = st.validate(written(tmp_path, prices=sheet))
    assert f"{found.span.line}:{found.span.column} {found.code} {found.message}".startswith(told)


def test_a_sheet_that_is_not_there_is_told_where_it_is_named(tmp_path: Path) -> None:
    path = written(tmp_path)
    (tmp_path / "cards.csv").unlink()
    (found,) = st.validate(path)
    assert (found.code, found.span.file, found.span.line) == ("file-missing", str(path), 10)
    assert found.message == "there is no sheet cards.csv"


def test_a_variant_may_bring_its_own_sheet_and_change_a_row_of_a_table(tmp_path: Path) -> None:
    written(tmp_path)
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "few.csv").write_text("value,copies\n3,4\n", encoding="utf-8")
    variant = tmp_path / "variants" / "few.yaml"
    text = (
        "format: 1\nextends: ../ruleset.yaml\ngame: Few\nshared: {deck: {starts with: {from: few.csv, colour: red}}}\n"
    )
    variant.write_text(text + "tables: {price: {3: 7}}\n", encoding="utf-8")
    program = st.load_ruleset(f"{tmp_path}+few").game().program
    assert [card.look for card in program.cards] == [0, 0, 0, 0]
    (tmp_path / "variants" / "few.csv").write_text("value,copies\n3,many\n", encoding="utf-8")
    (found,) = st.validate(f"{tmp_path}+few")
    assert (Path(found.span.file).name, found.span.line, found.span.column) == ("few.csv", 2, 3)


def test_sheets_are_among_the_files_that_a_ruleset_is_made_of(tmp_path: Path) -> None:
    path = written(tmp_path)
    files = Workspace().analysis(path).files
    assert {file.name for file in files} == {"ruleset.yaml", "cards.csv", "prices.csv", "bonus.csv"}
    (tmp_path / "cards.csv").unlink()
    assert (tmp_path / "cards.csv").resolve() in Workspace().analysis(path).files


def test_a_copy_of_a_game_has_its_sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old").mkdir()
    path = written(tmp_path / "old")
    monkeypatch.chdir(tmp_path)
    starter.copy_game("new", "old")
    shutil.rmtree(tmp_path / "old")
    assert st.load_ruleset("new").game().program.cards and not path.exists()


def test_the_deck_of_warrender_is_a_sheet() -> None:
    folder = library.root() / "warrender"
    assert "{from: cards.csv}" in (folder / "ruleset.yaml").read_text(encoding="utf-8")
    assert len(st.load_ruleset("warrender").game().program.cards) == 72
