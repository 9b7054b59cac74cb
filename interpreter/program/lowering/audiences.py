"""Audiences given by expressions: compute which seats see a zone or variable."""

from __future__ import annotations

from ...base.diagnostics import mistake
from ...check.types import Typed
from ...language.audience import FACES, audience
from ..evaluate import Evaluation, Unknown
from .expressions import Expressions
from .layout import Env

MOST_STEPS = 100_000


def put_audiences(expressions: Expressions) -> None:
    """Write into each slot the seats that see it. Raises RulesetError if they cannot be computed."""
    layout = expressions.layout
    rules, exprs = layout.checked.ruleset, layout.checked.exprs
    for zone in rules.zones.values():
        for face, who in ((face, audience(zone.see, face)) for face in FACES):
            for number, (_, indexes) in enumerate(layout.places(zone)) if not isinstance(who, str) else ():
                seats = _seats(exprs[id(who)], layout.owner_env(zone, indexes), expressions)
                layout.lists[layout.bases[zone] + number].see[face] = seats
    for variable in rules.variables.values():
        who = audience(variable.see)
        for number, (_, indexes) in enumerate(layout.places(variable)) if not isinstance(who, str) else ():
            seats = _seats(exprs[id(who)], layout.owner_env(variable, indexes), expressions)
            layout.ints[layout.bases[variable] + number].see = seats


def _seats(players: Typed, env: Env, expressions: Expressions) -> int:
    """A player, or several, as a bit mask."""
    evaluation = Evaluation(expressions.layout.tables, expressions.writer.functions, MOST_STEPS)
    try:
        found = evaluation.value(expressions.lower(players, env), {})
    except (Unknown, KeyError):
        message = f"{players.pos.text} is not known before the game begins"
        hint = "write it with settings, tables and the numbers of the players"
        raise mistake("not-fixed", message, players.pos.span, hint=hint) from None
    return sum(1 << seat for seat in {*(found if isinstance(found, list) else [found])})
