"""What a function, definition or table takes while its values are written; and the canonical layout of a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..base.errors import UsageError
from ..check.functions import signatures_of
from ..reading.formatting import format_text
from ..reading.source import Source
from .answers import Place
from .known.symbols import signature_text
from .known.text_places import place_at
from .known.workspace import Workspace


@dataclass(frozen=True, slots=True)
class SignatureHelp:
    """What can stand in the brackets: each form as text with its values; current: the number of the value here."""

    forms: list[tuple[str, list[str], str]]
    current: int


def signature_help(workspace: Workspace, path: Path, place: Place) -> SignatureHelp | None:
    """What the name before the open bracket takes; None where no bracket is open."""
    text = workspace.text(path)
    source = Source("", text)
    offset = source.starts[min(place[0], len(source.starts)) - 1] + place[1] - 1
    at = place_at(text, offset)
    before = text[at.start : offset]
    depth, commas = 0, 0
    for number in range(len(before) - 1, -1, -1):
        character = before[number]
        if character in ")]":
            depth += 1
        elif character in "([" and depth:
            depth -= 1
        elif character == "(":
            name = before[:number].rstrip()
            word = name[len(name.rstrip("_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")) :]
            is_field = name[: len(name) - len(word)].endswith(".")
            return _help(workspace, path, word, commas + is_field)
        elif character == "," and not depth:
            commas += 1
    return None


def _help(workspace: Workspace, path: Path, name: str, current: int) -> SignatureHelp | None:
    """What a name takes."""
    forms = [
        (f"{name}({', '.join(one.params)}): {one.result}", list(one.params), one.about) for one in signatures_of(name)
    ]
    game = workspace.game_of(path)
    analysis = workspace.last_good(game) if game is not None else None
    rules = analysis.rules if analysis is not None else None
    if rules is not None and name in rules.definitions:
        own = rules.definitions[name]
        forms = [(signature_text(own), [param.pos.text for param in own.params], own.about)]
    elif rules is not None and name in rules.tables:
        table = rules.tables[name]
        params = [param.pos.text for param in table.params]
        forms = [(f"{name}({', '.join(params)})", params, table.about)]
    return SignatureHelp(forms, current) if forms else None


def canonical(workspace: Workspace, path: Path) -> str:
    """The text of a file in its canonical layout. Raises RulesetError or UsageError as `format_text`."""
    text = workspace.text(path)
    if path.suffix not in (".yaml", ".yml"):
        raise UsageError("only YAML files have a canonical layout")
    return format_text(text, str(path))
