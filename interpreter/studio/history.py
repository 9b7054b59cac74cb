"""The history of a folder's games: its states, each with what changed in words, kept in the studio's own folder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any

from ..base.diagnostics import RulesetError
from ..base.english import count_of
from ..base.errors import UsageError
from ..base.files import make_folder, write
from ..reading.library import VARIANTS
from ..reading.load import load_text
from ..rulebook.wording import capital
from .change_words import rule_words, scenario_words, sheet_words
from .game_folder import GameFolder, digest_of
from .home import own_folder
from .refusals import impossible
from .texts import text_of

MOST_STATES = 300
# lines of a state's words
MOST_LINES = 6
MOST_NAMED = 4
SECONDS_BETWEEN = 60.0
FORMAT = "stammtisch-history-1"
SCHEMAS = ".schema.json"
SHEETS = (".csv", ".tsv")
_ID = re.compile(r"\d{8}-\d{6}-\d{3}")


@dataclass(frozen=True, slots=True)
class KeptState:
    """A state: when it was kept, what changed in it, the digest of each file."""

    id: str
    when: str
    words: str
    lines: list[str]
    files: dict[str, str]


class History:
    """The states of a folder, oldest first; contents are kept once, under their digests."""

    def __init__(self, folder: GameFolder) -> None:
        self.folder = folder
        self.place = folder.root
        self.known: list[KeptState] | None = None

    @property
    def states(self) -> list[KeptState]:
        """All states, read when first asked for; damaged ones are left out."""
        if self.known is None:
            self.place = own_folder(self.folder.root) / "history"
            make_folder(self.place)
            make_folder(self.place / "contents")
            self.known = [*_read_states(self.place)]
        return self.known

    def keep_if_due(self) -> None:
        """Keep the folder as it is, unless a state was kept a moment ago."""
        if self.states:
            since = datetime.now(UTC) - datetime.fromisoformat(self.states[-1].when)
            if since.total_seconds() < SECONDS_BETWEEN:
                return
        self.keep()

    def keep(self, words: str = "") -> KeptState | None:
        """Keep the folder as it is; None if it is as it was kept last."""
        states = self.states
        now = {entry.name: entry.digest for entry in self.folder.entries()}
        if now == (states[-1].files if states else {}):
            return None
        for name, digest in now.items():
            target = self.place / "contents" / digest
            if not target.exists():
                content = self.folder.path(name).read_bytes()
                # it may have changed since it was listed
                now[name] = digest_of(content)
                write(self.place / "contents" / now[name], content)
        lines = [*self.change_lines(states[-1].files, now)] if states else ["The beginning"]
        moment = datetime.now(UTC)
        number = f"{moment:%Y%m%d-%H%M%S}-{moment.microsecond // 1000:03}"
        state = KeptState(number, moment.isoformat(timespec="seconds"), words or _short(lines), lines, now)
        data = {"format": FORMAT, "when": state.when, "words": state.words, "lines": lines, "files": now}
        write(self.place / f"{number}.json", json.dumps(data, ensure_ascii=False, indent=1).encode())
        states.append(state)
        self.forget()
        return state

    def forget(self) -> None:
        """Forget the oldest states, and contents that none has any more."""
        states = self.states
        if len(states) <= MOST_STATES:
            return
        for state in states[: len(states) - MOST_STATES]:
            (self.place / f"{state.id}.json").unlink(missing_ok=True)
        del states[: len(states) - MOST_STATES]
        used = {digest for state in states for digest in state.files.values()}
        for content in (self.place / "contents").iterdir():
            if content.name not in used:
                content.unlink(missing_ok=True)

    def find(self, number: str) -> KeptState:
        """A state. Raises Refusal."""
        found = next((state for state in self.states if state.id == number), None)
        if found is None:
            raise impossible("There is no such state any more.")
        return found

    def content(self, digest: str) -> bytes:
        """A content that was kept. Raises Refusal where it is gone."""
        try:
            return (self.place / "contents" / digest).read_bytes()
        except OSError:
            raise impossible("A file of this state is missing in the history.") from None

    def change_lines(self, before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
        """What changes from one state to another, in words; the schemas for editors are left out."""
        names = [name for name in sorted({*before, *after}) if not name.endswith(SCHEMAS)]
        has_several = len({name.rpartition("/")[0].partition("/")[0] for name in names}) > 1
        for words, here, there in (("New", after, before), ("Deleted", before, after)):
            if others := [name for name in names if name in here and name not in there]:
                more = f" and {len(others) - MOST_NAMED} more" if len(others) > MOST_NAMED else ""
                yield f"{words}: {', '.join(others[:MOST_NAMED])}{more}"
        for name in names:
            if name in before and name in after and before[name] != after[name]:
                where = _where(name, has_several)
                for line in self._lines_of(name, self.content(before[name]), self.content(after[name])):
                    yield f"{where}: {line}" if where else line

    def _lines_of(self, name: str, old: bytes, new: bytes) -> list[str]:
        """What changes in a file: in words where it holds rules, tests or cards, else how many lines."""
        file = PurePosixPath(name).name
        try:
            texts = text_of(old), text_of(new)
        except UsageError:
            return [f"{file} changed"]
        lines: list[str] = []
        with suppress(RulesetError, UsageError):
            if file.endswith(SHEETS):
                lines = sheet_words(name, old, new)
            elif file.endswith(".yaml"):
                roots = load_text(texts[0], name), load_text(texts[1], name)
                lines = scenario_words(*roots) if "scenarios" in roots[1].entries else rule_words(*roots)
        before, after = (text.split("\n") for text in texts)
        count = len({*after} - {*before}) or len({*before} - {*after})
        return lines or [f"{file}: {count_of(count, 'line')} changed" if count else f"{file}: changed"]


def _where(name: str, has_several: bool) -> str:
    """Where the words about a file hold: the game, if there are several, and the variant."""
    path = PurePosixPath(name)
    top = path.parts[0] if has_several and len(path.parts) > 1 else ""
    variant = f"variant {path.stem}" if path.parent.name == VARIANTS else ""
    return f"{top}, {variant}" if top and variant else top or capital(variant)


def _read_states(place: Path) -> Iterator[KeptState]:
    for file in sorted(place.glob("*.json")):
        try:
            data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            if data["format"] == FORMAT and _ID.fullmatch(file.stem):
                datetime.fromisoformat(data["when"])
                yield KeptState(file.stem, data["when"], data["words"], [*data["lines"]], dict(data["files"]))
        except (OSError, ValueError, KeyError, TypeError):
            continue


def _short(lines: list[str]) -> str:
    """The first lines, for a list of states."""
    more = f" and {len(lines) - MOST_LINES} more" if len(lines) > MOST_LINES else ""
    return "; ".join(" ".join(line.split()) for line in lines[:MOST_LINES]) + more
