"""`stammtisch fmt`: the shipped files are in the canonical layout; others get it, and say the same afterwards."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.tiers import full, tiered
from hypothesis import given, settings
from hypothesis import strategies as st

from stammtisch.base.errors import UsageError
from stammtisch.cli.commands.fmt import command
from stammtisch.reading import formatting, library
from stammtisch.reading.formatting import format_text
from stammtisch.reading.load import load_text
from stammtisch.reading.nodes import Mapping, Scalar, Sequence

RULESETS = sorted(library.root().rglob("*.yaml"))
SMALL = [file for file in RULESETS if "scenarios" not in file.name]


def short(file: Path) -> bool:
    """Whether a file is read quickly."""
    return file.stat().st_size < 12_000


def said(text: str) -> Any:
    """What a text says, as lists: names with values in their order, and whether a value is a number, a text ..."""

    def one(node: Any) -> Any:
        if isinstance(node, Mapping):
            return [(entry.key.text, one(entry.value)) for entry in node.entries.values()]
        if isinstance(node, Sequence):
            return [one(item) for item in node.items]
        assert isinstance(node, Scalar)
        return repr(node.value)

    return one(load_text(text, "x.yaml"))


def fmt(*arguments: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(command, [str(argument) for argument in arguments], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return int(done.return_value), done.output


@pytest.mark.parametrize("file", tiered(RULESETS, short), ids=lambda file: str(file.relative_to(library.root())))
def test_shipped_files_are_in_the_canonical_layout(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert format_text(text, str(file)) == text, f"run: stammtisch fmt {library.display_path(str(file))}"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("a:\n     b: 1\n     c: 2\n", "a:\n  b: 1\n  c: 2\n"),
        ("a:\n- b\n- c\n", "a:\n  - b\n  - c\n"),
        ("a: { b: 1,c: [ 2,3 ] }\n", "a: {b: 1, c: [2, 3]}\n"),
        ("a:\t1\nb: {c:\t2,\td: 'x\ty'}\t# e\tf\n", 'a: 1\nb: {c: 2, d: "x\\ty"} # e\tf\n'),
        ("a: {b: 1,\n  c: 2}\n", "a: {b: 1, c: 2}\n"),
        ("a: [{b: 1}]\n", "a: [{b: 1}]\n"),
        ("a:   1   \n\n\n\nb: 2\n\n", "a: 1\n\nb: 2\n"),
        ('a: "b, c"\n', "a: 'b, c'\n"),
        ('a: "it\'s"\n', 'a: "it\'s"\n'),
        ('a: "1"\n', "a: '1'\n"),
        ('a: "b\\tc"\n', 'a: "b\\tc"\n'),
        ("a: null\nb: ~\nc:\n", "a: null\nb: ~\nc:\n"),
        ("a: 012\nb: 1_000\nc: yes\nd: 2024-01-01\n", "a: 012\nb: 1_000\nc: yes\nd: 2024-01-01\n"),
        ("a: some\n  words\n", "a: some words\n"),
        ("a: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"),
        ("a: 1\nb: 2", "a: 1\nb: 2\n"),
        ("\ufeffa: 1\n", "a: 1\n"),
        ("---\na: 1\n", "a: 1\n"),
        ("a: |\n    x  \n\n\n      # y\nb: 1\n", "a: |\n  x  \n\n\n    # y\nb: 1\n"),
        ("a: >-\n    x\n    y\n\n\n    z\n", "a: >-\n  x\n  y\n\n\n  z\n"),
        ("a: &x {b: 1}\nc: *x\n", "a: &x {b: 1}\nc: *x\n"),
        (f"{'word ' * 60}end: {{a: 1}}\n", f"{'word ' * 60}end: {{a: 1}}\n"),
    ],
)
def test_layout(given: str, expected: str) -> None:
    assert format_text(given, "x.yaml") == expected
    assert said(expected) == said(given)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("# a\nb: 1   # c\n# d\n", "# a\nb: 1   # c\n# d\n"),
        ("a:\n    # b\n    c: 1\n    # d\n# e\nf: 1\n", "a:\n  # b\n  c: 1\n  # d\n# e\nf: 1\n"),
        ("a:\n    - b\n    # c\n    - d\n", "a:\n  - b\n  # c\n  - d\n"),
        ("a: {b: 1, # c\n  # d\n  e: [2], # f\n  }\n", "a:\n  b: 1  # c\n  # d\n  e: [2]  # f\n"),
        ("a: [b, # c\n  {d: 1, # e\n  f: 2}]\ng: 1\n", "a:\n  - b  # c\n  - d: 1  # e\n    f: 2\ng: 1\n"),
        ("a: 'x # y'\nb: x#y\n", "a: 'x # y'\nb: x#y\n"),
        # between a name and its value there is no place for a line of its own
        ("a:\n  # b\n  5\nc: 1\n", "# b\na: 5\nc: 1\n"),
        ("a:\n  # b\n  {c: 1}\nd:\n  # e\n  [2]\n", "# b\na: {c: 1}\n# e\nd: [2]\n"),
        ("a:\n  b:  # c\n    # d\n\n    'e\n    # f'  # g\n  # h\n", "a:\n  # c\n  # d\n  b: 'e # f' # g\n  # h\n"),
        ("a:\n  - b:\n      # c\n      5\n    d: 6\n", "a:\n  # c\n  - b: 5\n    d: 6\n"),
        ("a:   # b\n  # c\n  >-\n  d\n  # e\n", "# b\n# c\na: >-\n  d\n  # e\n"),
        ("a: {'b #': # c\n  1, d: [ # e\n  2]}\n", "a:\n  # c\n  'b #': 1\n  d:\n    # e\n    - 2\n"),
        ("a:\n  - b:\n\n      []\n    c: 5\n\n  # d\n", "a:\n  - b: []\n    c: 5\n\n  # d\n"),
        ("a:\n  # b\n  &c 5\nd: *c\n", "# b\na: &c 5\nd: *c\n"),
        (
            "a: &b\n    # c\n    d: 1 # e\nf: [*b, *b]\ng:\n- *b # h\n- &i {j: 1}\n",
            "a: &b\n  # c\n  d: 1 # e\nf: [*b, *b]\ng:\n  - *b # h\n  - &i {j: 1}\n",
        ),
        (
            "a:\n- { # b\n  c: 1 # d\n  } # e\n- {f: 2,\n# g\n} # h\n# i\n",
            "a:\n  # b\n  - c: 1  # d\n  # e\n  - f: 2\n  # g\n# h\n# i\n",
        ),
        ("# a\n\n\n{b: 1}  # c\n", "# a\n\n{b: 1}  # c\n"),
        ("a:\n- - b\n  # c\n  - d\n-\n  e: f\n", "a:\n  - - b\n    # c\n    - d\n  - e: f\n"),
        ("a:\n  # b\n  c: 1\nd:\n# e\n\nf: 1\n", "a:\n  # b\n  c: 1\nd:\n# e\n\nf: 1\n"),
    ],
)
def test_comments_stay_where_they_are(given: str, expected: str) -> None:
    out = format_text(given, "x.yaml")
    assert unaligned(out) == unaligned(expected)
    assert format_text(out, "x.yaml") == out


def test_what_is_too_long_for_a_line_gets_several() -> None:
    long = ", ".join(f"name_{i}: {i}" for i in range(25))
    out = format_text(f"a: {{{long}}}\n", "x.yaml")
    assert out == "a:\n" + "".join(f"  name_{i}: {i}\n" for i in range(25))
    text = " ".join(["word"] * 60)
    out = format_text(f"a: {text}\nb: {{c: {text}}}\n", "x.yaml")
    assert max(map(len, out.splitlines())) <= 120 and "a: >-\n  word" in out and "b:\n  c: >-\n    word" in out
    assert said(out) == said(f"a: {text}\nb: {{c: {text}}}\n")


@pytest.mark.parametrize("file", tiered(SMALL, short), ids=lambda file: str(file.relative_to(library.root())))
def test_a_file_in_disorder_gets_its_layout_back(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    chance = Random(file.name)
    inside = inside_values(text)
    factor = chance.randint(1, 3)
    lines: list[str] = []
    for number, line in enumerate(text.split("\n")):
        indent = len(line) - len(line.lstrip(" "))
        if number not in inside:
            lines += [""] * (chance.randint(0, 2) if lines and not lines[-1].strip() else 0)
            if not file.name.startswith("words."):  # there braces are part of sentences
                line = re.sub(r"\{(?=\w)", "{" + " " * chance.randint(0, 2), line)
            line += " " * (0 if ends_open(line) else chance.randint(0, 2))
        lines.append(" " * indent * (factor - 1) + line)
    spoilt = "\n".join(lines)
    again = format_text(spoilt, "x.yaml")
    assert spoilt != text and said(again) == said(spoilt)
    assert unaligned(again) == unaligned(text)
    assert format_text(again, "x.yaml") == again


def inside_values(text: str) -> set[int]:
    """The numbers of the lines (from 0) that begin inside a value: their blanks may mean something."""
    lines: set[int] = set()
    for scalar in formatting._scalars(load_text(text, "x.yaml")):
        assert scalar.source is not None
        written = text[scalar.start : scalar.end].rstrip()
        last = max(scalar.start, scalar.start + len(written) - 1)
        lines.update(range(scalar.source.place(scalar.start)[0], scalar.source.place(last)[0]))
    return lines


def ends_open(line: str) -> bool:
    """Whether the text of the next line may belong to this one: blanks at its end would then mean something."""
    return line.rstrip().endswith((">-", "|", ">", "|-"))


def unaligned(text: str) -> str:
    """The text with one blank before a comment behind a value: its column is the writer's affair."""
    return re.sub(r"(?<=\S) +#", " #", text)


words = st.text("ab:#,'\"{}[]&*!|>-?% \n\tß1", max_size=12)
trees = st.recursive(
    words | st.integers(-5, 5) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)


@full
@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.dictionaries(words, trees, min_size=1, max_size=3), st.booleans(), st.integers(20, 90))
def test_any_file_says_the_same_afterwards(tree: Any, braces: bool, width: int) -> None:
    import yaml

    from stammtisch.base.diagnostics import RulesetError

    text = yaml.safe_dump(tree, default_flow_style=braces, width=width, allow_unicode=True, sort_keys=False)
    try:
        before = said(text)
    except RulesetError:
        return
    out = format_text(text, "x.yaml")
    assert said(out) == before
    assert format_text(out, "x.yaml") == out


def changed(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """Makes the layout change more than the layout."""
    laid_out = formatting._laid_out
    monkeypatch.setattr(formatting, "_laid_out", lambda root: laid_out(root).replace(old, new))


def test_a_layout_that_would_change_a_value_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, "1", "2")
    with pytest.raises(UsageError, match="would change what the file says; nothing was changed"):
        format_text("a: 1\n", "x.yaml")


def test_a_layout_that_does_not_last_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formatting, "_laid_out", lambda root: formatting._source(root).text + "\n")
    with pytest.raises(UsageError, match="no layout was found that stays as it is"):
        format_text("a:    1\n", "x.yaml")


def test_a_tab_inside_words_stays() -> None:
    assert format_text("a:   1\nb: no\ttab\n", "x.yaml") == "a: 1\nb: no\ttab\n"


# -- the command


def test_files_are_written_and_named(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "deep" / "bad.yaml"
    bad.parent.mkdir()
    good.write_text("a: 1\n")
    bad.write_text("a:   1\n")
    (tmp_path / ".hidden.yaml").write_text("a:   1\n")
    (tmp_path / "notes.txt").write_text("a:   1\n")
    os.chmod(bad, 0o640)
    assert fmt(tmp_path, "--check") == (1, f"{bad}: is not in the canonical layout\n2 files, 1 to change\n")
    assert bad.read_text() == "a:   1\n"
    assert fmt(tmp_path) == (0, f"{bad}: formatted\n2 files, 1 changed\n")
    assert bad.read_text() == "a: 1\n" and stat.S_IMODE(bad.stat().st_mode) == 0o640
    assert fmt(tmp_path, "--check") == (0, "2 files, 0 to change\n")
    assert sorted(entry.name for entry in tmp_path.rglob("*")) == [
        ".hidden.yaml",
        "bad.yaml",
        "deep",
        "good.yaml",
        "notes.txt",
    ]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.yaml").write_text("a:   1\n")
    (tmp_path / "link.yaml").symlink_to("real.yaml")
    assert fmt(tmp_path / "link.yaml")[0] == 0
    assert (tmp_path / "link.yaml").is_symlink() and (tmp_path / "real.yaml").read_text() == "a: 1\n"


def test_a_file_with_mistakes_is_left_as_it_is_and_the_others_are_done(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: [1\n")
    (tmp_path / "b.yaml").write_bytes(b"a: \xff\n")
    (tmp_path / "c.yaml").write_text("a:   1\n")
    code, told = fmt(tmp_path)
    assert code == 1 and "a.yaml:1:4" in told and "not saved as UTF-8" in told and "3 files, 1 changed" in told
    assert (tmp_path / "a.yaml").read_text() == "a: [1\n"
    assert (tmp_path / "b.yaml").read_bytes() == b"a: \xff\n"
    assert (tmp_path / "c.yaml").read_text() == "a: 1\n"


def test_a_file_that_cannot_be_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a:   1\n")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    code, told = fmt(file)
    assert code == 1 and f"{file} cannot be written: no space left on device" in told
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.yaml"] and file.read_text() == "a:   1\n"


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no file or folder .*none; fmt takes files, not the ids of rulesets"):
        fmt(tmp_path / "none")


def test_a_folder_without_files_to_lay_out(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is nothing to lay out in the folder .*: its files end in .yaml"):
        fmt(tmp_path, "--check")


def test_a_comment_that_cannot_be_kept_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, "# lost\n", "")
    text = "b: 1   # kept\na:\n  # lost\n  x\n"
    (tmp_path / "a.yaml").write_text(text)
    code, told = fmt(tmp_path / "a.yaml")
    assert code == 1 and "a.yaml:3: this comment could not be kept in a new layout; put it above the name" in told
    assert (tmp_path / "a.yaml").read_text() == text
