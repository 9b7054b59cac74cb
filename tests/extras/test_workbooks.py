"""Sheets of workbooks: values, and what their reader would leave out without a word. Needs the extra `sheets`."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

import stammtisch as st

RULES = """\
format: 1
game: Market
players: 2
things: {ware: [bread, cheese]}
components: {card: {front: {ware: ware, value: 0..9, spoils: bool}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {from: NAME}}
  sold: {holds: card}
each player: {hand: {holds: card, see: owner}, points: 0..999}
setup: {deal one: {deal: 1, from: deck, to: players.hand}}
phases:
  a turn:
    turns: player in players
    until: {all is sold: all(p.hand.empty for p in players)}
    do: {sell a card: {choose: card in player.hand, move: card, to: sold, do: {add: {player.points: card.value}}}}
score: player.points
rulings: {equal points share the victory: {change: winner}}
"""
HEAD = ["ware", "value", "spoils"]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def excel(sheets: dict[str, str]) -> bytes:
    """A workbook of Excel; each sheet is its `sheetData` and what follows that."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as parts:
        names = "".join(f'<sheet name="{n}" sheetId="{i}" r:id="r{i}"/>' for i, n in enumerate(sheets, 1))
        parts.writestr(
            "xl/workbook.xml", f'<workbook xmlns="{MAIN}" xmlns:r="{LINK}"><sheets>{names}</sheets></workbook>'
        )
        links = "".join(
            f'<Relationship Id="r{i}" Type="{LINK}/worksheet" Target="worksheets/sheet{i}.xml"/>'
            for i in range(1, len(sheets) + 1)
        )
        space = "http://schemas.openxmlformats.org/package/2006/relationships"
        kinds = "http://schemas.openxmlformats.org/package/2006/content-types"
        parts.writestr("[Content_Types].xml", f'<Types xmlns="{kinds}"/>')
        top = f'<Relationship Id="r1" Type="{LINK}/officeDocument" Target="xl/workbook.xml"/>'
        parts.writestr("_rels/.rels", f'<Relationships xmlns="{space}">{top}</Relationships>')
        parts.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{space}">{links}</Relationships>')
        for number, inside in enumerate(sheets.values(), 1):
            parts.writestr(f"xl/worksheets/sheet{number}.xml", f'<worksheet xmlns="{MAIN}">{inside}</worksheet>')
    return out.getvalue()


def rows(*given: list[str | int | float | bool | None]) -> str:
    """Rows of Excel. A text that begins with < is a whole cell."""

    def cell(place: str, value: str | int | float | bool | None) -> str:
        if value is None:
            return ""
        if isinstance(value, str) and value.startswith("<"):
            return value.replace("<c", f'<c r="{place}"', 1)
        if isinstance(value, str):
            return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
        kind = ' t="b"' if isinstance(value, bool) else ""
        return f'<c r="{place}"{kind}><v>{int(value) if isinstance(value, bool) else value}</v></c>'

    lines = [
        f'<row r="{r}">{"".join(cell(f"{chr(64 + c)}{r}", v) for c, v in enumerate(row, 1))}</row>'
        for r, row in enumerate(given, 1)
    ]
    return f"<sheetData>{''.join(lines)}</sheetData>"


def written(folder: Path, content: bytes, name: str = "cards.xlsx", asked: str = "") -> Path:
    (folder / name).write_bytes(content)
    (folder / "ruleset.yaml").write_text(RULES.replace("NAME", asked or name), encoding="utf-8")
    return folder / "ruleset.yaml"


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
