"""Works out the parser's tables anew, after grammar.lark was changed: `python docs/generate/grammar_tables.py`.

They are kept because building them takes longer than all the rest of a validation.
"""

from __future__ import annotations

from io import BytesIO

from stammtisch.language.parse import GRAMMAR, TABLES, build_parser, mark_of

if __name__ == "__main__":
    grammar, tables = GRAMMAR.read_bytes(), BytesIO()
    build_parser(grammar.decode("utf-8")).save(tables)
    TABLES.write_bytes(mark_of(grammar) + b"\n" + tables.getvalue())
