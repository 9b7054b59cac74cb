"""Attributes of type `text`: sentences and titles printed on cards, which rules cannot ask for.

Each becomes a kind of thing with the different texts as its members; its names have blanks, so no rule can name them.
"""

from __future__ import annotations

from . import model as m
from . import syntax as s


def put_texts(out: m.Ruleset) -> None:
    """Replace attributes of type `text` in a ruleset whose declarations are all built."""
    for component in out.components.values():
        for attribute in component.attributes:
            if attribute.is_text:
                _put(component, attribute, out)


def _put(component: m.Component, attribute: m.Attribute, out: m.Ruleset) -> None:
    """Make the kind of thing for a text attribute, and a member of it of each text in the rows of cards."""
    kind = f"{attribute.name} of {component.name}"
    thing = out.things[kind] = m.Thing(kind, attribute.span, f"{kind}s")
    members: dict[str, str] = {}
    for zone in out.zones.values():
        for row in zone.rows if zone.component == component.name else []:
            if (written := row.texts.get(attribute.name)) is None or not written.text:
                continue
            if written.text not in members:
                members[written.text] = f"{kind} no. {len(members) + 1}"
                thing.members.append((members[written.text], written.span))
            member = s.Name(s.Pos(written, 0, len(written.text)), members[written.text])
            row.values[attribute.name], row.headings[attribute.name] = [member], written.span
    if not members:  # no card has a text yet
        members[kind] = kind
        thing.members.append((kind, attribute.span))
    thing.texts = {member: text for text, member in members.items()}
    attribute.type = s.TypeText(attribute.type.pos, "maybe", kind)
