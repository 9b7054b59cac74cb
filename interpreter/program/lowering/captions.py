"""Captions: short words for an expression, made from the ruleset's names, for people who play."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ...base.display_names import Wording
from ...base.english import plain_words
from ...check.types import Local, Typed

# {0} and {1} are what a function is given
FUNCTIONS: dict[tuple[str, int], str] = {
    ("size", 1): "cards in {0}",
    ("count", 1): "number of {0}",
    ("sum", 1): "{0}",
    ("min", 1): "lowest of {0}",
    ("max", 1): "highest of {0}",
    ("min", 2): "the smaller of {0} and {1}",
    ("max", 2): "the greater of {0} and {1}",
    ("groups", 1): "groups in {0}",
    ("empty", 1): "{0} is empty",
    ("number", 1): "number of {0}",
    ("sorted", 1): "{0}",
}
SIGNS = {"+": "{} + {}", "-": "{} - {}", "*": "{} x {}", "/up": "{} / {}", "/down": "{} / {}", "mod": "{} mod {}"}
SELF = "the player"
MOST_NAMED = 4
SAME = ("need", "cards", "flat", "group")
NAME = re.compile(r"[^\W\d]\w*")
WHOSE = re.compile(r"\b(?:player|players)\.")


class Captions:
    """`members` are the names of each kind of thing, `wording` the words for all names."""

    def __init__(self, members: Mapping[str, Sequence[str]], wording: Wording) -> None:
        self.members, self.wording = members, wording

    def caption(self, t: Typed, names: Mapping[Local, str]) -> str:
        """The words for an expression; `names` are those for the names in it, "" for the player whom it is about."""
        given = [self.caption(arg, names) for arg in t.args]
        told = [text or SELF for text in given]
        match t.op:
            case "const":
                return self.constant(t)
            case "setting":
                return self.wording.name(t.value)
            case "things":
                return self.wording.plural(t.value)
            case "local":
                return names.get(t.value, self.wording.name(t.value.name))
            case "variable" | "zone":
                return self.owned_words(t, given)
            case "attribute":
                return f"{self.wording.name(t.value[1].name)} of {told[0]}"
            case "define":
                return self.call_words(self.wording.name(t.value.definition.name), given)
            case "table":
                return f"{self.wording.name(t.value.table.name)} for {' and '.join(told)}"
            case "map":
                return self.caption(t.args[1], {**names, t.value: given[0]})
            case "each" if t.value[0] in ("those", "count") and len(t.value[1].binders) == 1:
                return self.loop_words(t, names)
            case "builtin" if (t.value, len(given)) in FUNCTIONS:
                return FUNCTIONS[t.value, len(given)].format(*told)
            case "if":
                other = "" if t.args[2].op == "const" and t.args[2].value == 0 else f", otherwise {given[2]}"
                return f"{given[1]} if {given[0]}{other}"
            case _:
                return self.operation(t, given)

    def operation(self, t: Typed, given: list[str]) -> str:
        """The words for a sum, comparison or the like; what has no words of its own stays as it is written."""
        if t.op in SIGNS:
            return SIGNS[t.op].format(*map(bracket, t.args, given))
        if t.op in SAME:
            return given[0]
        sides = [text or SELF for text in given]
        if t.op == "compare":
            return " ".join([sides[0], *(f"{op} {side}" for op, side in zip(t.value, sides[1:], strict=True))])
        if t.op in ("in", "and", "or"):
            return f" {t.op} ".join(sides)
        return f"not {sides[0]}" if t.op == "not" else self.as_written(t.pos.text)

    def as_written(self, text: str) -> str:
        """An expression as the ruleset has it, with the words for the names in it."""
        return plain_words(NAME.sub(lambda found: self.wording.name(found[0]), WHOSE.sub("", text)))

    def constant(self, t: Typed) -> str:
        if t.type.kind == "bool":
            return "yes" if t.value else "no"
        if t.type.kind == "thing":
            return self.wording.name(self.members[t.type.name][t.value])
        return str(t.value)

    def owned_words(self, t: Typed, given: list[str]) -> str:
        """coins, coins of the left player, value (slot 3)."""
        text, rest = self.wording.name(t.value.name), given
        if t.value.owner and given:
            rest = given[1:]
            text = f"{text} of {given[0]}" if given[0] else text
        return f"{text} ({', '.join(rest)})" if rest else text

    def call_words(self, name: str, given: list[str]) -> str:
        """gain, gain of the left player, total (hearts)."""
        told = [text for text in given if text]
        if not told:
            return name
        return f"{name} of {told[0]}" if len(told) == len(given) == 1 else f"{name} ({', '.join(told)})"

    def loop_words(self, t: Typed, names: Mapping[Local, str]) -> str:
        function, choice = t.value
        local, source = choice.binders[0]
        listed = self.caption(source, names)
        where = f" where {self.as_written(choice.where.pos.text)}" if choice.where is not None else ""
        if function == "count" or not t.args:
            return f"number of {listed}{where}"
        return f"{self.caption(t.args[0], {**names, local: listed})}{where}"


def bracket(t: Typed, text: str) -> str:
    """Put brackets around a calculation inside another one."""
    return f"({text})" if t.op in SIGNS or t.op == "if" or (t.op == "builtin" and len(t.args) > 1) else text


# -- cases of a table


def listed_cases(cases: list[tuple[int, ...]], names: list[list[str]]) -> str:
    """The cases in words: `honey with 4 or 5`. names: of each key, the words of its members; [] of numbers."""
    last: dict[tuple[str, ...], list[int]] = {}
    for case in cases:
        first = tuple(words[value] if words else str(value) for value, words in zip(case[:-1], names, strict=False))
        last.setdefault(first, []).append(case[-1])
    groups: dict[str, list[str]] = {}
    for before, values in last.items():
        groups.setdefault(_some(names[-1], values), []).append(", ".join(before))
    if len(names) == 1:
        return next(iter(groups))
    found = [f"{_join_either(first)} with {values}" for values, first in groups.items()]
    return "; ".join(found[:MOST_NAMED]) + "; and others" * (len(found) > MOST_NAMED)


def _some(names: list[str], values: list[int]) -> str:
    """The words of several members, or numbers; three or more in a row become a range."""
    if names:
        return _join_either([names[value] for value in values])
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    texts = [[f"{run[0]}..{run[-1]}"] if len(run) > 2 else map(str, run) for run in runs]
    return _join_either([text for part in texts for text in part])


def _join_either(words: list[str]) -> str:
    """Join words with commas and `or`."""
    if len(words) > MOST_NAMED:
        words = [*words[: MOST_NAMED - 1], f"{len(words) - MOST_NAMED + 1} others"]
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
