"""The same cards in sheets as people and programs save them, some damaged: read as the same cards, or refused.

    python tests/helpers/torn_sheets.py 20000

writes that many sheets, always the same ones, and exits with 1 if one led to a traceback or to other cards, or took more
than two seconds. The first can be named too: `python tests/helpers/torn_sheets.py 1 12345`; `--show` prints its bytes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.market import market

from stammtisch.front.api import load_ruleset
from stammtisch.front.validation import validate_file

MOST_SECONDS = 6.0  # a slow machine takes three times as long as a fast one
RULES = market("ware: [bread, Käse, honey]", "ware: ware, value: 0..20, spoils: bool, spice: maybe ware")
HEADINGS = ("ware", "value", "spoils", "spice", "copies")
CARDS = (("bread", "1", True, "", "2"), ("Käse", "12", False, "honey", "1"), ("honey", "3", True, "bread", "3"))
VALUES = [[0, 1, 1, -1]] * 2 + [[1, 12, 0, 2]] + [[2, 3, 1, 0]] * 3
YES = ("yes", "Y", "x", "1", "TRUE", "Ja", "oui", "sí")
NO = ("", "no", "0", "FALSE", "nein", "non")
ENCODINGS = (
    *("utf-8",) * 20,
    *("utf-8-sig", "utf-16") * 4,
    *("utf-16-le", "utf-16-be", "cp1252", "latin-1", "mac-roman", "cp437", "utf-32"),
)
ODD = ('"', '""', "'", "\u00a0", "\u200b", "\0", "\ufeff", "\x07", "\u0430", "\u00e4", "a\u0308", "\u2028", "=")


def sheet(number: int) -> bytes:
    """The sheet of that number."""
    random = Random(number)
    separator = random.choice((",", ";", "\t", "|"))
    order = random.sample(range(len(HEADINGS)), len(HEADINGS))
    lines = [[random.choice((str.lower, str.upper, str.title))(HEADINGS[at]) for at in order]]
    for card in CARDS:
        texts = [random.choice(YES if one else NO) if isinstance(one, bool) else one for one in card]
        lines.append([texts[at] for at in order])
    if random.random() < 0.3:
        for line, remark in zip(lines, ("# notes", "good, cheap; new", 'a "bargain"', "", "x|y"), strict=False):
            line.append(remark)
    if random.random() < 0.2:
        lines = [["", *line] for line in lines]
    if random.random() < 0.3:
        lines.insert(random.randrange(len(lines) + 1), [""] * random.randrange(1, 6))
    if random.random() < 0.2:
        lines.insert(0, ["# my market"])
    text = random.choice(("\n", "\r\n", "\r")).join(
        separator.join(cell(one, separator, random) for one in line) for line in lines
    )
    text = (f"sep={separator}\n" if random.random() < 0.15 else "") + text + random.choice(("", "\n", "\n\n", "\r\n"))
    if random.random() < 0.4:
        at = random.randrange(len(text) + 1)
        text = text[:at] + random.choice(ODD) + text[at:]  # a cell that is lost or moved nobody could tell
    content = text.encode(random.choice(ENCODINGS), errors="replace")
    if random.random() < 0.15:
        at = random.randrange(len(content))
        content = content[:at] + bytes([random.randrange(128, 256)]) + content[at:]
    return content


def cell(text: str, separator: str, random: Random) -> str:
    """A cell as it may be written."""
    if random.random() < 0.3 or any(sign in text for sign in (separator, '"')):
        text = '"' + text.replace('"', '""') + '"'
    before, behind = (random.choice(("", "", "", " ", "  ", "\u00a0")) for _ in range(2))
    return before + text + behind


def trouble(path: Path, content: bytes) -> str:
    """What goes wrong with a sheet; "" if it is read as the same cards, or refused."""
    begun = time.process_time()
    path.with_name("cards.csv").write_bytes(content)
    try:
        if any(found.severity == "error" for found in validate_file(path)):
            return ""
        cards = sorted(list(card.values) for card in load_ruleset(path).game().program.cards)
    except Exception:
        return traceback.format_exc()
    if cards != sorted(VALUES):
        return f"other cards: {cards}"
    spent = time.process_time() - begun
    return f"took {spent:.1f} s of processor time" if spent > MOST_SECONDS else ""


def failures(numbers: range, folder: Path) -> list[tuple[int, str]]:
    """The sheets of these numbers with which something goes wrong, and what."""
    path = folder / "ruleset.yaml"
    path.write_text(RULES, encoding="utf-8")
    return [(number, found) for number in numbers if (found := trouble(path, sheet(number)))]


def main() -> int:
    parser = argparse.ArgumentParser(description="Reads sheets as people save them: the same cards, or a message.")
    parser.add_argument("count", type=int, nargs="?", default=300, help="how many sheets")
    parser.add_argument("first", type=int, nargs="?", default=0, help="the number of the first one")
    parser.add_argument("--show", action="store_true", help="print the sheets instead")
    given = parser.parse_args()
    numbers = range(given.first, given.first + given.count)
    if given.show:
        print(*(sheet(number) for number in numbers), sep="\n")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        found = failures(numbers, Path(folder))
    for number, what in found:
        print(f"{number}: {what}\n{sheet(number)!r}")
    print(f"{given.count} sheets, {len(found)} failures")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
