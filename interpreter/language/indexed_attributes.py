"""Attributes with an index, printed once for each member of a thing, as `cost(gem): 0..7`.

It is read as an attribute for each member, cost_red and so on, and a definition that finds the right one.
"""

from __future__ import annotations

from ..base.diagnostics import Note
from ..reading.nodes import Scalar
from . import model as m
from . import syntax as s
from .reader import Reader


def put_indexed(reader: Reader, out: m.Ruleset) -> None:
    """Replace attributes with an index in a ruleset whose declarations are all built."""
    for component in out.components.values():
        for attribute in component.attributes:
            if attribute.index is not None and (members := _members(attribute, reader, out)):
                _put(component, attribute, members, out)
                _define(component, attribute, members, reader, out)


def _members(attribute: m.Attribute, reader: Reader, out: m.Ruleset) -> list[str]:
    """The members for each of which an attribute is printed; [] after reporting a mistake."""
    assert attribute.index is not None
    kind = attribute.index.type or attribute.index.name
    thing = out.things.get(kind)
    if thing is None or not thing.members:
        message = f"{attribute.name} is printed once for each {kind}, but {kind} is not a kind of thing with names"
        hint = (
            f"write it under things: {{{kind}: [..., ...]}}"
            if kind != "player"
            else "cards are the same for all players"
        )
        reader.error("wrong-type", message, attribute.span, "" if thing is not None else hint)
        return []
    return [member for member, _ in thing.members]


def _put(component: m.Component, attribute: m.Attribute, members: list[str], out: m.Ruleset) -> None:
    """Add an attribute for each member; a number missing on a card is 0."""
    at = component.attributes.index(attribute)
    names = [f"{attribute.name}_{member}" for member in members]
    component.attributes[at : at + 1] = [
        m.Attribute(name, attribute.span, attribute.type, attribute.face, of=attribute) for name in names
    ]
    expr = attribute.type.expr
    if attribute.type.kind != "plain" or not isinstance(expr, s.Binary):
        return
    for zone in out.zones.values():
        for row in zone.rows if zone.component == component.name else []:
            for name in names:
                row.values.setdefault(name, [s.Number(s.Pos(Scalar(row.span, "0", "0"), 0, 1), 0)])


def _define(component: m.Component, attribute: m.Attribute, members: list[str], reader: Reader, out: m.Ruleset) -> None:
    """Add the definition `card.cost(gem)`, as a ruleset would write it."""
    index, name = attribute.index, attribute.name
    assert index is not None
    if name in out.definitions:
        note = Note(out.definitions[name].span, "first defined here")
        reader.error("defined-twice", f"'{name}' is defined twice", attribute.span, notes=(note,))
        return
    *others, last = members
    card, about = (component.name, index.name) if component.name != index.name else ("card", index.name)
    cases = [f"if {about} = {member} then {card}.{name}_{member} else " for member in others]
    written = "".join(cases) + f"{card}.{name}_{last}"
    value = reader.parse("expr", Scalar(attribute.span, written, written))
    params = [s.Param(index.pos, card, component.name), index]
    out.definitions[name] = m.Definition(name, attribute.span, params, value, "", given=True)
