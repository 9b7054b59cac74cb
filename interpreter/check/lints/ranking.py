"""Lints of the ranking: whether it can differ between players, and whether it can leave two of them equal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...base.diagnostics import Diagnostic
from ...language import model as m
from ...language import syntax as s
from ..checked import Checked
from ..types import PLAYER, Local, Typed, parts_of, subtrees

SIGNS = ("+", "-")


def same_for_all(checked: Checked) -> Iterator[Diagnostic]:
    """Warn of a score, or a line of the ranking, that does not depend on the player."""
    rules = checked.ruleset
    if rules.players[-1] < 2 or len(rules.teams) == 1:
        return
    ranks = [("this line of `winner`", ranking.value) for ranking in rules.winner]
    for what, expr in [("the score", rules.score), *ranks]:
        if expr is None or isinstance(expr, s.Number) or _is_score(expr):
            continue
        whole = checked.exprs[id(expr)]
        if not asks(whole, {checked.player}):
            yield _warning(what, whole, rules)
        else:
            yield from (_warning("this part of the score", part, rules) for part in _of_all(whole, checked.player))


def _warning(what: str, t: Typed, rules: m.Ruleset) -> Diagnostic:
    """The warning about a ranking that is the same for all."""
    text = t.pos.text
    own = re.sub(r"\bplayers\.", "player.", text)
    hint = f"write {own} for what each player has" if own != text else "ask it of player, as in player.points"
    hint += f"; a game that all win or lose together has one team: teams: {{All: 1..{rules.players[-1]}}}"
    message = f"{what} is the same for all players: {text} does not depend on player"
    return Diagnostic("same-for-all", message, t.pos.span, "warning", hint)


def _of_all(t: Typed, player: Local) -> list[Typed]:
    """The summands that add up what all players have, beside others of each player."""
    parts = _summands(t) if t.op == "+" else []
    return [p for p in parts if p.op == "builtin" and p.value == "sum" and not asks(p, {player}) and _goes_round(p)]


def _summands(t: Typed) -> list[Typed]:
    """The summands of a sum."""
    return [part for arg in t.args for part in _summands(arg)] if t.op == "+" else [t]


def _goes_round(t: Typed) -> bool:
    """Whether an expression goes through all players."""
    return any(part.op == "things" and part.value == "player" for part in subtrees(t))


def _is_score(expr: s.Expr) -> bool:
    """Whether an expression is the word `score`."""
    return isinstance(expr, s.Name) and expr.name == "score"


def asks(t: Typed, locals_: set[Local], known: dict[tuple[int, frozenset[Local]], bool] | None = None) -> bool:
    """Whether a value depends on one of these names, through definitions too; `known`: cached definitions."""
    known = {} if known is None else known
    if t.op in ("local", "formula") and t.value in locals_:
        return True
    if t.op == "define":
        params = zip(t.value.params, t.args, strict=True)
        given = frozenset(local for local, arg in params if asks(arg, locals_, known))
        key = (id(t.value), given)
        if key not in known:
            known[key] = bool(given) and asks(t.value.value, set(given), known)
        return known[key]
    return any(asks(part, locals_, known) for part in parts_of(t))


def never_equal(checked: Checked) -> bool:
    """Whether the first rank can never be equal for two of the best players."""
    rules = checked.ruleset
    if rules.winner:
        return _differs(checked.exprs[id(rules.winner[0].value)], checked.player, rules, rules.winner[0].most)
    return rules.score is not None and _differs(checked.exprs[id(rules.score)], checked.player, rules, True)


def _differs(t: Typed, player: Local, rules: m.Ruleset, most: bool) -> bool:
    """Whether a number is different for each player, or best for just one of them."""
    if t.op == "define":
        names = [p for p, arg in zip(t.value.params, t.args, strict=True) if arg.op == "local" and arg.value is player]
        return len(names) == 1 and len(t.args) == 1 and _differs(t.value.value, names[0], rules, most)
    if t.op == "builtin" and t.value == "number":
        return t.args[0].op == "local" and t.args[0].value is player
    if t.op in SIGNS and len(t.args) == 2:
        first, second = (asks(arg, {player}) for arg in t.args)
        if first != second:
            return _differs(t.args[0 if first else 1], player, rules, most == (first or t.op == "+"))
    if t.op == "neg":
        return _differs(t.args[0], player, rules, not most)
    return t.op == "if" and _names_one(t, player, rules, most)


def _names_one(t: Typed, player: Local, rules: m.Ruleset, most: bool) -> bool:
    """Whether a value singles out one player, as `if player = leader then 1 else 0` does."""
    asked, then, other = t.args
    if asked.op != "compare" or len(asked.args) != 2 or asked.value[0] not in ("=", "!="):
        return False
    sides = [side for side in asked.args if not (side.op == "local" and side.value is player)]
    if len(sides) != 1 or sides[0].type != PLAYER or asks(sides[0], {player}) or {then.op, other.op} != {"const"}:
        return False
    one, rest = (then.value, other.value) if asked.value[0] == "=" else (other.value, then.value)
    return bool(one > rest if most else one < rest) or (one != rest and rules.players[-1] == 2)
