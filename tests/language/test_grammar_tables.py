"""The kept parser tables: they belong to the grammar, and parse as a parser built anew does."""

from __future__ import annotations

import hashlib
from io import BytesIO

import pytest
from helpers.paths import RULESETS
from helpers.tiers import many
from lark import Lark

from stammtisch.base.diagnostics import RulesetError
from stammtisch.language import parse
from stammtisch.reading.load import load
from stammtisch.reading.nodes import Mapping, Scalar, Sequence

SHIPPED = sorted(RULESETS.rglob("ruleset.yaml"))


def scalars(node: object) -> list[Scalar]:
    if isinstance(node, Scalar):
        return [node]
    if isinstance(node, Sequence):
        return [s for item in node.items for s in scalars(item)]
    assert isinstance(node, Mapping)
    return [s for entry in node.entries.values() for s in [entry.key, *scalars(entry.value)]]


def test_the_tables_are_those_of_the_grammar() -> None:
    mark = parse.TABLES.read_bytes().split(b"\n", 1)[0].decode()
    wanted = hashlib.sha256(parse.GRAMMAR.read_bytes()).hexdigest()
    assert mark.split()[-1] == wanted, "run: python docs/generate/grammar_tables.py"


def test_kept_and_built_tables_parse_alike() -> None:
    kept = Lark.load(BytesIO(parse.TABLES.read_bytes().split(b"\n", 1)[1]))
    built = parse.build_parser(parse.GRAMMAR.read_text(encoding="utf-8"))
    texts = sorted({scalar.text for path in SHIPPED[:: many(4, 1)] for scalar in scalars(load(path))})
    parsed = 0
    for text in texts:
        for start in parse.STARTS:
            try:
                wanted = built.parse(text, start=start)
            except Exception as error:
                with pytest.raises(type(error)):
                    kept.parse(text, start=start)
                continue
            assert kept.parse(text, start=start) == wanted
            parsed += 1
    assert parsed > many(100, 500)


@pytest.mark.parametrize("start", sorted(parse.PLAIN))
@pytest.mark.parametrize("text", ["7", "0", "player", "top", "pile", "Märzen", "all", "none", "123456789"])
def test_the_short_way_gives_what_the_parser_gives(start: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scalar = Scalar(load(SHIPPED[0]).span, text, text)
    short = _shape(start, scalar)
    monkeypatch.setattr(parse, "PLAIN", frozenset())
    assert short == _shape(start, scalar)


def _shape(start: str, scalar: Scalar) -> str:
    try:
        return repr(parse.parse(start, scalar))
    except RulesetError as error:
        return error.diagnostics[0].message
