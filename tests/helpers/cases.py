"""Broken rulesets as they are kept: what is broken in which ruleset, what `validate` says, and how its hints are followed.

A case of tests/testdata/err is a text in some parts:

    a range that begins with its larger number
    base: tests/testdata/ok/gleaners.yaml
    -   points: 0..30
    +   points: 30..0
    says:
    CASE.yaml:12:11 bad-range this range is empty: ...
    follow:
    undo
    left:
    ...

An edit is made of lines of the file: `- ` before those that go, `+ ` before those that come, two blanks before those that
show the place; `...` stands between two places. Each place is in the file just once. A hint with a `write:` is followed by
what is written there; for any other a `follow:` says what somebody does who follows it: an edit, or `undo` where the base is
what the hint asks for. `left:` is what is said at last, if that is not nothing. `cards: others` in the head of a case says
that the mistake is about the cards. `sheet: NAME.csv`, before `says:`, begins a sheet that stands beside the ruleset; a
`follow:` whose first line is `in: NAME.csv` is an edit of it.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from helpers.paths import DATA, ROOT

from stammtisch.base.diagnostics import Diagnostic, RulesetError, apply_correction, render
from stammtisch.base.errors import UsageError
from stammtisch.front.api import load_ruleset
from stammtisch.front.validation import validate_file
from stammtisch.sheets.cards import cards_of

MOST_STEPS = 12
HEADS = ("says:", "follow:", "left:")
SHEET = "sheet: "
IN = "in: "
Edit = tuple[str, ...]
UNDO: Edit = ("undo",)
# what a hint says literally, where that is the first thing it says
PROPOSAL = re.compile(
    r"[Ww]rite (?:for example )?`(?P<quoted>[^`]+)`|write (?:for example )?(?P<plain>[^;`]*[:(.=<][^;`]*)"
)
END = re.compile(r",? (?:or|with|to|if|where|for|under|instead|in place of|behind|and) .*")


@dataclass(frozen=True, slots=True)
class Case:
    """A broken ruleset: its name and base, the edit that breaks it, what is said, and edits that follow hints."""

    name: str
    about: str
    base: Path
    broken: Edit
    says: str
    follows: list[Edit] = field(default_factory=list)
    left: str = ""
    other_cards: bool = False
    sheets: dict[str, str] = field(default_factory=dict)

    @property
    def whole(self) -> str:
        """The base's text."""
        return read(self.base)

    @property
    def text(self) -> str:
        """The broken text."""
        return edited(self.whole, self.broken)


def read(path: Path) -> str:
    """The text of a file, with its line ends; bytes that are no text stay as they are."""
    return path.read_bytes().decode("utf-8", errors="surrogateescape")


def write(path: Path, text: str) -> None:
    """Write what was read so."""
    path.write_bytes(text.encode("utf-8", errors="surrogateescape"))


def read_case(path: Path) -> Case:
    """The case in a file."""
    parts: list[tuple[str, list[str]]] = [("", [])]
    for line in read(path).removesuffix("\n").split("\n"):
        if line in HEADS or line.startswith(SHEET):
            parts.append((line, []))
        else:
            parts[-1][1].append(line)
    about, base, *rest = parts[0][1]
    other_cards = rest[:1] == ["cards: others"]
    says = "".join("\n".join(lines) for head, lines in parts if head == "says:")
    follows = [tuple(lines) for head, lines in parts if head == "follow:"]
    left = "".join("\n".join(lines) for head, lines in parts if head == "left:")
    broken = tuple(rest[other_cards:])
    sheets = {head.removeprefix(SHEET): "\n".join(lines) + "\n" for head, lines in parts if head.startswith(SHEET)}
    return Case(path.stem, about, ROOT / base.removeprefix("base: "), broken, says, follows, left, other_cards, sheets)


def write_case(case: Case, says: str = "") -> str:
    """The text of a case's file; says is what is said of it now."""
    lines = [case.about, f"base: {case.base.relative_to(ROOT)}", *["cards: others"] * case.other_cards, *case.broken]
    for name, sheet in case.sheets.items():
        lines += [SHEET + name, *sheet.removesuffix("\n").split("\n")]
    lines += ["says:", says or case.says]
    for follow in case.follows:
        lines += ["follow:", *follow]
    if case.left:
        lines += ["left:", case.left]
    return "\n".join(lines) + "\n"


def edited(text: str, edit: Edit) -> str:
    """The text with an edit made. Raises AssertionError where a place of it is not there just once."""
    lines = text.split("\n")
    for place in _places(edit):
        old = [line[2:] for line in place if not line.startswith("+")]
        new = [line[2:] for line in place if not line.startswith("-")]
        at = [i for i in range(len(lines)) if lines[i : i + len(old)] == old]
        assert old and len(at) == 1, f"not there just once: {old}"
        lines[at[0] : at[0] + len(old)] = new
    return "\n".join(lines)


def _places(edit: Edit) -> list[list[str]]:
    places: list[list[str]] = [[]]
    for line in edit:
        if line == "...":
            places.append([])
        else:
            places[-1].append(line)
    return places


def edit_between(whole: str, text: str) -> Edit:
    """The edit that makes one text of another."""
    old, new = whole.split("\n"), text.split("\n")
    edit: list[str] = []
    for change, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if change == "equal":
            continue
        before, after = start, end
        while not _once(old, before, after):
            if before > 0 and (start - before <= after - end or after == len(old)):
                before -= 1
            else:
                after += 1
        edit += ["..."] * bool(edit)
        edit += _marked("  ", old[before:start]) + _marked("- ", old[start:end])
        edit += _marked("+ ", new[first:last]) + _marked("  ", old[end:after])
    assert edited(whole, tuple(edit)) == text
    return tuple(edit)


def _marked(mark: str, lines: list[str]) -> list[str]:
    return [mark + line if line else mark.rstrip() for line in lines]


def _once(lines: list[str], start: int, end: int) -> bool:
    """Whether a stretch of lines is there, and just once."""
    size = end - start
    return size > 0 and sum(lines[i : i + size] == lines[start:end] for i in range(len(lines))) == 1


def laid(case: Case, folder: Path) -> Path:
    """The file in a folder that holds the broken text, with the sheets of its base beside it."""
    for sheet in case.base.parent.glob("*.csv"):
        write(folder / sheet.name, read(sheet))
    for name, text in case.sheets.items():
        write(folder / name, text)
    return folder / f"{case.name}.yaml"


def told(path: Path, text: str) -> list[Diagnostic]:
    """What is said of a text that is written there."""
    write(path, text)
    return validate_file(path)


def shown(found: list[Diagnostic], folder: Path) -> str:
    """What is printed, without the folder."""
    return render(found).replace(f"{folder}/", "")


def follow(case: Case, path: Path) -> list[Diagnostic]:
    """What is still said when all that is said of a case was followed, in a file at that path.

    Raises AssertionError where that leads back, where a message comes again, where nothing is written that a hint
    proposes, or where there is no edit for a message.
    """
    text, edits, seen, gone = case.text, list(case.follows), set[str](), Counter[tuple[str, str]]()
    sheets = dict(case.sheets)
    for _ in range(MOST_STEPS):
        whole = "".join([text, *sheets.values()])
        assert whole not in seen, "the same text again"
        seen.add(whole)
        found = told(path, text)
        said = Counter((problem.code, problem.message) for problem in found)
        for message, most in gone.items():
            assert said[message] < most, f"said again: {message}"
        certain = next((problem for problem in found if problem.fix or problem.instead), None)
        if certain is None and not edits:
            return found
        assert found, "an edit that follows nothing"
        problem = certain or found[0]
        gone[problem.code, problem.message] = said[problem.code, problem.message]
        name = Path(problem.span.file).name
        edit = UNDO if certain else edits.pop(0)
        if edit[0].startswith(IN):
            name, edit = edit[0].removeprefix(IN), edit[1:]
        old = sheets.get(name, text)
        if certain:
            assert name in (path.name, *sheets), "a correction of another file"
            new = _corrected(old, problem)
        else:
            new = case.whole if edit == UNDO else edited(old, edit)
            assert not (missing := _unwritten(problem.hint, new)), f"not written although a hint says so: {missing}"
        if name in sheets and (certain or edit != UNDO):
            sheets[name] = new
            write(path.parent / name, new)
        else:
            text = new
    raise AssertionError("hints without end")


def _corrected(text: str, problem: Diagnostic) -> str:
    lines = text.split("\n")
    number = problem.span.line - 1
    lines[number] = apply_correction(lines[number], problem)
    return "\n".join(lines)


def _unwritten(hint: str, text: str) -> str:
    """What a hint proposes literally, if a text in which it was followed has nothing like it."""
    proposal = PROPOSAL.match(hint)
    if proposal is None:
        return ""
    wanted = proposal["quoted"] or END.sub("", proposal["plain"])
    parts = re.split(r"\.\.\.|…|[A-Z]{2,}(?: [A-Z]{2,})*", re.sub(r"\s+", "", wanted))
    flat = re.sub(r"\s+", "", text)
    return "" if all(part.strip("{},") in flat for part in parts) else wanted


def cards(path: Path) -> list[tuple[str, tuple[int, ...]]] | None:
    """The cards of a ruleset as they are printed; None if it has none or cannot be loaded."""
    try:
        ruleset = load_ruleset(path)
        return [(card.component, card.values) for card in cards_of(ruleset, {})]
    except (UsageError, RulesetError):
        return None


if __name__ == "__main__":
    base, broken, name, about = sys.argv[1:]
    edit = edit_between(read(Path(base)), read(Path(broken)))
    new = Case(name, about, Path(base).resolve(), edit, "", [UNDO])
    write(DATA / "err" / f"{name}.txt", write_case(new))
