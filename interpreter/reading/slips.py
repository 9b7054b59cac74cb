"""Slips of the pen in what was read: a colon, blank or step's parts that are missing, a comma too many."""

from __future__ import annotations

import re

from ..base.keywords import CONDITIONS, PREPOSITIONS, SLOTS, VERBS
from .nodes import Entry, Mapping, Node, Scalar, Sequence

CUT_WORDS = re.compile(r"[^:{}\[\]\"\n]*,[^:{}\[\]\"\n]*(?=:)")
NAME = re.compile(r"(?<![\w.])[^\W\d]\w*(?![\w(])")
UNSPACED = re.compile(r"([^\W\d][\w.]*):([^\s:]+)")


def empty_before(node: Mapping, key: str) -> str:
    """The entry just before a key, if nothing is written for it."""
    entries = list(node.entries.values())
    at = list(node.entries).index(key)
    before = entries[at - 1] if at else None
    empty = before is not None and isinstance(before.value, Scalar) and not before.value.text
    return before.key.text if before is not None and empty else ""


def unspaced(entry: Entry) -> str:
    """An entry such as `{size:10}` with a blank behind its colon; "" for any other."""
    empty = isinstance(entry.value, Scalar) and not entry.value.text
    found = UNSPACED.fullmatch(entry.key.text) if empty and not entry.key.style else None
    return f"{found[1]}: {found[2]}" if found else ""


def step_without_parts(around: Mapping, pattern: str) -> Entry | None:
    """Words of a step's own with nothing behind them, and then words of the language at the same place."""
    entries = list(around.entries.values())
    for entry, below in zip(entries, entries[1:], strict=False):
        empty = isinstance(entry.value, Scalar) and not entry.value.text
        if empty and re.search(pattern, entry.key.text) and below.key.text in SLOTS:
            return entry
    return None


def unseparated(entry: Entry) -> str:
    """An entry such as `from deck` with its colon, if it looks as if just that is missing."""
    word, _, rest = entry.key.text.partition(" ")
    empty = isinstance(entry.value, Scalar) and not entry.value.text
    return f"{word}: {rest}" if empty and word in (*PREPOSITIONS, *VERBS) and rest else ""


def cut_words(key: Scalar) -> str:
    """The words of an entry in { } that a comma has cut, from the first part on; "" if the key is not such a part."""
    match = key.source and not key.style and CUT_WORDS.match(key.source.text, key.start)
    return match[0] if match and match[0].partition(",")[0].rstrip() == key.text else ""


def left_by_comma(entry: Entry) -> bool:
    """Whether an entry in { } is but the text between a comma and the next sign, without a colon."""
    key = entry.key
    if key.source is None or key.style or not isinstance(entry.value, Scalar) or entry.value.text:
        return False
    before, after = key.source.text[: key.start].rstrip(), key.source.text[key.start + len(key.text) :].lstrip()
    return before.endswith(",") and after.startswith((",", "}"))


def keys_to(node: Node, wanted: Entry) -> list[str]:
    """The keys from the outermost to that of an entry; none if it is not in there."""
    inner: list[tuple[Entry | None, Node]] = []
    if isinstance(node, Mapping):
        inner = [(entry, entry.value) for entry in node.entries.values()]
    elif isinstance(node, Sequence):
        inner = [(None, item) for item in node.items]
    for entry, value in inner:
        keys = [] if entry is wanted else keys_to(value, wanted)
        if entry is wanted or keys:
            return [entry.key.text, *keys] if entry is not None else keys
    return []


def to_write(keys: list[str]) -> str:
    """What is to be written behind words that have nothing behind them; keys: those that lead to them."""
    if keys[0] == "rulings":
        return "Say what a variant would change, `{change: winner}`, or the clause of the rulebook, `{rule: M5}`."
    if keys[0] == "always" or (len(keys) > 1 and keys[-2] in CONDITIONS):
        return "Write the condition behind the colon, or delete the line."
    nothing = "If nothing happens, write `nothing`."
    if keys[0] == "change" and len(keys) == 2:
        nothing = "If nothing is to change, delete the line."
    return f"What belongs to it stands below, further to the right. {nothing}"


def of_each_player(text: str, root: Mapping) -> str:
    """An expression about a player, in which what a file declares for each player is said to be theirs."""
    own = root.under("each player")
    return NAME.sub(lambda name: f"player.{name[0]}" if name[0] in own else name[0], text)
