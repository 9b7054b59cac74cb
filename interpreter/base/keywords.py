"""The words of the language that several stages must agree on: the slots of a sentence and their order."""

from __future__ import annotations

LOOPS = ("for each", "turns", "together", "repeat")
DECISIONS = ("choose", "may choose", "one of", "random")
VERBS = ("move", "pay", "deal", "add", "set", "shuffle", "reveal", "say", "run", "end")
PREPOSITIONS: dict[str, tuple[str, ...]] = {
    "from": ("move", "pay", "deal"),
    "to": ("move", "pay", "deal", "reveal"),
    "at": ("move", "deal"),
    "as": ("move",),
    "with": ("run",),
    "gives": ("run",),
    "winner": ("end",),
}
CONDITIONS = ("when", "until", "where")
BRANCHES = ("do", "otherwise", "if impossible", "if declined")
EVENTS = ("before", "after", "enters")
# 0 stands anywhere; the others in the order they happen
SLOTS: dict[str, int] = {
    **dict.fromkeys(("remember",), 1),
    **dict.fromkeys(("when",), 2),
    **dict.fromkeys((*LOOPS, "next", "until"), 3),
    **dict.fromkeys(("by", *DECISIONS, "count", "secret", "where"), 4),
    **dict.fromkeys((*VERBS, *PREPOSITIONS), 5),
    **dict.fromkeys(("do",), 6),
    **dict.fromkeys(("otherwise",), 7),
    **dict.fromkeys(("if impossible", "if declined", "whenever", "rule", "about", "was"), 0),
}
SLOT_NAMES = {1: "remember", 2: "when", 3: "the loop", 4: "the decision", 5: "the effect", 6: "do", 7: "otherwise"}
