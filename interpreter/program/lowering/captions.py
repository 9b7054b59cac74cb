"""Captions: short words for an expression, made from the ruleset's names, for people who play."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ...base.captions import NAME, PLURAL, Caption, sentence, written
from ...base.display_names import Wording
from ...base.languages.catalogues import mark
from ...check.types import Local, Typed

# {first} and {second} are what a function is given
FUNCTIONS: dict[tuple[str, int], str] = {
    ("size", 1): mark("cards in {first}"),
    ("count", 1): mark("number of {first}"),
    ("sum", 1): "{first}",
    ("min", 1): mark("lowest of {first}"),
    ("max", 1): mark("highest of {first}"),
    ("min", 2): mark("the smaller of {first} and {second}"),
    ("max", 2): mark("the greater of {first} and {second}"),
    ("groups", 1): mark("groups in {first}"),
    ("empty", 1): mark("{first} is empty"),
    ("number", 1): mark("number of {first}"),
    ("sorted", 1): "{first}",
}
SIGNS = {"+": "+", "-": "-", "*": "x", "/up": "/", "/down": "/", "mod": "mod"}
JOINED = {"in": mark("{first} in {second}"), "and": mark("{first} and {second}"), "or": mark("{first} or {second}")}
MOST_NAMED = 4
SAME = ("need", "cards", "flat", "group")
NAME_OR_NOT = re.compile(r"([^\W\d]\w*)")
WHOSE = re.compile(r"\b(?:player|players)\.")


class Captions:
    """`members` are the names of each kind of thing, `wording` the words for all names."""

    def __init__(self, members: Mapping[str, Sequence[str]], wording: Wording) -> None:
        self.members, self.wording = members, wording

    def caption(self, t: Typed, names: Mapping[Local, str]) -> str:
        """The words for an expression; `names` are those for the names in it, "" for the player whom it is about."""
        given = [self.caption(arg, names) for arg in t.args]
        told = [text or self.reader() for text in given]
        match t.op:
            case "const":
                return self.constant(t)
            case "setting":
                return self.name(t.value)
            case "things":
                return Caption(self.wording.plural(t.value), PLURAL, t.value)
            case "local":
                return names[t.value] if t.value in names else self.name(t.value.name)
            case "variable" | "zone":
                return self.owned_words(t, given)
            case "attribute":
                return sentence(mark("{name} of {owner}"), name=self.name(t.value[1].name), owner=told[0])
            case "define":
                return self.call_words(self.name(t.value.definition.name), given)
            case "table":
                name = self.name(t.value.table.name)
                return sentence(mark("{name} for {cases}"), name=name, cases=join_all(told, JOINED["and"]))
            case "map":
                return self.caption(t.args[1], {**names, t.value: given[0]})
            case "each" if t.value[0] in ("those", "count") and len(t.value[1].binders) == 1:
                return self.loop_words(t, names)
            case "builtin" if (t.value, len(given)) in FUNCTIONS:
                return sentence(FUNCTIONS[t.value, len(given)], **dict(zip(("first", "second"), told, strict=False)))
            case "if":
                holes = {"condition": given[0], "value": given[1]}
                if t.args[2].op == "const" and t.args[2].value == 0:
                    return sentence(mark("{value} if {condition}"), **holes)
                return sentence(mark("{value} if {condition}, otherwise {other}"), **holes, other=given[2])
            case _:
                return self.operation(t, given)

    def reader(self) -> Caption:
        """The player whom it is about."""
        return sentence(mark("the player"))

    def name(self, word: str) -> Caption:
        """The words for a name of the ruleset."""
        return Caption(self.wording.name(word), NAME, word)

    def operation(self, t: Typed, given: list[str]) -> str:
        """The words for a sum, comparison or the like; what has no words of its own stays as it is written."""
        if t.op in SIGNS:
            first, second = map(bracket, t.args, given)
            return written(f"{{first}} {SIGNS[t.op]} {{second}}", first=first, second=second)
        if t.op in SAME:
            return given[0]
        sides = [text or self.reader() for text in given]
        if t.op == "compare":
            pattern = "{s0} " + " ".join(f"{op} {{s{at}}}" for at, op in enumerate(t.value, 1))
            return written(pattern, **{f"s{at}": side for at, side in enumerate(sides)})
        if t.op in JOINED:
            return join_all(sides, JOINED[t.op])
        return sentence(mark("not {fact}"), fact=sides[0]) if t.op == "not" else self.as_written(t.pos.text)

    def as_written(self, text: str) -> Caption:
        """An expression as the ruleset has it, with the words for the names in it."""
        pattern, holes = "", dict[str, Caption]()
        for at, part in enumerate(NAME_OR_NOT.split(" ".join(WHOSE.sub("", text).split()))):
            if at % 2:
                holes[f"n{at}"] = self.name(part)
            pattern += f"{{n{at}}}" if at % 2 else part.replace("{", "{{").replace("}", "}}")
        return written(pattern, **holes)

    def constant(self, t: Typed) -> str:
        if t.type.kind == "bool":
            return sentence(mark("yes")) if t.value else sentence(mark("no"))
        if t.type.kind == "thing":
            return self.name(self.members[t.type.name][t.value])
        return str(t.value)

    def owned_words(self, t: Typed, given: list[str]) -> str:
        """coins, coins of the left player, value (slot 3)."""
        text, rest = self.name(t.value.name), given
        if t.value.owner and given:
            rest = given[1:]
            text = sentence(mark("{name} of {owner}"), name=text, owner=given[0]) if given[0] else text
        return in_brackets(text, rest) if rest else text

    def call_words(self, name: str, given: list[str]) -> str:
        """gain, gain of the left player, total (hearts)."""
        told = [text for text in given if text]
        if not told:
            return name
        if len(told) == len(given) == 1:
            return sentence(mark("{name} of {owner}"), name=name, owner=told[0])
        return in_brackets(name, told)

    def loop_words(self, t: Typed, names: Mapping[Local, str]) -> str:
        function, choice = t.value
        local, source = choice.binders[0]
        listed = self.caption(source, names)
        counted = function == "count" or not t.args
        said = (
            sentence(FUNCTIONS["count", 1], first=listed)
            if counted
            else self.caption(t.args[0], {**names, local: listed})
        )
        if choice.where is None:
            return said
        where = self.as_written(choice.where.pos.text)
        return sentence(mark("{things} where {condition}"), things=said, condition=where)


def join_all(parts: list[str], pattern: str) -> str:
    """Captions joined by a sentence with two holes."""
    found = parts[0]
    for part in parts[1:]:
        found = sentence(pattern, first=found, second=part)
    return found


def in_brackets(name: str, given: list[str]) -> Caption:
    """A name with what belongs to it: total (hearts)."""
    listed = ", ".join(f"{{g{at}}}" for at in range(len(given)))
    return written(f"{{name}} ({listed})", name=name, **{f"g{at}": text for at, text in enumerate(given)})


def bracket(t: Typed, text: str) -> str:
    """Put brackets around a calculation inside another one."""
    inner = t.op in SIGNS or t.op == "if" or (t.op == "builtin" and len(t.args) > 1)
    return written("({inner})", inner=text) if inner else text


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
