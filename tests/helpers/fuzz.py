"""Damaged rulesets by the thousand: whatever a file holds, checking it ends soon with messages, never with a traceback.

    python tests/helpers/fuzz.py 20000

checks that many mutants of all shipped rulesets, variants and libraries, always the same ones, and exits with 1 if one
gave a traceback, took more than two seconds of processor time or made the memory grow above 500 MB. The first mutant
can be named too: `python tests/helpers/fuzz.py 1 12345` shows the mutant 12345 alone, `--show` prints its text.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.paths import ROOT

from stammtisch.cli.commands.validate import FORMS
from stammtisch.cli.reports import write_report
from stammtisch.front.validation import validate_file

MOST_SECONDS = 2.0
MOST_MEGABYTES = 500
TOKEN = re.compile(r"\w+|[^\w\s]+|\s+")
ODD = (
    *"{}[]():,#&*!|>'\"%@`-?\t\\\0\x07\u00a0\u2028\U0001f37a\ufeff",
    *("\n", "\n\n", "  ", ": ", "- ", "---\n", "<<: ", "&a ", "*a", "null", "~", "true", "yes", "-1", "0", "1e9"),
    *("99999999999999999999", "1..999999999", "0..0", "5..1", " or else ", " in ", " where ", "maybe ", "((((((("),
    *("players", "player", "card", "none", "box", "all", "up to ", "first(", "possible('", "not " * 50),
    *("extends: balvin\n", "change:\n", "0x1F", " # allow: unused because\n", " # allow: unused because so\n"),
)
VALUES: tuple[Any, ...] = (None, True, "", 0, -1, 10**30, 1.5, [], {}, [[]], {"a": None}, "nothing", "a b", "x", "none")


@dataclass(frozen=True)
class Failure:
    """A mutant that checking did not end well for."""

    number: int
    source: str
    trouble: str


def sources() -> list[Path]:
    """The files that are damaged: every ruleset, variant and library."""
    found = [*ROOT.glob("rulesets/*/ruleset.yaml"), *ROOT.glob("rulesets/mechanisms/*.yaml")]
    beside = (".scenarios.yaml", ".clauses.yaml")
    found += [path for path in ROOT.glob("rulesets/*/variants/*.yaml") if not path.name.endswith(beside)]
    return sorted([*found, ROOT / "tests" / "testdata" / "workshop.yaml"])


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tokens() -> list[str]:
    """Every word, sign and line break of all the files, as often as it stands there once for each file."""
    return sorted({token for path in sources() for token in TOKEN.findall(text_of(path))})


@cache
def subtrees() -> list[Any]:
    """Every value of all the files."""
    return [value for path in sources() for _, _, value in places(yaml.safe_load(text_of(path)))]


class Dumper(yaml.SafeDumper):
    """Writes a value that stands in two places out twice."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def places(tree: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Every (container, key or position, value) of a tree."""
    pairs = list(tree.items()) if isinstance(tree, dict) else list(enumerate(tree)) if isinstance(tree, list) else []
    for key, value in pairs:
        yield tree, key, value
        yield from places(value)


def mutant(number: int) -> tuple[str, str]:
    """The name of the file it comes from, and the text, of the mutant of that number."""
    random = Random(number)
    path = random.choice(sources())
    text = text_of(path)
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        text = random.choice((in_characters, in_lines, in_tokens, in_tokens, in_tree, in_tree))(text, random)
    return str(path.relative_to(ROOT)), text


def in_characters(text: str, random: Random) -> str:
    """Some characters lost, doubled, put in or changed."""
    at = random.randrange(len(text) + 1)
    end = min(len(text), at + random.choice((1, 1, 3, 20, 400)))
    odd = random.choice(ODD) if random.random() < 0.7 else chr(random.randrange(1, 0x500))
    before, after = text[:at], text[end:]
    return random.choice(
        (before + after, before + odd + text[at:], before + odd + after, text[:end] + text[at:], before)
    )


def in_lines(text: str, random: Random) -> str:
    """A line lost, doubled, moved or indented otherwise."""
    lines = text.split("\n")
    at, to = random.randrange(len(lines)), random.randrange(len(lines))
    line = lines[at]
    kind = random.randrange(5)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(to, line)
    elif kind == 2:
        lines.insert(to, lines.pop(at))
    else:
        lines[at] = "  " + line if kind == 3 else line[random.randrange(1, 5) :]
    return "\n".join(lines)


def in_tokens(text: str, random: Random) -> str:
    """One word or sign replaced by another of this file or of any file."""
    parts = TOKEN.findall(text)
    if not parts:
        return text
    at = random.randrange(len(parts))
    number = str(random.randrange(-3, 200))
    parts[at] = random.choice((random.choice(parts), random.choice(tokens()), random.choice(ODD), number))
    return "".join(parts)


def in_tree(text: str, random: Random) -> str:
    """One value lost, replaced, put elsewhere or renamed, where the text is still YAML."""
    try:
        tree = yaml.safe_load(text)
        found = list(places(tree))
    except (yaml.YAMLError, ValueError, RecursionError):
        return in_characters(text, random)
    if not found:
        return in_characters(text, random)
    holder, key, value = random.choice(found)
    kind = random.randrange(5)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = random.choice(VALUES)
    elif kind == 2:
        holder[key] = deepcopy(random.choice(subtrees()))
    elif kind == 3:
        holder[key] = deepcopy(random.choice(found)[2])
    elif isinstance(holder, dict):
        del holder[key]
        holder[random.choice(found)[1] if random.random() < 0.5 else random.choice(tokens())] = value
    try:
        return yaml.dump(tree, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=1000)
    except (yaml.YAMLError, ValueError, RecursionError):
        return text


def trouble(path: Path) -> str:
    """What goes wrong in checking a file: a traceback, or too much time; "" if all is well."""
    begun = time.process_time()
    try:
        found = validate_file(path)
        for form in FORMS:
            write_report(form, found, [path], {}, False)
    except Exception:
        return traceback.format_exc()
    spent = time.process_time() - begun
    return f"took {spent:.1f} s of processor time" if spent > MOST_SECONDS else ""


def failures(numbers: range, folder: Path, told: Callable[[int], None] = lambda number: None) -> Iterator[Failure]:
    """The mutants of these numbers that fail; each is written into the folder to be checked."""
    path = folder / "mutant.yaml"
    for number in numbers:
        source, text = mutant(number)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        found = trouble(path)
        if found:
            yield Failure(number, source, found)
        told(number)


def megabytes() -> float:
    """The most memory that this process has taken; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    if status.exists():  # the system's other number begins with the memory of the process that started this one
        found = re.search(r"^VmHWM:\s*(\d+) kB", status.read_text(), re.MULTILINE)
        return int(found[1]) / 1024 if found else 0.0
    try:
        import resource
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks damaged rulesets: none may give a traceback or take long.")
    parser.add_argument("count", type=int, nargs="?", default=300, help="how many mutants")
    parser.add_argument("first", type=int, nargs="?", default=0, help="the number of the first one")
    parser.add_argument("--show", action="store_true", help="print the texts of the mutants instead")
    given = parser.parse_args()
    numbers = range(given.first, given.first + given.count)
    if given.show:
        for number in numbers:
            print("".join(mutant(number)[1]))
        return 0

    def told(number: int) -> None:
        if number % 500 == 499:
            print(f"{number + 1 - given.first} of {given.count}", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        found = list(failures(numbers, Path(folder), told))
    for failure in found:
        print(f"mutant {failure.number} of {failure.source}: {failure.trouble}")
    most = megabytes()
    print(f"{given.count} mutants, {len(found)} failures, at most {most:.0f} MB")
    return 1 if found or most > MOST_MEGABYTES else 0


if __name__ == "__main__":
    sys.exit(main())
