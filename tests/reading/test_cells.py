"""Sheets as people save them: what cells and headings mean, and what is refused because it may mean two things."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from helpers.market import market, write_market
from helpers.tiers import many

import stammtisch as st
from stammtisch.base.diagnostics import apply_correction

RULES = market(
    "ware: [bread, cheese, Grüne_Soße], mood: [x, good]",
    "ware: ware, value: 0..9, spoils: bool, spice_level: maybe ware, cost(mood): 0..9",
).replace("components:", "settings: {most: 3}\ncomponents:")
TABLE = RULES.replace("components:", "tables: {price: {from: prices.csv}}\ncomponents:").replace(
    "player.points: card.value", "player.points: price(card.value)"
)


def written(folder: Path, sheet: str | bytes, rules: str = RULES, name: str = "cards.csv") -> Path:
    return write_market(folder, rules, sheet, name)


def cards(path: Path) -> list[list[int]]:
    """The ware, value and whether it spoils, of each card."""
    return [list(card.values[:3]) for card in st.load_ruleset(path).game().program.cards]


def problems(path: Path) -> list[str]:
    return [f"{d.span.line}:{d.span.column} {d.code} {d.message}" for d in st.validate(path) if d.severity == "error"]


@pytest.mark.parametrize(
    "sheet",
    [
        "ware,value,spoils\nbread,1,true\ncheese,2,\n",
        "ware;value;spoils\nbread;1;true\ncheese;2;\n",
        "ware|value|spoils\nbread|1|true\ncheese|2|\n",
        "ware\tvalue\tspoils\r\nbread\t1\ttrue\r\ncheese\t2\t\r\n",
        "ware,value,spoils\rbread,1,true\rcheese,2,\r",
        '"ware" ,"value" ,"spoils"\n"bread" ,"1" , "true" \n"cheese","2",\n',
        "sep=;\nware;value;spoils\nbread;1;true\ncheese;2;\n",
        "# My market, version 3\n\nware,value,spoils\nbread,1,true\n# honey,9,\ncheese,2,\n",
        ",,,\n,ware,value,spoils\n,,,\n,bread,1,true\n,cheese,2,\n,,,\n",
        "ware;value;spoils;# notes\nbread;1;true;a, b, c\ncheese;2;;d, e, f\n",
        "# id,ware,value,spoils\n7,bread,1,true\n8,cheese,2,\n9,,,\n",
        "Ware,VALUE, Spoils \nbread,1,true\ncheese,2,\n",
        "ware,value,spoils,Spice level,cost good\nbread,1,true,,3\ncheese,2,,,\n",
        "ware,value,spoils,copies\nbread,1,true,1\ncheese,2,,1\nbread,9,,0\n",
        "\ufeffware,value,spoils\nbread,1,true\ncheese,2,\n",
        "ware,value,spoils\nbread,1,true\ncheese,2,\n".encode("utf-16"),
        "ware,value,spoils\nbread,1,true\ncheese,2,\n".encode("utf-16-le").join([b"\xff\xfe", b""]),
        "ware,value,spoils\n\u00a0bread ,1,true\ncheese,2,\n",
    ],
)
def test_a_sheet_is_read_by_what_it_is(tmp_path: Path, sheet: str | bytes) -> None:
    assert cards(written(tmp_path, sheet)) == [[0, 1, 1], [1, 2, 0]]


@pytest.mark.parametrize(
    "yes", ["yes", "Yes", "Y", "x", "X", "1", "TRUE", "Ja", "WAHR", "oui", "VRAI", "sí", "VERDADERO", "sì", "vero", "✓"]
)
def test_yes_in_five_languages(tmp_path: Path, yes: str) -> None:
    rules = RULES.replace("mood: [x, good]", "mood: [fine, good]")
    assert cards(written(tmp_path, f"ware,value,spoils\nbread,1,{yes}\n", rules)) == [[0, 1, 1]]


@pytest.mark.parametrize("no", ["no", "No", "N", "0", "FALSE", "nein", "FALSCH", "non", "FAUX", "FALSO", ""])
def test_no_in_five_languages(tmp_path: Path, no: str) -> None:
    assert cards(written(tmp_path, f"ware,value,spoils\nbread,1,{no}\n")) == [[0, 1, 0]]


@pytest.mark.parametrize(
    ("value", "found"),
    [("7", [7]), ("\u22127", []), ("1..3", [1, 2, 3]), ('"[1, 4]"', [1, 4]), ("most", [3]), ("1..most", [1, 2, 3])],
)
def test_numbers_names_ranges_and_lists_stay_as_they_are(tmp_path: Path, value: str, found: list[int]) -> None:
    path = written(tmp_path, f"ware,value\nbread,{value}\n")
    if found:
        assert [value for _, value, _ in cards(path)] == found
    else:
        assert problems(path) == [
            "2:7 out-of-range row 2, column B (value): value is declared as 0..9, but here it is -7"
        ]


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("2,5", "'2,5' is not a whole number"),
        ("2.5", "'2.5' is not a whole number"),
        ("1.000", "'1.000' may be 1000 or a decimal number"),
        ("1,000", "'1,000' may be 1000 or a decimal number"),
        ("1 000", "'1 000' is not a number as rulesets write it"),
        ("1-3", "'1-3' may be a range, a subtraction or a date"),
        ("1–3", "'1–3' may be a range, a subtraction or a date"),
        ("3. Apr", "'3. Apr' is a date"),
        ("04. Mrz", "'04. Mrz' is a date"),
        ("Apr 03", "'Apr 03' is a date"),
        ("2026-04-03", "'2026-04-03' is a date"),
        ("3/4/2026", "'3/4/2026' is a date"),
        ("03.04.", "'03.04.' is a date"),
        ("=A1+1", "'=A1+1' is a formula without its result"),
        ("#REF!", "'#REF!' is an error of the spreadsheet"),
        ("#N/A", "'#N/A' is an error of the spreadsheet"),
        ("#BEZUG!", "'#BEZUG!' is an error of the spreadsheet"),
        ("Err:502", "'Err:502' is an error of the spreadsheet"),
        ("-", "'-' is not a value"),
        ("–", "'–' is not a value"),
        ("1, 3", "'1, 3' is several values, but a list needs brackets"),
        ("50%", "'50%' is not a whole number"),
        ("3 €", "'3 €' is not a whole number"),
        ("2 * most", "'2 * most' is not a value"),
        ("max(1, 2)", "'max(1, 2)' is not a value"),
        ("many", "nothing is called 'many', and value is a number"),
    ],
)
def test_what_is_not_certain_is_refused(tmp_path: Path, cell: str, told: str) -> None:
    (found,) = st.validate(written(tmp_path, f'ware;value\ncheese;1\nbread;"{cell}"\n'))
    assert found.message.startswith(f"row 3, column B (value): {told}")
    assert found.hint
    if found.instead:
        line = apply_correction((tmp_path / "cards.csv").read_text(encoding="utf-8").split("\n")[2], found)
        assert st.validate(written(tmp_path, f"ware;value\ncheese;1\n{line}\n")) != [found]


@pytest.mark.parametrize("cell", ["2,5", "1-3", "3. Apr", "1, 3"])
def test_a_proposal_never_changes_the_number_of_cards_unseen(tmp_path: Path, cell: str) -> None:
    (found,) = st.validate(written(tmp_path, f'ware;value\nbread;"{cell}"\n'))
    assert not found.instead and not found.fix
    assert "[" not in found.hint or "more cards than now" in found.hint or "a list is" in found.hint


@pytest.mark.parametrize(
    ("cell", "told", "instead"),
    [
        ("Bread", "nothing is called 'Bread'", "bread"),
        ("Grüne Soße", "nothing is called 'Grüne Soße': a name has no spaces", "Grüne_Soße"),
        ("spice_level", "nothing is called 'spice_level'", ""),
        ("br\u0435ad", "nothing is called 'br\u0435ad'", "bread"),
    ],
)
def test_a_name_is_sought_among_the_things_of_the_column(tmp_path: Path, cell: str, told: str, instead: str) -> None:
    (found,) = st.validate(written(tmp_path, f"ware;value\n{cell};1\n"))
    assert found.message == f"row 2, column A (ware): {told}"
    assert found.instead == instead


def test_like_mistakes_of_a_column_are_one_message(tmp_path: Path) -> None:
    rows = ["bread;1", "Bread;1", "Bread;2,5", "cheese;3,5", "Bread;12", "cheese;13"]
    path = written(tmp_path, "ware;value\n" + "\n".join(rows))
    assert problems(path) == [
        "3:1 unknown-name rows 3–4 and 6, column A (ware): nothing is called 'Bread'",
        "4:7 sheet-value rows 4–5, column B (value): '2,5' is not a whole number (also '3,5')",
        "6:7 out-of-range rows 6–7, column B (value): value is declared as 0..9, but here it is 12 (also '13')",
    ]


@pytest.mark.parametrize("row", ["Bread,{0}", "bread,{0}x", "b{0},1", "bread,{0}00"])
def test_thousands_of_wrong_rows_take_seconds_and_few_words(tmp_path: Path, row: str) -> None:
    path = written(tmp_path, "ware,value\n" + "\n".join(row.format(i + 10) for i in range(many(2_000, 20_000))))
    begin = time.process_time()
    assert 0 < len(problems(path)) <= 45
    assert time.process_time() - begin < 10


def test_a_column_that_is_not_on_the_cards_is_named_once_and_can_be_ignored(tmp_path: Path) -> None:
    sheet = "ware,value,Image,notes\nbread,1,b.png,\ncheese,2,c.png,tasty\n"
    path = written(tmp_path, sheet)
    first, second = st.validate(path)
    assert first.message == "row 1, column C: a card has no 'Image'; 2 rows of it cannot be read"
    assert second.message == "row 1, column D: a card has no 'notes'; 1 row of it cannot be read"
    assert "`ignore: [notes]`" in second.hint
    rules = RULES.replace("{from: cards.csv}", "{from: cards.csv, ignore: [image, notes]}")
    assert cards(written(tmp_path, sheet, rules)) == [[0, 1, 0], [1, 2, 0]]
    rules = RULES.replace("{from: cards.csv}", "{from: cards.csv, ignore: [imagine]}")
    (found,) = st.validate(written(tmp_path, "ware,value,Image\nbread,1,b.png\n", rules))
    assert (found.code, found.message) == ("unknown-name", "this sheet has no column 'imagine' to ignore")


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        ("My market\nware,value\nbread,1\n", "1:1 sheet-heading row 1: each column needs a heading here"),
        ("ware,value\n", "1:1 sheet-empty this sheet holds no rows"),
        ("ware,value\n# nothing,1\n", "1:1 sheet-empty below its headings this sheet holds only comments"),
        ("ware;value,spoils\nbread;1,x\n", "1:1 sheet-separator the cells of this sheet may be separated by commas or"),
        ("ware,value,Ware\nbread,1,bread\n", "1:12 sheet-heading row 1, column C: the heading Ware stands over two"),
        ("ware,value\nbread,\ncheese,\n", "2:1 missing-key rows 2–3: these rows have no value for value"),
        ("ware,value,\nbread,1,x\ncheese,1,y\n", "2:9 sheet-heading rows 2–3, column C: this column has no heading"),
        ("ware,value\nbr\0ead,1\n", "2:3 yaml-nul there is a zero byte here"),
        ("ware,value\nK\xe4se,1\n".encode("cp1252"), "2:2 file-not-utf8 this file is not saved as UTF-8"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_said_at_its_place(tmp_path: Path, sheet: str | bytes, told: str) -> None:
    (found,) = problems(written(tmp_path, sheet))
    assert found.startswith(told)


@pytest.mark.parametrize(
    ("name", "content", "told", "hint"),
    [
        ("https://example.org/cards.csv", b"", "a sheet is read from a file, not from an address", "Download it"),
        ("cards", b"", "'cards' is not the name of a sheet", "Write from: cards.csv"),
        ("Cards.CSV", b"", "there is no sheet Cards.CSV", "Did you mean cards.csv?"),
        ("other.csv", b"<!DOCTYPE html><html>", "other.csv is a web page", "Download the sheet again"),
        ("other.csv", b"PK\x03\x04junk", "other.csv cannot be read as a workbook", "save it again"),
        ("other.xlsx", b"\xd0\xcf\x11\xe0" + b"\0" * 99, "other.xlsx is a workbook with a password", "Save it as"),
        ("other.xls", b"", "a .xls file cannot be read as a sheet", "Save it as"),
        ("other.numbers", b"", "a .numbers file cannot be read as a sheet", "Save it as"),
        ("cards.csv / Cards", b"", "cards.csv is not a workbook, so it has no sheet 'Cards'", "Write from: cards.csv"),
    ],
)
def test_what_from_may_name(tmp_path: Path, name: str, content: bytes, told: str, hint: str) -> None:
    path = written(tmp_path, "ware,value\nbread,1\n", RULES.replace("cards.csv", f'"{name}"'))
    if content:
        (tmp_path / name).write_bytes(content)
    (found,) = st.validate(path)
    assert found.message.startswith(told)
    assert hint in found.hint
    assert (Path(found.span.file).name, found.span.line) == ("ruleset.yaml", 8)


@pytest.mark.parametrize("name", ["cards.tsv", "cards.TSV", "Karten.txt", "cards.CSV"])
def test_other_endings_of_text_are_read(tmp_path: Path, name: str) -> None:
    rules = RULES.replace("cards.csv", name)
    assert cards(written(tmp_path, "ware\tvalue\nbread\t1\n", rules, name)) == [[0, 1, 0]]


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        ("value,price\n0–4,1\n5-9,2\n", ""),
        ("value;price;# notes\n0..4;1;cheap\n5..9;2;\n", ""),
        ("value,price\n0..4,1\n5..9,\"2,5\"\n", "3:7 sheet-value row 3, column B (price): '2,5' is not a whole number"),
        ("value,price\n0. Apr,1\n5..9,2\n", "2:1 sheet-value row 2, column A: '0. Apr' is a date"),
        ("value,price\n0..4,1 + 1\n5..9,2 + 1\n", "2:6 sheet-value rows 2–3, column B (price): '1 + 1' is not a value"),
    ],
)  # fmt: skip
def test_tables_are_read_likewise(tmp_path: Path, sheet: str, told: str) -> None:
    (tmp_path / "prices.csv").write_text(sheet, encoding="utf-8")
    found = problems(written(tmp_path, "ware,value\nbread,1\nbread,2\n", TABLE))
    assert found == [] if not told else len(found) == 1 and found[0].startswith(told)


def test_an_old_encoding_is_named_with_how_to_save_again(tmp_path: Path) -> None:
    (found,) = st.validate(written(tmp_path, "ware,value\nK\xe4se,1\n".encode("cp1252")))
    assert found.code == "file-not-utf8"
    assert "which is ä in the older encoding Windows-1252" in found.message
    assert "CSV UTF-8" in found.hint


@pytest.mark.parametrize(
    "sheet",
    ["ware,value\nbread," + "9" * 1_000_000 + "\n", "ware," + "value," * 20_000 + "\nbread,1\n"],
    ids=["a cell of a megabyte", "20,000 columns"],
)
def test_huge_cells_and_rows_take_seconds_and_few_words(tmp_path: Path, sheet: str) -> None:
    begin = time.process_time()
    found = problems(written(tmp_path, sheet))
    assert 0 < len(found) <= 45
    assert max(map(len, found)) < 400
    assert time.process_time() - begin < 5


def test_messages_of_a_tables_values_name_their_heading(tmp_path: Path) -> None:
    sheet = "value,price\n0..4,1\n5..9,1 + 1\n"
    (tmp_path / "prices.csv").write_text(sheet, encoding="utf-8")
    (found,) = problems(written(tmp_path, "ware,value\nbread,1\nbread,2\n", TABLE))
    assert found == "3:6 sheet-value row 3, column B (price): '1 + 1' is not a value"


@pytest.mark.parametrize("heading", ["see: page 3", "[old]", "big, small"])
def test_a_heading_with_signs_is_ignored_as_the_hint_writes_it(tmp_path: Path, heading: str) -> None:
    sheet = f'ware,value,"{heading}"\nbread,1,b.png\n'
    (found,) = st.validate(written(tmp_path, sheet))
    ignore = found.hint.split("`")[1]
    rules = RULES.replace("{from: cards.csv}", f"{{from: cards.csv, {ignore}}}")
    assert cards(written(tmp_path, sheet, rules)) == [[0, 1, 0]]
