"""What can be written at a place of a ruleset: an expression of some kind, the words of an action, a key, ..."""

from __future__ import annotations

from ...base.keywords import BRANCHES, CONDITIONS, DECISIONS, LOOPS, SLOTS_OF_VERBS, VERBS

FLOW = ("setup", "phases", "actions", "whenever", "change")
PROSE = ("about", "notes", "game", "rule", "was", "plural", "more", "members", "show as")
# how the value of each kind of slot is read; what is left out has no expression
KINDS = {
    "amount": "amount",
    "price": "amount",
    "expression": "expr",
    "values": "expr",
    "choice": "choice",
    "pile": "expr",
    "action": "action",
    "end": "end",
    "position": "position",
}
# kinds of slots in which names of the ruleset stand, each as a rule of the grammar begins
EXPRESSIONS = ("expr", "choice", "amount", "initial", "type", "ranking", "position", "audience")


def slot_of(path: tuple[str, ...], is_key: bool) -> str:
    """The kind of slot behind these keys: one of EXPRESSIONS, action, end, step, component, clause, key, ...; or ""."""
    if not path:
        return "key"
    last, before = path[-1], path[-2] if len(path) > 1 else ""
    if is_key:
        if last in ("set", "add", "pay"):
            return "expr"
        return "row" if path[0] == "tables" and len(path) > 1 else "key"
    if last == "rule":
        return "clause"
    if last in PROSE and path[0] not in ("shared", "define") or last in ("about", "show as"):
        return ""
    section = "each" if path[0].startswith("each ") else path[0]
    if section in FLOW:
        return _slot_of_step(path, last, before)
    return _slot_of_declaration(section, path, last, before)


def _slot_of_declaration(section: str, path: tuple[str, ...], last: str, before: str) -> str:
    """The kind of a slot outside of steps."""
    match section:
        case "shared" | "each":
            if "starts with" in path:
                return "expr"
            if last == "see" or before == "see":
                return "audience"
            of_place = {"holds": "component", "pile of": "component", "of": "supply", "range": "expr", "in": ""}
            return of_place.get(last, "initial" if len(path) == 2 or last == "start" else "")
        case "components":
            return "type" if before in ("front", "back") else "expr" if last == "supply" or len(path) == 2 else ""
        case "settings" | "tables" | "define" | "score" | "payoff" | "things":
            return "expr"
        case "always":
            return "time" if last == "at" else "expr"
        case "winner":
            return "ranking"
        case "rulings":
            return "change" if last == "change" else ""
        case "extends" | "after" | "use":
            return section
    return ""


def _slot_of_step(path: tuple[str, ...], last: str, before: str) -> str:
    """The kind of a slot in a step, action or event."""
    if last in CONDITIONS or before in CONDITIONS or (last == "judge" and len(path) > 2):
        return "expr"
    if last in (*LOOPS, *DECISIONS):
        return "action" if last == "one of" else "expr" if last == "repeat" else "choice"
    if last in ("by", "count", "next", "enters"):
        return "expr"
    if last in BRANCHES:
        return "action"
    if last in ("before", "after"):
        return "step"
    if last in VERBS:
        return KINDS.get(VERBS[last].kind, "")
    if last in SLOTS_OF_VERBS:
        return KINDS.get(SLOTS_OF_VERBS[last].kind, "")
    if before in ("set", "add"):
        return "expr"
    if before == "pay":
        return "amount"
    if before == "with":
        return "type" if path[0] == "actions" and len(path) == 4 else "expr"
    if before == "remember":
        return "initial"
    # `words: action`, and an option with the action that it runs
    return "action" if last not in ("secret", "gives", "family") and before != "gives" else ""
