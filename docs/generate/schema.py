"""Makes the parts of schemas/ruleset.schema.json about steps anew: `python docs/generate/schema.py`.

They come from the tables in base/keywords.py. Written by hand are the other definitions, and in a step the slots that
are neither verbs nor prepositions. Where an action, an event or a change says something of its own about a slot, that
stays as well.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from stammtisch.base.keywords import COMPANIONS, GROUPS, SLOTS, SLOTS_OF_VERBS, VERBS, Slot, Verb
from stammtisch.reading.schema_files import Json, schema_path

WIDTH = 165
STEP = "#/definitions/steps/properties/"
TEXT = ["string", "null"]
POSITION = "must be top, bottom, random, below a number or random below a number"
# what editors show and check, by the kind of value; other kinds have a definition of that name
KINDS: dict[str, Json] = {
    "amount": {
        "type": ["string", "integer", "null"],
        "errorMessage": "must be a number, all, up to a number, or cards",
    },
    "price": {
        "type": ["string", "integer", "object", "null"],
        "minProperties": 1,
        "additionalProperties": {"$ref": "#/definitions/expression"},
        "errorMessage": "must be a number, all, up to a number, or places with what is paid from each",
    },
    "values": {
        "type": ["string", "integer", "boolean", "array", "null"],
        "items": {"$ref": "#/definitions/expression"},
        "minItems": 1,
        "errorMessage": "must be a value such as player.coins, or a list of them",
    },
    "pile": {"type": TEXT, "errorMessage": "must be a pile such as deck"},
    "action": {"type": TEXT, "errorMessage": "must be the name of an action"},
    "end": {"type": TEXT, "errorMessage": "must be turn, game, or the words of a step around this one"},
    "position": {
        "type": TEXT,
        "errorMessage": POSITION,
        "pattern": "^(?:top|bottom|random|(?:random )?below .+)$",
        "patternErrorMessage": POSITION,
    },
    "name": {"type": TEXT, "errorMessage": "must be a name, or new group"},
}
# an action has these without `run`: they are its parameters and results
OF_ACTIONS = ("with", "gives")


def renewed(schema: Json) -> Json:
    """The whole schema with the parts about steps made anew."""
    kinds = schema["definitions"]
    kinds["companions"]["dependencies"] = _companions()
    written = kinds["steps"]["properties"]
    made = {word: _slot(slot) for word, slot in (VERBS | SLOTS_OF_VERBS).items()}
    apart = {key: key.replace(" ", "-") for key in SLOTS if " " in key}
    kinds |= {name: made.get(key) or kinds[name] for key, name in apart.items()}
    slots = {key: _reference(key) if key in apart else made.get(key) or written[key] for key in SLOTS}
    kinds["steps"]["properties"] = slots
    for name in ("action", "event", "patch"):
        own = {key: value for key, value in kinds[name]["properties"].items() if value != _reference(key)}
        heads = {key: value for key, value in own.items() if key not in SLOTS}
        kinds[name]["properties"] = heads | {key: own.get(key) or _reference(key) for key in SLOTS}
    return schema


def _reference(key: str) -> Json:
    """The reference to a slot. One with a blank has a definition: many editors do not find a reference with a blank."""
    return {"$ref": "#/definitions/" + key.replace(" ", "-") if " " in key else STEP + key}


def _slot(slot: Slot) -> Json:
    kind = KINDS.get(slot.kind, {"$ref": f"#/definitions/{slot.kind}"})
    about = f"Effect: {slot.about}" if isinstance(slot, Verb) else slot.about
    told = {"description": about, "examples": list(slot.examples)}
    return {**kind, **told} if "$ref" in kind else {**told, **kind}


def _companions() -> Json:
    """What each slot rules out, and what it needs. Of two that rule each other out the first one says so."""
    found: Json = {}
    for words in GROUPS.values():
        for number, word in enumerate(words):
            needs = VERBS[word].needs if word in VERBS else ()
            later = dict.fromkeys(words[number + 1 :], False)
            rule: Json = {"required": list(needs)} if needs else {}
            rule |= {"properties": later} if later else {}
            if word in VERBS and VERBS[word].kind == "price":  # several goods name the places they are paid from
                rule["required"].remove("from")
                rule["if"] = {"properties": {word: {"type": "object"}}}
                rule |= {"then": {"properties": {"from": False}}, "else": {"required": ["from"]}}
            if rule:
                found[word] = rule
    for word, others in COMPANIONS.items():
        wanted = [{"required": [other]} for other in others]
        if word not in OF_ACTIONS:
            found[word] = {"anyOf": wanted} if len(wanted) > 1 else wanted[0]
    return found


def laid_out(value: Any, depth: int = 0, used: int = 0) -> str:
    """JSON in which what fits into a line stands in one."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or used + len(line) <= WIDTH:
        return line
    start, end = "\n" + "  " * (depth + 1), "\n" + "  " * depth
    if isinstance(value, list):
        return f"[{start}" + f",{start}".join(laid_out(item, depth + 1, len(start)) for item in value) + f"{end}]"
    keys = [json.dumps(key, ensure_ascii=False) + ": " for key in value]
    items = [laid_out(item, depth + 1, len(start) + len(k)) for k, item in zip(keys, value.values(), strict=True)]
    return f"{{{start}" + f",{start}".join(k + i for k, i in zip(keys, items, strict=True)) + f"{end}}}"


def text() -> str:
    """The schema's file as it should be."""
    return laid_out(renewed(json.loads(schema_path("ruleset").read_text(encoding="utf-8")))) + "\n"


if __name__ == "__main__":
    schema_path("ruleset").write_text(text(), encoding="utf-8")
    sys.exit(0)
