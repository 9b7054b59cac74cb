"""Where each part of a file and each character of its texts was written."""

from __future__ import annotations

import pytest
import yaml
from helpers.places import cut, offset, scalars
from helpers.tiers import full
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stammtisch.base.diagnostics import RulesetError, Span
from stammtisch.base.lookalikes import compose
from stammtisch.reading.load import load_text
from stammtisch.reading.nodes import Scalar

FILE = "game.yaml"


def scalar(text: str, key: str = "a") -> Scalar:
    node = load_text(text, FILE).get(key)
    assert isinstance(node, Scalar)
    return node


def test_spans_of_every_kind_of_node() -> None:
    text = "a: &n one\nb: {c: [1, 22]}\nd:\n  - x\n  - y: z  # why\n\ne: |\n  text\n\nf: *n\ng:\nh: 1\n"
    root = load_text(text, FILE)
    shown = {key: (cut(text, e.key.span), cut(text, e.value.span)) for key, e in root.entries.items()}
    assert shown == {
        "a": ("a", "one"),
        "b": ("b", "{c: [1, 22]}"),
        "d": ("d", "- x\n  - y: z"),
        "e": ("e", "|\n  text"),
        "f": ("f", "one"),
        "g": ("g", ""),
        "h": ("h", "1"),
    }
    assert root.entries["g"].value.span == Span(FILE, 11, 3, 11, 3)
    assert cut(text, root.span) == text.strip()


# ---- places inside a scalar

STYLES = {
    "plain": "a: sum(hand.value) >= 3 # not this",
    "plain, wide": "a: Märzen und 名前 in e\u0301 \U0001f37a x",
    "plain, several lines": "a: if hand.empty\n    then   lead  \n\n\n  else follow\nb: 1",
    "plain in braces": "{z: 1, a: hand of\n  player, y: 2}",
    "nickname": "a: &here  word\nb: *here",
    "nickname, no blank": "a: &here:21 word\nb: *here",
    "nickname, next line": "a: &here # why\n  # and\n  word\nb: *here",
    "single quotes": "a: ' it''s ''here'' '",
    "single quotes, several lines": "a: 'one  \n\n   two\n  it''s'",
    "double quotes": r'a: "a\tb \\ \" \x41 \u00e4 \U0001F37A \n é\  end"',
    "double quotes, several lines": 'a: "one  \n\n\n  two \\\n   three\\\n\n   \\  four\n  five"',
    "literal": "a: |\n  one\n    two\n\n  three\n\n\nb: 1",
    "literal, kept": "a: |+\n  one\n\n\nb: 1",
    "literal, dropped": "a: |-  # why\n\n\n  one\n   \n  two\n\n",
    "literal, indent": "a: |2\n    one\n  two\n",
    "literal, indent and dropped": "z:\n - a: 1\n   b: |-1\n      one\n    two\na: x",
    "literal, no final line break": "a: |\n  one",
    "folded": "a: >\n  one\n  two\n\n  three\n\n\n  four\n",
    "folded, dropped": "a: >-\n  any(a in b\n  where a.c)\nb: 1",
    "folded, kept": "a: >+\n\n  one\n  two\n\n\nb: 1",
    "folded, deeper lines": "a: >\n  one\n    two\n    three\n\n  four\n  five\n\n\n    six\n  seven\n",
    "folded, indent": "a: >1\n    one\n  two\n   three\n",
    "folded, tabs": "a: >\n  one\n  \ttwo\n  three\n",
}  # fmt: skip
ESCAPES = {"\\t": "\t", "\\\\": "\\", '\\"': '"', "\\n": "\n", "\\x41": "A", "\\u00e4": "ä", "\\U0001F37A": "\U0001f37a",
           "\\ ": " ", "''": "'"}  # fmt: skip


def check_every_character(text: str, node: Scalar) -> None:
    previous = -1
    for index, character in enumerate(node.text):
        span = node.span_of(index)
        start = offset(text, span.line, span.column)
        written = text[start : start + span.end_column - span.column]
        assert start > previous and span.line == span.end_line
        if character == " " and written == "\n":
            behind = node.span_of(index + 1)  # a folded line break: only blanks lie between it and the next character
            assert not text[start : offset(text, behind.line, behind.column)].strip(" \t\n\\")
        elif len(written) > 1:
            assert yaml.safe_load(f"'{written}'" if written == "''" else f'"{written}"') == character
        else:
            assert written == character
        previous = start


@pytest.mark.parametrize("text", STYLES.values(), ids=STYLES.keys())
def test_at_finds_every_character_where_it_was_written(text: str) -> None:
    text = compose(text)
    found = scalars(load_text(text, FILE))
    assert [node.text for node in found if node.text]
    for node in found:
        check_every_character(text, node)


def test_at_gives_the_whole_of_an_escape_and_of_a_stretch() -> None:
    text = STYLES["double quotes"]
    node = scalar(text)
    written = [cut(text, node.span_of(i)) for i in range(len(node.text))]
    assert [w for w in written if len(w) > 1] == [
        "\\t", "\\\\", '\\"', "\\x41", "\\u00e4", "\\U0001F37A", "\\n", "\\ ",
    ]  # fmt: skip
    assert cut(text, node.span_of(0, len(node.text))) == text[4:-1]
    text = STYLES["folded, dropped"]
    node = scalar(text)
    assert cut(text, node.span_of(node.text.index("where"), 5)) == "where"
    assert node.span_of(node.text.index("where"), 5) == Span(FILE, 3, 3, 3, 8)
    assert node.span_of(4, 12) == Span(FILE, 2, 7, 3, 8)


def test_at_outside_the_text_is_the_nearest_end() -> None:
    node = scalar('a: "word"  # why')
    assert node.span_of(4) == node.span_of(99, 3) == Span(FILE, 1, 9, 1, 9)
    assert node.span_of(-5, 6) == node.span_of(0, 1) == Span(FILE, 1, 5, 1, 6)
    assert node.span_of(2, 0) == Span(FILE, 1, 7, 1, 7)
    assert scalar("a:\nb: 1").span_of(0) == Span(FILE, 1, 3, 1, 3)
    assert scalar("a: >-\n  one\n\nb: 1").span_of(3) == Span(FILE, 2, 6, 2, 6)
    by_hand = Scalar(Span(FILE, 3, 1, 3, 4), "x", "x")
    assert by_hand.span_of(0) == by_hand.span


WORDS = st.text(alphabet="ab'\"\\ \n\t#:,[]{}é名\U0001f37a", min_size=1, max_size=40)


@full
@settings(max_examples=200, deadline=None)
@example(" :::::: :", ">", 10)
@given(WORDS, st.sampled_from(["'", '"', "|", ">", None]), st.integers(10, 60))
def test_at_holds_for_any_text_in_any_style(words: str, style: str | None, width: int) -> None:
    text = yaml.dump({"k": [{"a": words}]}, default_style=style, width=width, allow_unicode=True)
    try:
        found = scalars(load_text(text, FILE))
    except RulesetError as error:
        assert {d.code for d in error.diagnostics} <= {"yaml-tag", "yaml-empty-block"}
        return
    for node in found:
        check_every_character(text, node)
    # not always the words: PyYAML also breaks lines where that adds a line break to the text
    assert found[-1].text == yaml.safe_load(text)["k"][0]["a"]
