"""Workbooks for tests, made by hand: `.xlsx` and `.ods`, with cells as no library would write them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

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


def rows(*given: Sequence[str | int | float | bool | None]) -> str:
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


def open_document(sheets: dict[str, str]) -> bytes:
    """A workbook of LibreOffice; each sheet is its rows as `open_rows` gives them."""
    out = io.BytesIO()
    spaces = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"' for short in ("office", "table", "text")
    )
    tables = "".join(f'<table:table table:name="{name}">{inside}</table:table>' for name, inside in sheets.items())
    body = f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    with zipfile.ZipFile(out, "w") as parts:
        parts.writestr("mimetype", kind)
        parts.writestr("content.xml", f"<office:document-content {spaces}>{body}</office:document-content>")
        entry = '<manifest:file-entry manifest:full-path="/" manifest:media-type="' + kind + '"/>'
        space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
        manifest = f'<manifest:manifest xmlns:manifest="{space}">{entry}</manifest:manifest>'
        parts.writestr("META-INF/manifest.xml", manifest)
    return out.getvalue()


def open_rows(*given: Sequence[str | int | float | bool | None]) -> str:
    """Rows of LibreOffice. A text that begins with < is a whole cell or row."""

    def cell(value: str | int | float | bool | None) -> str:
        if value is None:
            return "<table:table-cell/>"
        if isinstance(value, str) and value.startswith("<"):
            return value
        kind = "boolean" if isinstance(value, bool) else "string" if isinstance(value, str) else "float"
        said = str(value).lower() if isinstance(value, bool) else str(value)
        own = "" if kind == "string" else f' office:{"boolean-value" if kind == "boolean" else "value"}="{said}"'
        return f'<table:table-cell office:value-type="{kind}"{own}><text:p>{said}</text:p></table:table-cell>'

    return "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in given)
