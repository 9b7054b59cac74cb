"""Sheets of workbooks: values, and what their reader would leave out without a word."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from helpers.market import market, write_market
from helpers.workbooks import excel, open_document, open_rows, rows

import stammtisch as st
from stammtisch.cli.reports import write_report
from stammtisch.reading.sheets.workbook_parts import read_workbook

RULES = market("ware: [bread, cheese]", "ware: ware, value: 0..9, spoils: bool")
HEAD = ["ware", "value", "spoils"]


def written(folder: Path, content: bytes, name: str = "cards.xlsx", asked: str = "") -> Path:
    return write_market(folder, RULES.replace("cards.csv", asked or name), content, name)


GOOD = rows(HEAD, ["bread", 1, True], ["cheese", 2.0, None])


@pytest.mark.parametrize("name", ["cards.xlsx", "cards.XLSX", "cards.csv"])
def test_a_workbook_is_read_whatever_it_is_called(tmp_path: Path, name: str) -> None:
    program = st.load_ruleset(written(tmp_path, excel({"Cards": GOOD, "Empty": "<sheetData/>"}), name)).game().program
    assert [card.values for card in program.cards] == [[0, 1, 1], [1, 2, 0]]


def test_one_of_several_sheets_is_named(tmp_path: Path) -> None:
    book = excel({"Prices": rows(["a"], ["b"]), "Cards": GOOD})
    (found,) = st.validate(written(tmp_path, book))
    assert (found.code, found.message) == ("sheet-file", "cards.xlsx has 2 sheets: Prices and Cards")
    assert len(st.load_ruleset(written(tmp_path, book, asked="cards.xlsx / Cards")).game().program.cards) == 2
    (found,) = st.validate(written(tmp_path, book, asked="cards.xlsx / Card"))
    assert found.message == "cards.xlsx has no sheet 'Card'"


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ('<c t="e"><v>#REF!</v></c>', "'#REF!' is an error of the spreadsheet"),
        ("<c><f>1+1</f></c>", "'=1+1' is a formula without its result"),
        (2.5, "'2.5' is not a whole number"),
        ("many", "nothing is called 'many', and value is a number"),
    ],
)
def test_a_cell_that_cannot_be_read_is_named_with_sheet_row_and_column(tmp_path: Path, cell: str, told: str) -> None:
    (found,) = st.validate(written(tmp_path, excel({"Cards": rows(HEAD, ["bread", cell, None])})))
    assert found.message == f"row 2, column B (value): {told}"
    assert (found.span.file, found.span.line, found.span.column) == (f"{tmp_path / 'cards.xlsx'} / Cards", 2, 2)


def test_merged_cells_are_refused(tmp_path: Path) -> None:
    book = excel({"Cards": rows(HEAD, ["bread", 1], [None, 2]) + '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>'})
    (found,) = st.validate(written(tmp_path, book))
    assert (found.code, found.span.line) == ("sheet-merged", 2)


def test_a_cell_far_away_takes_no_memory(tmp_path: Path) -> None:
    far = GOOD.replace("</sheetData>", '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>')
    (found,) = st.validate(written(tmp_path, excel({"Cards": far})))
    assert found.code == "file-too-big"


def test_a_workbook_cut_anywhere_is_refused_in_one_sentence(tmp_path: Path) -> None:
    book = excel({"Cards": GOOD})
    for length in range(3, len(book), 97):
        (found,) = st.validate(written(tmp_path, book[:length]))
        assert found.code == "sheet-file"


OPEN = open_rows(HEAD, ["bread", 1, True], ["cheese", 2.0, None])
EMPTY_ROWS = '<table:table-row table:number-rows-repeated="1048570"><table:table-cell/></table:table-row>'


@pytest.mark.parametrize("name", ["cards.ods", "cards.xlsx"])
def test_a_workbook_of_libreoffice_is_read(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, open_document({"Cards": OPEN + EMPTY_ROWS, "Empty": EMPTY_ROWS}), name)
    assert [card.values for card in st.load_ruleset(path).game().program.cards] == [[0, 1, 1], [1, 2, 0]]


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        (
            '<table:table-cell table:formula="of:=1/0"><text:p>#DIV/0!</text:p></table:table-cell>',
            "'#DIV/0!' is an error",
        ),
        ('<table:table-cell table:formula="of:=A9"/>', "'=A9' is a formula without its result"),
        (2.5, "'2.5' is not a whole number"),
        (
            '<table:table-cell office:value-type="date" office:date-value="2026-04-03"><text:p>3. Apr</text:p>'
            "</table:table-cell>",
            "'2026-04-03' is a date",
        ),
    ],
)
def test_so_is_what_is_wrong_in_one(tmp_path: Path, cell: str, told: str) -> None:
    book = open_document({"Cards": open_rows(HEAD, ["bread", cell, None], ["cheese", 1, None])})
    (found,) = st.validate(written(tmp_path, book, "cards.ods"))
    assert found.message.startswith(f"row 2, column B (value): {told}")


def test_rows_that_are_hidden_or_filtered_are_cards_too(tmp_path: Path) -> None:
    hidden = OPEN.replace("<table:table-row>", '<table:table-row table:visibility="collapse">')
    path = written(tmp_path, open_document({"Cards": hidden}), "cards.ods")
    assert len(st.load_ruleset(path).game().program.cards) == 2
    path = written(tmp_path, excel({"Cards": GOOD.replace('<row r="2"', '<row r="2" hidden="1"')}))
    assert len(st.load_ruleset(path).game().program.cards) == 2


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    out = BytesIO(excel({"Cards": GOOD}))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/media/image1.png", b"0" * 101_000_000)
    (found,) = st.validate(written(tmp_path, out.getvalue()))
    assert (found.code, found.span.file) == ("sheet-file", str(tmp_path / "ruleset.yaml"))


@pytest.mark.parametrize("form", ["github", "sarif"])
def test_reports_for_other_programs_name_the_file_of_a_workbook(tmp_path: Path, form: str) -> None:
    path = written(tmp_path, excel({"Cards": rows(HEAD, ["bread", 2.5, None])}))
    text = write_report(form, st.validate(path), [path], {}, False)
    assert "Cards" in text
    if form == "github":
        assert f"file={tmp_path / 'cards.xlsx'},line=2," in text
    else:
        (result,) = json.loads(text)["runs"][0]["results"]
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.endswith("cards.xlsx")


@pytest.mark.parametrize("make", [excel, open_document])
def test_a_damaged_byte_never_makes_other_cards(tmp_path: Path, make: Any) -> None:
    book = make({"Cards": GOOD if make is excel else OPEN})
    for at in range(0, len(book), 61):
        path = written(tmp_path, book[:at] + bytes([book[at] ^ 0x55]) + book[at + 1 :])
        if all(found.severity == "warning" for found in st.validate(path)):
            assert [card.values for card in st.load_ruleset(path).game().program.cards] == [[0, 1, 1], [1, 2, 0]]


def test_values_are_read_as_the_spreadsheet_shows_them() -> None:
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    styles = (
        f'<styleSheet xmlns="{space}"><numFmts count="2"><numFmt numFmtId="170" formatCode="yyyy\\-mm"/>'
        '<numFmt numFmtId="171" formatCode="0.0 &quot;days&quot;"/></numFmts><cellXfs><xf numFmtId="0"/>'
        '<xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="20"/></cellXfs></styleSheet>'
    )
    texts = f'<sst xmlns="{space}"><si><t>bread</t></si><si><r><t>che</t></r><r><t>ese</t></r><rPh><t>x</t></rPh></si></sst>'
    cells: list[str | int | float | bool | None] = [
        '<c t="s"><v>0</v></c>', '<c t="s"><v>1</v></c>', '<c t="str"><f>A1</f><v>rye</v></c>', True, 2.5,
        '<c s="1"><v>45000</v></c>', '<c s="2"><v>45000.5</v></c>', '<c s="3"><v>3</v></c>', '<c s="4"><v>0.5</v></c>',
    ]  # fmt: skip
    book = BytesIO(excel({"Cards": rows(cells)}))
    with zipfile.ZipFile(book, "a") as parts:
        parts.writestr("xl/sharedStrings.xml", texts)
        parts.writestr("xl/styles.xml", styles)
    found = [str(value) for value in read_workbook(book.getvalue())["Cards"].values.values()]
    assert found[:5] == ["bread", "cheese", "rye", "True", "2.5"]
    assert found[5:] == ["2023-03-15", "2023-03-15 12:00:00", "3.0", "12:00:00"]


def test_cells_and_rows_that_stand_for_several_are_read_as_often() -> None:
    row = '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2" '
    row += 'office:value-type="float" office:value="4"/></table:table-row>'
    found = read_workbook(open_document({"Cards": row}))["Cards"]
    assert found.values == {(1, 1): 4.0, (1, 2): 4.0, (2, 1): 4.0, (2, 2): 4.0}
