"""Whether titles alone tell the cards of a kind apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ..base.display_names import DisplayName
from . import syntax as s

# the values of a row of cards, by their attributes
Row = Mapping[str, Sequence[s.Expr]]
Key = tuple[str, ...]


def untold_attributes(rules: Any, names: Mapping[str, DisplayName]) -> Iterator[tuple[str, str]]:
    """What is printed beside unique titles, which alone name the cards: each component with the attribute.

    rules: a model.Ruleset, which imports this.
    """
    members = {member for thing in rules.things.values() for member, _ in thing.members}
    for component in rules.components.values():
        names_it = rules.titles_of(component)
        titles = [one for one in component.attributes if one.is_text and one.name in names_it]
        rows = [row.values for zone in rules.zones.values() if zone.component == component.name for row in zone.rows]
        if titles and has_unique_titles(rows, {title.name for title in titles}, members, names):
            faces = {title.face for title in titles}
            others = [one.name for one in component.attributes if one not in titles and one.face in faces]
            yield from ((component.name, name) for name in others)


def has_unique_titles(
    rows: Sequence[Row], titles: Collection[str], members: Collection[str], names: Mapping[str, DisplayName]
) -> bool:
    """Whether cards with the same titles, as people read them, are the same in everything else.

    Rows without a title are called by all that is on them. A row that stands for several cards is taken for different
    ones, and so is one whose values only the game tells.
    """
    found: dict[Key, Key | None] = {}
    for row in rows:
        key = tuple(_read(row, title, names) for title in sorted(titles))
        if not any(key):
            continue
        values = _values(row, titles, members)
        if values is None or found.setdefault(key, values) != values:
            return False
    return bool(found)


def _read(row: Row, title: str, names: Mapping[str, DisplayName]) -> str:
    """A title as people read it; "" if the row has none."""
    value = row.get(title)
    name = value[0].name if value and isinstance(value[0], s.Name) else ""
    return names[name].one if name in names else name


def _values(row: Row, titles: Collection[str], members: Collection[str]) -> Key | None:
    """What a row says besides its titles; None if that may be several cards."""
    texts = []
    for name, values in sorted(row.items()):
        if name in titles:
            continue
        one = values[0] if len(values) == 1 else None
        if not isinstance(one, s.Number | s.Truth | s.Nothing) and not (
            isinstance(one, s.Name) and one.name in members
        ):
            return None
        texts.append(f"{name}: {one.name if isinstance(one, s.Name) else one.pos.text}")
    return tuple(texts)
