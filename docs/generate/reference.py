"""The generated parts of docs/language.md: keys from the JSON Schema, words from the table of signatures, operators.

Run as a program, it writes them into the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from stammtisch.base.errors import UsageError
from stammtisch.base.keywords import SLOT_NAMES, SLOTS
from stammtisch.check.functions import SIGNATURES, Signature
from stammtisch.reading.schema_files import Json, linked_schema
from stammtisch.rulebook.wording import article

PAGE = Path(__file__).resolve().parents[1] / "language.md"
MARKED = re.compile(
    r"(?P<start><!-- generated: (?P<name>[^\n]*?) -->\n).*?(?P<end><!-- end of generated -->)", re.DOTALL
)
MOST_EXAMPLES = 2
# what can stand beside most parts of a ruleset is described once, in the page's text and among the keys of a step
EVERYWHERE = ("about", "rule")


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the expression language that is not a word with brackets: how it looks, what it means, an example."""

    written: str
    about: str
    example: str


FORMS: dict[str, tuple[Form, ...]] = {
    "Values and names": (
        Form("`12`", "A number; only whole numbers are known.", "12"),
        Form("`true`, `false`", "Yes and no.", "true or false"),
        Form("`none`", "Nothing there.", "first(discards) = none"),
        Form("`name`", "A name of this ruleset, or one bound around this place.", "hand_size"),
        Form("`'words'`", "The words of an action, only in `possible`.", "possible('Sell a card')"),
        Form("`[a, b]`", "A list.", "[player.points, player.coins]"),
        Form("`(a)`", "Brackets, to say what belongs together.", "(hand_size + 1) * 2"),
        Form("`x.name`", "What belongs to x: a field, place, counter, table or definition.", "player.hand"),
        Form("`x.name(y)`", "The same, about a second thing.", "player.held(bread)"),
        Form("`name(x)`", "Another way to write `x.name`.", "price(2)"),
        Form("`a.name` of a list", "The list of the names of all of them.", "players.hand"),
    ),
    "Numbers": (
        Form("`-a`", "The negative number.", "-player.points"),
        Form("`a * b`", "Times.", "2 * player.points"),
        Form(
            "`a / b rounded up`, `rounded down`", "Divided; a division always says how it rounds.", "7 / 2 rounded up"
        ),
        Form("`a mod b`", "The remainder of a division.", "player.number mod 2"),
        Form("`a + b`, `a - b`", "Plus and minus.", "player.points + 3 - hand_size"),
        Form("`a..b`", "The numbers from a to b.", "count(1..hand_size)"),
    ),
    "Lists": (
        Form("`a + b` of lists", "Both, one after the other.", "player.hand + discards"),
        Form("`a - b` of lists", "What is in a and not in b.", "players - [player]"),
        Form("`a from x`", "The whole round, starting with x.", "players from starter"),
        Form("`a after x`", "The round after x, without x.", "players after player"),
    ),
    "Conditions": (
        Form("`a = b`, `a != b`", "Equal, not equal.", "card.ware = bread and card.value != 2"),
        Form("`a < b`, `<=`, `>`, `>=`", "Compared; also in a chain.", "0 < player.points <= 10"),
        Form("`a in b`, `a not in b`", "Whether a is one of b.", "card in player.hand and player not in [starter]"),
        Form("`not a`", "The opposite.", "not deck.empty"),
        Form("`a and b`", "Both hold.", "deck.empty and discards.empty"),
        Form("`a or b`", "At least one holds.", "deck.empty or player.hand.empty"),
    ),
    "Either, or": (
        Form("`if a then b else c`", "One of two values.", "if deck.empty then 0 else 3"),
        Form("`a or else b`", "a, unless it is none or an empty list: then b.", "stall.stack.top.value or else 0"),
    ),
    "Over many things": (
        Form("`any(x in a where b)`", "Whether there is such an x.", "any(p in players where p.hand.empty)"),
        Form("`no(x in a where b)`", "Whether there is none.", "no(s in stalls where s.closed)"),
        Form("`all(b for x in a)`", "Whether b holds for all.", "all(s.closed for s in stalls)"),
        Form("`count(x in a where b)`", "How many there are.", "count(c in player.hand where c.ware = bread)"),
        Form("`those(x in a where b)`", "All of them, as a list.", "those(c in player.hand where c.value > 3)"),
        Form(
            "`first(x in a where b)`",
            "The first of them; `last` the last one.",
            "first(s in stalls where not s.closed)",
        ),
        Form(
            "`sum(b for x in a)`",
            "The total; `min`, `max`, `sorted`, `distinct` likewise.",
            "sum(c.value for c in player.hand)",
        ),
        Form("`x in a, y in b`", "Every pair.", "count(p in players, s in stalls where p.points > s.number)"),
        Form(
            "`… with most b`, `with least b`",
            "Those with the greatest (smallest) b, all if several tie.",
            "those(p in players with most p.points)",
        ),
        Form("`… by b`", "In the order of b, smallest first.", "first(c in player.hand by c.value)"),
        Form("`… if b`", "Only in a list of choices: without b this choice is left out.", ""),
        Form(
            "`possible('Action', x)`",
            "Whether somebody could do this action now, with these parameters.",
            "possible('Sell a card')",
        ),
        Form(
            "`round`",
            "Inside `turns`, also in its `until`, in actions and in events: which lap it is, from 1.",
            "",
        ),
    ),
}


def parts() -> dict[str, str]:
    """The generated text of each part, by the name in its marker."""
    root = linked_schema("ruleset")
    kinds = root["definitions"]
    step = kinds["steps"]["properties"]
    made = {"sections": _keys({**root["properties"], "each NAME": next(iter(root["patternProperties"].values()))})}
    for number, name in SLOT_NAMES.items():
        made[f"step: {name}"] = _keys({key: step[key] for key, rank in SLOTS.items() if rank == number})
    made["step: anywhere"] = _keys({key: step[key] for key, rank in SLOTS.items() if rank == 0})
    for name in ("setting", "thing", "component", "table", "belonging", "cards", "definition", "invariant", "ruling"):
        own = {key: value for key, value in kinds[name]["properties"].items() if key not in EVERYWHERE}
        others = kinds[name].get("patternProperties", {})
        named = {_pattern_name(pattern, value): value for pattern, value in others.items()}
        made[f"keys of {article(name)}"] = _keys({**own, **named})
    made["keys of a layout"] = _keys(root["properties"]["layout"]["properties"])
    made["keys of a layout of a board"] = _keys(kinds["board-layout"]["properties"])
    made["keys of a layout of the table"] = _keys(kinds["table-layout"]["properties"])
    made["keys of print"] = _keys(kinds["print-layout"]["properties"])
    made["keys of coordinates"] = _keys(kinds["coordinates"]["properties"])
    made["keys of a layout of cards"] = _keys(kinds["card-layout"]["properties"])
    made["keys of see"] = _keys(kinds["see"]["then"]["properties"])
    made["keys of an action"] = _keys({key: kinds["action"]["properties"][key] for key in ("family", "with", "gives")})
    made["keys of an event"] = _keys({key: kinds["event"]["properties"][key] for key in ("before", "after", "enters")})
    made["keys of a change"] = _keys({key: kinds["patch"]["properties"][key] for key in ("before", "after", "instead")})
    made["keys of a judged condition"] = _keys(kinds["judged"]["properties"])
    made["keys of a library"] = _keys(_further(linked_schema("library")["properties"], root["properties"]))
    scenarios = linked_schema("scenarios")
    made["keys of a scenario file"] = _keys(_further(scenarios["properties"], root["properties"]))
    made["keys of a scenario"] = _keys(scenarios["definitions"]["scenario"]["properties"])
    for name in ("clauses", "mutants"):
        made[f"keys of a list of {name}"] = _keys(_further(linked_schema(name)["properties"], root["properties"]))
    made["operators"] = "\n\n".join(_forms(title, forms) for title, forms in FORMS.items())
    made["words"] = _words(SIGNATURES)
    return made


def rewritten(text: str) -> str:
    """The document with every generated part made anew.

    Raises UsageError where a marker names no part, a part has no marker, or a marker is not closed.
    """
    made = parts()
    used: list[str] = []

    def renewed(found: re.Match[str]) -> str:
        used.append(found["name"])
        if found["name"] not in made:
            raise UsageError(f"there is no generated part '{found['name']}'; there are: {', '.join(made)}")
        return f"{found['start']}{made[found['name']]}\n{found['end']}"

    out = MARKED.sub(renewed, text)
    if text.count("<!-- generated: ") != len(used):
        raise UsageError("a generated part does not end: <!-- end of generated --> is missing")
    missing = [name for name in made if name not in used]
    if missing:
        raise UsageError(f"the document has no place for {', '.join(missing)}: add <!-- generated: {missing[0]} -->")
    return out


def _further(properties: dict[str, Json], known: dict[str, Json]) -> dict[str, Json]:
    """Return the keys without `format` and without those that a ruleset has with the same description."""
    same = {key for key in known if properties.get(key, {}).get("description") == known[key].get("description")}
    return {key: value for key, value in properties.items() if key not in same | {"format"}}


def _pattern_name(pattern: str, value: Json) -> str:
    return str(value["title"]) if "players?" in pattern and "title" in value else "NAME"


def _keys(properties: dict[str, Json]) -> str:
    lines = ["| key | what it says | example |", "| --- | --- | --- |"]
    for key, value in properties.items():
        examples = value.get("examples", [])[:MOST_EXAMPLES]
        name = {"each NAME": "each player", "NAME": "…"}.get(key, key.split(", ")[0])
        shown = "<br>".join(_code(_example(name, example)) for example in examples)
        told = (
            "`each player`, `each tent` …" if key == "each NAME" else ", ".join(_code(word) for word in key.split(", "))
        )
        lines.append(f"| {told} | {_cell(value.get('description', ''))} | {shown} |")
    return "\n".join(lines)


def _example(key: str, value: Any) -> str:
    written: str = yaml.safe_dump(
        value, default_flow_style=True, width=float("inf"), allow_unicode=True, sort_keys=False
    )
    text = written.removesuffix("\n").removesuffix("\n...")
    return f"{key}: {text}"


def _forms(title: str, forms: Iterable[Form]) -> str:
    lines = [f"**{title}**", "", "| form | meaning | example |", "| --- | --- | --- |"]
    for form in forms:
        lines.append(f"| {_cell(form.written)} | {_cell(form.about)} | {_code(form.example) if form.example else ''} |")
    return "\n".join(lines)


def _words(signatures: Sequence[Signature]) -> str:
    lines = ["| word | gives | meaning | example |", "| --- | --- | --- | --- |"]
    for signature in signatures:
        needed = len(signature.params) - signature.optional
        given = [_type(p) if i < needed else f"{_type(p)}, if wanted" for i, p in enumerate(signature.params)]
        word = f"`{signature.name}` ({'; '.join(given)})"
        lines.append(f"| {word} | {_type(signature.result)} | {_cell(signature.about)} | {_code(signature.example)} |")
    return "\n".join(lines)


def _type(pattern: str) -> str:
    """A pattern over types in words: list of T -> list, maybe int -> a number or none."""
    if pattern.startswith("maybe "):
        return f"{_type(pattern.removeprefix('maybe '))} or none"
    if pattern.startswith("list of "):
        inner = pattern.removeprefix("list of ")
        if inner.startswith("list of "):
            return "lists of numbers"
        return {"T": "list", "int": "numbers", "group": "groups", "place": "places"}[inner]
    return {
        "T": "one of them",
        "int": "number",
        "bool": "yes or no",
        "player": "player",
        "place": "place or member",
        "zone": "place for cards",
        "card": "card",
    }[pattern]


def _code(text: str) -> str:
    return f"`{_cell(text)}`"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
