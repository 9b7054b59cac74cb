"""Loading: scalar types, places in the source, every message for a broken file, and hostile input."""

from __future__ import annotations

import os
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml
from helpers.places import scalars
from helpers.tiers import full
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from stammtisch.base import limits
from stammtisch.base.diagnostics import RulesetError, Span
from stammtisch.reading.load import load, load_text
from stammtisch.reading.nodes import Mapping, Scalar, plain

FILE = "game.yaml"


def read(text: str) -> Any:
    return plain(load_text(text, FILE))


def scalar(text: str, key: str = "a") -> Scalar:
    node = load_text(text, FILE).get(key)
    assert isinstance(node, Scalar)
    return node


def refused(text: str) -> RulesetError:
    with pytest.raises(RulesetError) as caught:
        load_text(text, FILE)
    return caught.value


def codes(text: str) -> list[str]:
    return [d.code for d in refused(text).diagnostics]


# ---- values


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True), ("false", False), ("True", "True"), ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"),
        ("y", "y"), ("n", "n"), ("null", None), ("~", None), ("", None), ("Null", "Null"),
        ("7", 7), ("-7", -7), ("007", 7), ("+7", "+7"), ("1_000", "1_000"), ("0x1f", "0x1f"), ("0o17", "0o17"),
        ("190:20:30", "190:20:30"), ("1.5", "1.5"), ("1e3", "1e3"), (".inf", ".inf"), ("2001-12-14", "2001-12-14"),
        ("1..7", "1..7"), ("٣", "٣"), ('"7"', "7"), ("'true'", "true"), ("'~'", "~"), ("=", "="),
    ],
)  # fmt: skip
def test_only_whole_numbers_true_false_and_nothing_are_not_text(written: str, value: object) -> None:
    read_back = read(f"a: {written}")["a"]
    assert read_back == value and type(read_back) is type(value)
    assert scalar(f"a: {written}").text == written.strip("\"'")


def test_keys_are_text_in_the_order_written() -> None:
    root = load_text("true: 1\n3: 2\n~: 3\n1..2: 4\n'x y': 5\n", FILE)
    assert list(root.entries) == ["true", "3", "~", "1..2", "x y"]
    assert all(entry.key.value == entry.key.text == key for key, entry in root.entries.items())
    assert root.get("nothing") is None


def test_lists_parts_and_nicknames_become_plain_data() -> None:
    text = "a: [1, {b: x}, 'two words']\nc:\n- d: &n\n    e: f\n- *n\ng: {h, i}\n"
    assert read(text) == {
        "a": [1, {"b": "x"}, "two words"],
        "c": [{"d": {"e": "f"}}, {"e": "f"}],
        "g": {"h": None, "i": None},
    }


def test_line_ends_of_any_system_and_a_byte_order_mark_are_accepted() -> None:
    for text in ("a: 1\r\nb: x\r\n  y\r\n", "\ufeffa: 1\rb: x\r  y\r", "a: 1\nb: x\n  y"):
        root = load_text(text, FILE)
        assert plain(root) == {"a": 1, "b": "x y"}
        assert root.entries["b"].key.span == Span(FILE, 2, 1, 2, 2)


# ---- broken files: the whole text

BROKEN = {
    "comma in an expression": (
        "play:\n  - {when: fits(card, tent), do: x}\n",
        """\
        game.yaml:2:21 yaml-comma inside { } and [ ] a comma ends the value, so this one is cut off at its comma
           2 |   - {when: fits(card, tent), do: x}
             |                     ^
          hint: Put the whole value in quotes.
          write: - {when: "fits(card, tent)", do: x}""",
    ),
    "key written twice": (
        "a:\n  hand: 1\n  deck: 2\n  hand: 3\n",
        """\
        game.yaml:4:3 yaml-duplicate-key `hand` is written twice in the same place
           4 |   hand: 3
             |   ^^^^
          hint: Delete one of the two lines, or rename one of them.
          game.yaml:2:3 first written here
           2 |   hand: 1
             |   ^^^^""",
    ),
    "two with": (
        "Big: {with: {m: 1}, run: Small, with: {k: 2}}\n",
        """\
        game.yaml:1:33 yaml-duplicate-key `with` is written twice in the same place
           1 | Big: {with: {m: 1}, run: Small, with: {k: 2}}
             |                                 ^^^^
          hint: The `with` of an action is its own: put the `run` with the other one under `do`.
          game.yaml:1:7 first written here
           1 | Big: {with: {m: 1}, run: Small, with: {k: 2}}
             |       ^^^^""",
    ),
    "colon in a value": (
        "say: Prost: drink up # cheers\n",
        """\
        game.yaml:1:11 yaml-colon a colon with a space after it ends a name, so it cannot stand inside a value without quotes
           1 | say: Prost: drink up # cheers
             |           ^
          hint: Put the whole value in quotes.
          write: say: "Prost: drink up" # cheers""",
    ),
    "bracket in braces": (
        "a: {when: suit in [oak, elm], do: x}\n",
        """\
        game.yaml:1:19 yaml-bracket inside { } and [ ] a value cannot hold `[`
           1 | a: {when: suit in [oak, elm], do: x}
             |                   ^
          hint: Put the whole value in quotes.
          write: a: {when: "suit in [oak, elm]", do: x}""",
    ),
    "unclosed bracket": (
        "a: [oak, elm\nb: 3\n",
        """\
        game.yaml:1:4 yaml-unclosed this `[` is never closed
           1 | a: [oak, elm
             |    ^
          hint: Write `]` where it ends.
          write: a: [oak, elm]""",
    ),
    "wrong bracket": (
        "a: {b: [1, 2}\nc: 3\n",
        """\
        game.yaml:1:8 yaml-unclosed this `[` is not closed by `]`
           1 | a: {b: [1, 2}
             |        ^
          hint: Write `]` instead of `}` where it ends.
          write: a: {b: [1, 2]}
          game.yaml:1:13 `}` comes first
           1 | a: {b: [1, 2}
             |             ^""",
    ),
    "tab": (
        "a:\n\tb: 1\n",
        """\
        game.yaml:2:1 yaml-tab this line is indented with a tab; rulesets use spaces
           2 |     b: 1
             | ^^^^
          hint: Replace the tab with 2 spaces, so that this line starts two columns to the right of `a` in line 1.""",
    ),
    "indented too far": (
        "round: 1\n  turn: 2\n",
        """\
        game.yaml:2:3 yaml-indent this line is indented as if it belonged to `round` on line 1, which already has its value
           2 |   turn: 2
             |   ^^^^
          hint: Start it in column 1 if it is a name of its own; if it belongs to the text above, put that whole text in quotes.""",
    ),
    "indented between": (
        "a:\n    b: 1\n  c: 2\n",
        """\
        game.yaml:3:3 yaml-indent this line starts in column 3, between the lines above
           3 |   c: 2
             |   ^^^^
          hint: Start it in column 5 or 1.""",
    ),
    "no colon": (
        "a: 1\nshuffle the deck\nb: 2\n",
        """\
        game.yaml:2:1 yaml-no-colon this line has no colon after its name
           2 | shuffle the deck
             | ^^^^^^^^^^^^^^^^
          hint: Write `shuffle the deck: ...`, or indent it further if it continues the text above.""",
    ),
    "reserved character": (
        "a: {by: @owner, do: x}\n",
        """\
        game.yaml:1:9 yaml-odd-start a value cannot start with `@`
           1 | a: {by: @owner, do: x}
             |         ^
          hint: If it belongs to the text, put the whole value in quotes.
          write: a: {by: "@owner", do: x}""",
    ),
    "more behind a quote": (
        'say: "Prost" says the judge\n',
        """\
        game.yaml:1:14 yaml-after-value a value that starts with " ends at the next ", but more text follows
           1 | say: "Prost" says the judge
             |              ^
          hint: Put the whole value in quotes, or delete what follows.
          write: say: '"Prost" says the judge'""",
    ),
    "two entries on a line": (
        "given:\n  place_1.shown: [Ammonite], place_2.shown: [Sundial]\n",
        """\
        game.yaml:2:28 yaml-after-value this line has two entries
           2 |   place_1.shown: [Ammonite], place_2.shown: [Sundial]
             |                            ^^^^^^^^^^^^^^^
          hint: Start a new line before `place_2.shown`, below the first entry.""",
    ),
    "two plain entries on a line": (
        "given:\n  starter: Anna, players.purse: 2\n",
        """\
        game.yaml:2:16 yaml-colon this line has two entries
           2 |   starter: Anna, players.purse: 2
             |                ^^^^^^^^^^^^^^^
          hint: Start a new line before `players.purse`, below the first entry.""",
    ),
    "apostrophe at the start": (
        "say: 'tis time\nb: 1\n",
        """\
        game.yaml:1:6 yaml-quote this ' opens a text that is never closed
           1 | say: 'tis time
             |      ^
          hint: Write a ' at its end. If the ' is an apostrophe, put the whole value in double quotes ".""",
    ),
    "comparison at the start": (
        "when: >= 3\n",
        """\
        game.yaml:1:7 yaml-odd-start a value that starts with `>` continues below it, but text follows on the same line
           1 | when: >= 3
             |       ^
          hint: If it belongs to the text, put the whole value in quotes.
          write: when: ">= 3\"""",
    ),
    "number behind >": (
        "when: >3\nb: 1\n",
        """\
        game.yaml:1:7 yaml-empty-block a value that starts with `>` continues on the indented lines below it, but there are none
           1 | when: >3
             |       ^^
          hint: If `>` belongs to the value, put the value in quotes; otherwise indent the lines below.
          write: when: ">3\"""",
    ),
    "comment cuts an expression": (
        "when: holds(seat #1, card)\n",
        """\
        game.yaml:1:18 yaml-hash a space and # start a comment, which cuts this value off with a bracket still open
           1 | when: holds(seat #1, card)
             |                  ^
          hint: Put the value in quotes if the # belongs to it, or close the bracket before the comment.
          write: when: "holds(seat #1, card)\"""",
    ),
    "tag": (
        "a: {when: !closed and x, do: y}\n",
        """\
        game.yaml:1:11 yaml-tag a value cannot start with `!`: `!closed` would be an instruction to the YAML reader
           1 | a: {when: !closed and x, do: y}
             |           ^^^^^^^
          hint: If it belongs to the text, put the whole value in quotes; otherwise delete it.
          write: a: {when: "!closed and x", do: y}""",
    ),
    "several documents": (
        "a: 1\n---\nb: 2\n",
        """\
        game.yaml:2:1 yaml-documents a second document begins here; a ruleset file holds one
           2 | ---
             | ^^^
          hint: Delete the line `---`, or move what follows into a file of its own.""",
    ),
    "a list at the top": (
        "- a\n- b\n",
        """\
        game.yaml:1:1 yaml-top the file holds a list; a ruleset is made of names, each followed by a colon and a value
           1 | - a
             | ^^^
          hint: Begin with `format: 1`, then one `name: value` a line.""",
    ),
    "only comments": (
        "# nothing yet\n",
        """\
        game.yaml:1:1 file-empty there is no ruleset in this file
           1 | # nothing yet
             | ^
          hint: A ruleset starts with `format: 1`, then the game's name and parts.""",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), BROKEN.values(), ids=BROKEN.keys())
def test_the_text_of_a_refusal(text: str, expected: str) -> None:
    assert str(refused(text)) == dedent(expected)


# each with a corrected line that is written in its place
CORRECTED = [
    "a: @x y", "a: `x` y", "a: %x", "@a: 3", "%a: 3", "a: ,b", "a: != b", "a: ! b", "a: !!python/object:os.system x",
    "a: *b", "a: * b", "a: & b", "a: &b c", "a: &b", "a: | b", "a: > b", "a: >+2",
    "a: [b] in c", "a: {b} or {c}", "a: 'b' or 'c'", "a: \"b\" c", "a: [b] c: d", "[a] b: c", "'a' b: c", "- [a] b",
    "- a: b: c", "a: b: it's", "a: {b: c: d, e: 1}", "a: [b: c: d]", "a: {b: [x] y, c: 1}", "a: {b: 'x' y, c: 1}",
    "a: {b: x in [c, d] and e in {f}, g: 1}", "a: {b: &x y, c: 1}", "a: {b: *x, c: 1}", "a: [*x, y]",
    "a: {f(x, y): 3, g(x, y): 4}", "a: {b: f(x, y), c: g(x, y) or z}", "a: [f(x, y), z]", "a: {b: f(x, [y, z], w)}",
    "'x: y': b: c", "a:1", "some words:more", "a: {b:[1], c: 2}", "a: f(x #1, y)  ", "a: {b: 1", "a: [1, 2  ", r'a: "b \q c" # d', "- {a: f(b, c)}", "a: {when: f(b, c: 3, d)}",
]  # fmt: skip


@pytest.mark.parametrize("line", CORRECTED)
def test_a_corrected_line_is_accepted_and_keeps_every_word(line: str) -> None:
    before, after = "z:\n- 1\n" if line.startswith("-") else "z: 1\n", "- 2" if line.startswith("-") else "y: 2"
    fixes = {d.fix for d in refused(before + line + "\n" + after).diagnostics}
    assert len(fixes) == 1
    fixed = fixes.pop()
    read(before + fixed + "\n" + after)
    assert [c for c in fixed if c not in "\"']} "] == [c for c in line if c not in "\"']} "]


@pytest.mark.parametrize(
    "line",
    ["a: @x\n  more", "a: {b: f(x,\n  y)}", "a: {b: c d: e}", "a: 'x", "a: @x\tz\n\n  more", "a: f(x # y", "a: {b: !x"],
)
def test_no_line_is_proposed_where_it_would_be_a_guess(line: str) -> None:
    assert [d.fix for d in refused(line).diagnostics] == [""]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 'x\nb: 'y'", ["yaml-after-value"]),
        ("a: ]", ["yaml-unopened"]),
        ("a: {b: '}'\nc: 1", ["yaml-unclosed"]),
        ("a: {b:[1], c: 2}", ["yaml-no-blank"]),
        ("a: 1\nb:2\nc: 3", ["yaml-no-blank"]),
        ("b:2\nc: 3", ["yaml-no-blank"]),
        ("b: ? c", ["yaml-odd-start"]),
        ("a: [1, , 2]", ["yaml-odd-start"]),
        ("a: [", ["yaml-unclosed"]),
        ("a: {b: 1}}", ["yaml-unopened"]),
        ("a: - b", ["yaml-dash"]),
        (": 1", ["yaml-key"]),
        ("a: {: 1}", ["yaml-key"]),
        ("[a]: b", ["yaml-key"]),
        ("? {a: b}\n: c", ["yaml-key"]),
        ("a: &b c\n*b : d", ["yaml-key"]),
        ("- a\nb: 1", ["yaml-mixed"]),
        ("a: 1\n- b", ["yaml-mixed"]),
        ("<<: a", ["yaml-merge"]),
        ("a: &b {c: 1}\nd: {<<: *b}", ["yaml-merge"]),
        ("a: &b [*b]", ["yaml-endless-nickname"]),
        ("a: &b\n  c: &b [*b]", ["yaml-endless-nickname"]),
        ("a: {b: 1 c: 2}", ["yaml-colon"]),
        ("a: {b: 1, 'c' 2}", ["yaml-after-value"]),
        ("a: {b: {c: 1} d: 2}", ["yaml-after-value"]),
        ("a: x\n\tb: 1", ["yaml-tab"]),
        ("a: {\n  b: 1\nc: 2", ["yaml-unclosed"]),
        ("a: 1\u2028b: 2", ["yaml-character"]),
        ("a: \x07\nb: \x1b", ["yaml-character", "yaml-character"]),
        ("a: \0\nb: \x1b", ["yaml-nul"]),
        ("a: \ud800", ["yaml-character"]),
        ('a: "x\\0y"\nb: "\\e[31m"\nc: "\\u2028"', ["yaml-character"] * 3),
        ('a: "\\ud800"', ["yaml-backslash"]),
        ('a: "\\Uffffffff"', ["yaml-backslash"]),
        ("a: " + "9" * 19, ["yaml-number"]),
        ("a: " + "9" * 5000, ["yaml-number"]),
        ("%YAML 1.2\n---\na: 1", ["yaml-odd-start"]),
        ("", ["file-empty"]),
        ("---\n...\n", ["file-empty"]),
        ("~", ["yaml-top"]),
        ("hello", ["yaml-top"]),
        ("a: " + "x" * 2_000_000, ["file-too-big"]),
        # several troubles are told at once, each once
        ("a: 1\na: !x y\nb: *c\nd: f(x #\ne: [", ["yaml-tag", "yaml-unknown-nickname", "yaml-hash", "yaml-unclosed"]),
        ("a: 1\na: 2\na: 3\n", ["yaml-duplicate-key", "yaml-duplicate-key"]),
        ("a: {b: f(c, d), e: g(h, d), e: 1}", ["yaml-duplicate-key", "yaml-comma", "yaml-comma"]),
        ("'1': 2\n1: 3", ["yaml-duplicate-key"]),
    ],
)
def test_other_refusals(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "a: sum(x) # (see below", "say: a smile :( # really", "a: {say: sad :(, b: 1}", "a: it's {not} a [list]",
        "a: x # , y: z", "a: 'f(x, y'", "a: {b: 'f(x, y)'}", "a: f(x, y)", "answers(card, suit): x", "a: 10:30",
        "a: {b: {c: [1, [2]]}}", "a: >  # why\n  text", "a: &b {c: 1}", "a: http://x.y/z#w", "a:\n- 1\n- 2\nb: 1",
    ],
)  # fmt: skip
def test_harmless_lines_are_accepted(text: str) -> None:
    if text.startswith("say"):
        assert codes(text) == ["yaml-hash"]
    else:
        assert list(read(text))


# ---- bounds


@full
def test_parts_may_be_nested_sixty_deep_and_no_deeper() -> None:
    def nested(depth: int) -> str:
        return "{a: " * depth + "1" + "}" * depth

    assert str(read(nested(limits.DEPTH))).count("a") == limits.DEPTH == 60
    assert codes(nested(limits.DEPTH + 1)) == ["yaml-too-deep"]
    for opener in ("[", "{a: ", "- ", "? ", "[{a: "):
        assert codes("a:\n  " + opener * 100_000)[-1] == "yaml-too-deep"
    half = f"a: &n {nested(limits.DEPTH // 2)}\nb: "
    assert read(half + "[" * 29 + "*n" + "]" * 29)
    assert codes(half + "[" * 30 + "*n" + "]" * 30) == ["yaml-too-deep"]


@full
def test_repeated_nicknames_are_counted_as_if_written_out() -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]" for i in range(1, 60)]
    assert codes("\n".join(lines)) == ["yaml-too-many"]
    assert len(read("\n".join(lines[:10]))) == 10
    assert codes("a: [" + "1, " * 50_001 + "]") == ["yaml-too-many"]


@full
def test_each_value_counts_once_however_deep_it_stands() -> None:
    rows = "".join(f"  - {{a: {n}, b: {n}, c: {n}, d: {n}}}\n" for n in range(5_000))
    assert len(read(f"a:\n{rows}")["a"]) == 5_000  # 45,003 values
    assert codes(f"a:\n{rows}" + "  - {a: 1, b: 2, c: 3, d: 4}\n" * 600) == ["yaml-too-many"]
    assert len(read("a: " + "{b: " * 58 + f"[{', '.join(['1'] * 40_000)}]" + "}" * 58)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "a: {" + "b: f(c, " * 20_000, "a: [" + "(, " * 20_000, "\n".join(f"a: *b{i}" for i in range(20_000)),
        "\n".join(f"a{i}: &b{i} x" for i in range(20_000)), "a: '" + " " * 500_000 + "\n b'", "a: (" + " " * 500_000,
        "a: " + "'x" * 200_000, "a: b: " + "x: " * 200_000, "%TAG !a! b\n" * 100_000, "a: {" + "'b" * 200_000,
        "\n".join(" " * i + "a:" for i in range(200)), "a: !" + "x " * 200_000, "a: &b" + "\n" * 500_000 + " x",
    ],
    ids=range(13),
)  # fmt: skip
def test_hostile_files_are_refused_with_few_messages_or_read(text: str) -> None:
    try:
        node = scalar(text)
    except RulesetError as error:
        assert 1 <= len(error.diagnostics) <= 201
        assert len(str(error)) < 200_000
    else:
        assert node.span_of(0).line >= 1


# ---- files


def test_a_file_is_read_and_its_name_is_in_the_spans(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes("\ufeffname: Kölsch\r\n".encode())
    root = load(path)
    assert plain(root) == {"name": "Kölsch"}
    assert root.entries["name"].value.span == Span(str(path), 1, 7, 1, 13)


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    def trouble(name: str) -> tuple[str, str, str]:
        with pytest.raises(RulesetError) as caught:
            load(tmp_path / name)
        (found,) = caught.value.diagnostics
        return found.code, f"{found.span.line}:{found.span.column}", found.hint

    (tmp_path / "skat.yaml").write_text("a: 1")
    (tmp_path / "latin.yaml").write_bytes("a: 1\r\nbé: K\u00f6lsch".encode().replace("\u00f6".encode(), b"\xf6"))
    (tmp_path / "wide.yaml").write_bytes("a: 1".encode("utf-16"))
    (tmp_path / "big.yaml").write_bytes(b"a" * 2_000_001)
    os.mkfifo(tmp_path / "pipe.yaml")
    assert trouble("scat.yaml") == ("file-missing", "1:1", f"Did you mean {tmp_path / 'skat.yaml'}?")
    assert trouble("no/such/folder.yaml") == ("file-missing", "1:1", "Check the name and the folder.")
    assert trouble("skat.yaml/x.yaml") == ("file-missing", "1:1", "Check the name and the folder.")
    assert trouble("a\0b.yaml")[0] == "file-missing"
    assert trouble("")[0] == "file-is-folder"
    assert trouble("pipe.yaml")[0] == "file-unreadable"
    assert trouble("x" * 5000)[0] == "file-unreadable"
    assert trouble("latin.yaml")[:2] == ("file-not-utf8", "2:6")
    assert trouble("wide.yaml")[:2] == ("file-not-utf8", "1:1")
    assert trouble("big.yaml")[0] == "file-too-big"


def test_the_slower_yaml_reader_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = load_text(RULESET, FILE)
    monkeypatch.setattr("stammtisch.reading.load._LOADER", yaml.SafeLoader)
    slow = load_text(RULESET, FILE)
    assert plain(slow) == plain(fast)
    assert [(s.span, s.text) for s in scalars(slow)] == [(s.span, s.text) for s in scalars(fast)]
    for text, code in (
        ('a: "\\Uffffffff"', "yaml-syntax"),
        ('a: "\\U00110000"', "yaml-syntax"),
        ('a: "\\ud800"', "yaml-character"),
        ("a: [", "yaml-unclosed"),
    ):
        assert codes(text) == [code]


# ---- any input at all

RULESET = """\
game: Test  # a comment
settings: {cards: {3..6 players: 9, 7 players: 6}, goes to: defender}
define: &d
  worth(p): >-
    sum(p.hand.value)
    + 'x'
  rank: "a \\" b"
phases:
  - turn: {when: 'x', do: [a, *d]}
    say: |
      Prost
"""


def loads_or_refuses(text: str) -> None:
    try:
        root = load_text(text, FILE)
    except RulesetError as error:
        assert error.diagnostics
        assert str(error).startswith(FILE + ":")
        return
    assert isinstance(root, Mapping)
    assert isinstance(plain(root), dict)
    for node in scalars(root):
        if node.text:
            assert node.span_of(0, len(node.text)).line >= node.span.line


@full
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(RULESET)),
            st.integers(0, 6),
            st.text(alphabet="{}[]()'\"\\:,#&*!|>%@`-? \n\ta1<~\r\u2028é", max_size=4),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_a_damaged_ruleset_is_read_or_refused(damages: list[tuple[int, int, str]]) -> None:
    text = RULESET
    for position, length, inserted in damages:
        text = text[:position] + inserted + text[position + length :]
    loads_or_refuses(text)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="{}[]()'\"\\:,#&*!|>%@`-? \n\tab1<~", max_size=60))
@example("a: |\n")
@example("? ")
@example("&a")
@example("a: !<")
@example('a: "\\')
def test_any_punctuation_is_read_or_refused(text: str) -> None:
    loads_or_refuses(text)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "any.yaml"
    path.write_bytes(content)
    try:
        root = load(path)
    except RulesetError as error:
        assert str(path) in str(error)
    else:
        assert isinstance(root, Mapping)
