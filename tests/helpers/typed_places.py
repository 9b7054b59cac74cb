"""An editor types at the places of testdata/typed_places.txt key by key, and asks `stammtisch lsp` over its streams.

    cd tests; python -m helpers.typed_places [--count 40]

At each place it types the letters before the cursor, and asks for completions at each; then it completes the line, asks
what the word is, and where it is declared. It prints what was right, and how long answers took beside `load_ruleset`.
The new game is also typed whole, key by key, with a completion asked for at each.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from helpers.editors import CURSOR, Editor
from helpers.paths import DATA, RULESETS
from lsprotocol import types as lsp
from pygls import uris

from stammtisch.front.api import load_ruleset

FIRST = 5
NEW = DATA / "ok/harbour.yaml"
GROUPS = ("Balvin", "variants", "scenarios", "a new game")


@dataclass(frozen=True, slots=True)
class TypedPlace:
    """A place that is typed: the file, the text before and behind the letters, the word, where it is declared."""

    name: str
    before: str
    letters: str
    behind: str
    whole: str
    word: str
    declared: str

    @property
    def group(self) -> str:
        if self.name == "NEW":
            return "a new game"
        return "variants" if "/variants/" in self.name else "scenarios" if "scenarios" in self.name else "Balvin"

    @property
    def text(self) -> str:
        """What stands there when the letters are typed."""
        return self.before + self.letters + self.behind


@dataclass(slots=True)
class Outcome:
    """What came of a number of places: those that were asked and that were right, what was wrong, and the times."""

    asked: dict[str, list[int]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    times: dict[str, list[float]] = field(default_factory=dict)

    def count(self, what: str, is_right: bool, said: str) -> None:
        numbers = self.asked.setdefault(what, [0, 0])
        numbers[0] += 1
        numbers[1] += is_right
        if not is_right:
            self.wrong.append(f"{what}: {said}")

    def share(self, what: str) -> float:
        """The share of answers of a kind that were right, over all groups."""
        found = [numbers for name, numbers in self.asked.items() if name.endswith(what)]
        return sum(right for _, right in found) / max(1, sum(asked for asked, _ in found))


def fits(label: str, word: str) -> bool:
    """Whether a completion is the word, or has it with what belongs to it: `each tent`, `Draw a card 3`."""
    return label == word or label.startswith(f"{word} ") or label.endswith(f" {word}")


def file_text(name: str) -> str:
    return (NEW if name == "NEW" else RULESETS / name).read_text(encoding="utf-8")


def typed_places() -> Iterator[TypedPlace]:
    """The places as they are kept. Raises AssertionError for one whose line is not there."""
    for entry in (DATA / "typed_places.txt").read_text(encoding="utf-8").splitlines():
        if entry.startswith("#"):
            continue
        name, manner, line, word, declared = entry.split("\t")
        text = file_text(name)
        cut, rest = line.split(CURSOR)
        assert f"{cut}{rest}\n" in text, f"{name} has no line {cut}{rest}"
        end = text.index(f"{cut}{rest}\n") + len(cut)
        start = end - next(
            size for size in range(len(word), -1, -1) if cut.endswith(word[:size]) and rest.startswith(word[size:])
        )
        behind = text[start + len(word) :]
        if manner == "line":
            behind = behind[behind.index("\n") :]
        elif manner == "game":
            behind = ""
        yield TypedPlace(name, text[:start], text[start:end], behind, text, word, declared)


class Typist:
    """Types at places in one session of an editor. home: where the new game is written."""

    def __init__(self, editor: Editor, home: Path) -> None:
        self.editor, self.home, self.outcome = editor, home, Outcome()
        self.open: Path | None = None

    def path(self, name: str) -> Path:
        return self.home / "ruleset.yaml" if name == "NEW" else RULESETS / name

    def timed(self, kind: str, ask: Callable[..., Any], *about: Any) -> Any:
        start = self.worked()
        found = ask(*about)
        self.outcome.times.setdefault(kind, []).append(self.worked() - start)
        return found

    def worked(self) -> float:
        """The processor time of the server, in seconds, so that other programs do not count."""
        return int(Path(f"/proc/{self.editor.process}/schedstat").read_text().split()[0]) / 1e9

    def visit(self, place: TypedPlace) -> None:
        """Type the letters of a place; then look at the whole word."""
        path, editor, items = self.path(place.name), self.editor, list[lsp.CompletionItem]()
        if self.open not in (None, path):
            editor.close(self.open)
        self.open = path
        for size in range(len(place.letters) + 1):
            position = editor.at(path, f"{place.before}{place.letters[:size]}{CURSOR}{place.behind}")
            items = self.timed("completion", editor.completions, path, position)
        labels = [item.label for item in items[:FIRST]]
        where = f"{place.name}: {place.before.rpartition(chr(10))[2].strip()}{place.letters}{CURSOR}: {place.word}"
        self.outcome.count(
            f"{place.group}, completion", any(fits(label, place.word) for label in labels), f"{where}, not {labels}"
        )
        position = editor.at(path, place.before + place.word[:1] + CURSOR + place.whole[len(place.before) + 1 :])
        found = self.timed("definition", editor.ask, "definition", path, position, lsp.DefinitionParams)
        declared = [self.declaration(one) for one in found or []]
        right = declared == [] if place.declared == "-" else declared[:1] == [place.declared]
        self.outcome.count(f"{place.group}, definition", right, f"{where}, {declared} not {place.declared}")
        said = self.timed("hover", editor.hover, path, position)
        self.outcome.count(f"{place.group}, hover", place.word.split("(")[0] in said, f"{where}, not {said[:60]!r}")

    def declaration(self, found: lsp.Location) -> str:
        """The name of a file, and the beginning of the line in it."""
        path = Path(uris.to_fs_path(found.uri) or "")
        own = self.editor.texts.get(path)
        text = own if own is not None else path.read_text(encoding="utf-8")
        name = path.parent.name if path.name == "ruleset.yaml" else path.stem
        line = text.split("\n")[found.range.start.line].strip()[:50].strip()
        return f"{'NEW' if path.parent == self.home else name}: {line}"

    def type_whole(self, text: str) -> None:
        """Type a new game from an empty file, key by key."""
        path = self.home / "ruleset.yaml"
        for end in range(len(text) + 1):
            position = self.editor.at(path, text[:end] + CURSOR)
            self.timed("key of a new game", self.editor.completions, path, position)


def type_places(places: list[TypedPlace], keys: int) -> Outcome:
    """Visit places, and type so many keys of the new game; the outcome. Raises AssertionError for an error it reports."""
    with tempfile.TemporaryDirectory() as folder, Editor(RULESETS) as editor:
        typist = Typist(editor, Path(folder).resolve())
        typist.type_whole(file_text("NEW")[:keys])
        for place in places:
            typist.visit(place)
        assert editor.errors == [], editor.errors
        return typist.outcome


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--count", type=int, help="only so many places")
    parser.add_argument("--wrong", action="store_true", help="also print what was wrong")
    wanted = parser.parse_args()
    loads = []
    for _ in range(5):
        start = time.process_time()
        load_ruleset(RULESETS / "balvin/ruleset.yaml")
        loads.append(time.process_time() - start)
    load = median(loads[1:])
    places = list(typed_places())[: wanted.count]
    found = type_places(places, len(file_text("NEW")))
    print(f"{len(places)} places, and a new game of {len(file_text('NEW')):,} keys")
    print(f"{'right':14}{'completion':>14}{'hover':>14}{'definition':>14}")
    for group in GROUPS:
        cells = [found.asked.get(f"{group}, {what}", [0, 0]) for what in ("completion", "hover", "definition")]
        print(f"{group:14}" + "".join(f"{f'{right} of {asked}':>14}" for asked, right in cells))
    print(f"{'in all':14}" + "".join(f"{found.share(w):>14.1%}" for w in ("completion", "hover", "definition")))
    print(f"processor time of the server in terms of load_ruleset balvin ({load * 1000:.0f} ms)")
    for kind, times in found.times.items():
        print(f"{kind:20}{'median':>8}{median(times) / load:7.2f}{'worst':>8}{max(times) / load:7.2f}")
    if wanted.wrong:
        print(*found.wrong, sep="\n")


if __name__ == "__main__":
    main()
