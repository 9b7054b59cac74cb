"""What has changed in a file, in words that a designer reads: `Hand size: 6 → 5`, `New action: trade`."""

from __future__ import annotations

from ..base.english import plain_words
from ..front.changes import flow_text
from ..reading.nodes import Entry, Mapping
from ..reading.sheets.text_sheets import rows_of_text
from ..reading.variants.differences import (
    ADDED,
    CHANGED,
    DESCRIPTIONS,
    MOVED,
    REMOVED,
    REORDERED,
    WORDED,
    Change,
    differences,
    plainly,
)
from ..rulebook.wording import capital

# a value that is longer is not told
LONGEST = 60
# cells of a row that are told one by one
MOST_CELLS = 2
# what people call a part where the language has another word
KINDS = {"invariant": "check"}
# headings of a first column that do not say what a row is
PLAIN_HEADINGS = ("", "name", "title", "id")


def rule_words(old: Mapping, new: Mapping) -> list[str]:
    """The changes from one ruleset to another, a line each."""
    return [*dict.fromkeys(_line_of(change) for change in differences(old, new))]


def scenario_words(old: Mapping, new: Mapping) -> list[str]:
    """The changes in a file of tests, a line for each test."""
    before, after = old.entries_under("scenarios"), new.entries_under("scenarios")
    found = [f"New test: {name}" for name in after if name not in before]
    found += [f"Test removed: {name}" for name in before if name not in after]
    both = [name for name in after if name in before]
    return found + [f"Test “{one}” changed" for one in both if plainly(before[one].value) != plainly(after[one].value)]


def sheet_words(file: str, old: bytes, new: bytes) -> list[str]:
    """The changes in a sheet by its rows, each named by its first cell. Raises RulesetError if it cannot be read."""
    (former_heads, former), (heads, now) = _table(file, old), _table(file, new)
    heading = next(iter(heads), "").strip()
    what = "card" if heading.lower() in PLAIN_HEADINGS else plain_words(heading)
    found = [f"New column: {head}" for head in heads if head not in former_heads]
    found += [f"Column removed: {head}" for head in former_heads if head not in heads]
    found += [f"New {what}: {name}" for name in now if name not in former]
    found += [f"{capital(what)} removed: {name}" for name in former if name not in now]
    for name, row in now.items():
        before = former.get(name, row)
        changed = [one for one in heads if one in former_heads and before.get(one, "") != row.get(one, "")]
        said = f"{capital(what)} “{name}”"
        if len(changed) > MOST_CELLS:
            found.append(f"{said} changed")
            continue
        found += [_with_values(f"{said}, {one}", before.get(one, ""), row.get(one, "")) for one in changed]
    return found


def _table(file: str, content: bytes) -> tuple[list[str], dict[str, dict[str, str]]]:
    """The headings of a sheet, and its rows by their first cells."""
    rows = rows_of_text(file, content)
    heads = {column: cell.text for column, cell in rows[0].cells.items()} if rows else {}
    first = next(iter(heads.values()), "")
    found = [{heads[column]: cell.text for column, cell in row.cells.items() if column in heads} for row in rows[1:]]
    return [*heads.values()], {row.get(first, ""): row for row in found}


def _line_of(change: Change) -> str:
    """A change as a line."""
    kind, own = KINDS.get(change.kind, change.kind), change.path[-1] if change.path else ""
    if not change.kind:
        return _with_change(capital(change.section), change)
    if change.slot in DESCRIPTIONS:
        return f"The description of {_in_quotes(plain_words(own))} changed"
    if change.change == REORDERED:
        where = f" in {_in_quotes(own)}" if own else ""
        return f"The order of {change.slot or f'the {kind}s'}{where} changed"
    if change.kind not in WORDED:
        return _line_of_name(change, kind)
    if change.slot == "words":
        return f"The {kind} {_in_quotes(_value(change.old))} is now {_in_quotes(own)}"
    if not change.slot and change.change in (ADDED, REMOVED):
        around = f" (in {_in_quotes(change.path[-2])})" if len(change.path) > 1 else ""
        return (f"New {kind}: {own}" if change.change == ADDED else f"{capital(kind)} removed: {own}") + around
    if change.change == MOVED:
        return f"{capital(kind)} {_in_quotes(own)} moved"
    said = f"{capital(kind)} {_in_quotes(own)}" if own else capital(change.section)
    return _with_change(f"{said}, {change.slot}" if change.slot else said, change)


def _line_of_name(change: Change, kind: str) -> str:
    """The same for a part with a name."""
    names = [plain_words(one) for one in (*change.path, change.slot) if one]
    if change.change == CHANGED or len(names) > 1:
        return _with_change(capital(", ".join(names)), change)
    where = {"shared": " on the table", "each player": " of each player"}.get(change.section, "")
    said = f"New {kind}" if change.change == ADDED else f"{capital(kind)} removed"
    return f"{said}{where}: {names[0]}"


def _with_change(said: str, change: Change) -> str:
    return _with_values(said, _value(change.old), _value(change.new))


def _with_values(said: str, old: str, new: str) -> str:
    """What a line is about with the values before and after, where these are short."""
    if max(len(old), len(new)) > LONGEST:
        return f"{said} changed"
    return f"{said}: {old or 'nothing'} → {new or 'nothing'}"


def _value(entry: Entry | None) -> str:
    return flow_text(entry.value) if entry is not None else ""


def _in_quotes(words: str) -> str:
    return f"“{words}”" if words else ""
