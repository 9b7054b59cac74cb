"""The JSON Schemas themselves, and what the stage behind them says of files that have not their shape."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from generate.schema import text
from helpers.paths import ROOT
from helpers.tiers import full
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from stammtisch.base.keywords import GROUPS, PREPOSITIONS, SLOTS
from stammtisch.reading.library import is_scenario_file
from stammtisch.reading.load import load, load_text
from stammtisch.reading.nodes import plain
from stammtisch.reading.schema import check_shape
from stammtisch.reading.schema_files import linked_schema, schema_path

NAMES = ("ruleset", "library")
HEAD = "format: 1\ngame: G\nplayers: 2\n"
PLAIN = HEAD + "phases: nothing\n"
VARIANT = "format: 1\nextends: munchhausen\n"
VARIANTS = [path for path in ROOT.glob("rulesets/*/variants/*.yaml") if not is_scenario_file(path)]
RULESETS = sorted([*ROOT.glob("rulesets/*/ruleset.yaml"), *VARIANTS])
LIBRARIES = sorted(ROOT.glob("rulesets/mechanisms/*.yaml"))


def found(text: str, kind: str = "ruleset") -> list[str]:
    problems = check_shape(load_text(text, "x.yaml"), kind)
    return [f"{d.span.line}:{d.span.column} {d.code} {d.message}" for d in problems]


def hints(text: str) -> list[str]:
    return [d.hint for d in check_shape(load_text(text, "x.yaml"))]


# -- the schemas


def raw(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(schema_path(name).read_text(encoding="utf-8"))
    return schema


def subschemas(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of a document with its path, examples left out."""
    if isinstance(node, list):
        for i, item in enumerate(node):
            yield from subschemas(item, f"{path}/{i}")
    elif isinstance(node, dict):
        yield path, node
        for key, value in node.items():
            if key != "examples":
                yield from subschemas(value, f"{path}/{key}")


def keys_of(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key that a schema offers, with its schema, references followed."""
    seen: set[int] = set()

    def visit(node: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
        if isinstance(node, dict | list) and id(node) not in seen:
            seen.add(id(node))
            for key, value in node.items() if isinstance(node, dict) else enumerate(node):
                here = f"{path}/{key}"
                if key in ("properties", "patternProperties") and isinstance(value, dict):
                    for name, inner in value.items():
                        yield f"{here}/{name}", inner
                if key != "examples":
                    yield from visit(value, here)

    return visit(linked_schema(name), "")


@pytest.mark.parametrize("name", NAMES)
def test_schemas_are_valid_draft_07(name: str) -> None:
    schema = raw(name)
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    Draft7Validator.check_schema(schema)


@pytest.mark.parametrize("path", sorted(ROOT.glob("schemas/*.json")), ids=lambda path: path.stem)
def test_a_reference_has_no_character_that_an_editor_may_not_find(path: Path) -> None:
    schema = json.loads(path.read_text(encoding="utf-8"))
    for _, node in subschemas(schema):
        if isinstance(reference := node.get("$ref"), str):
            assert re.fullmatch(r"([a-z]+\.schema\.json)?#/[a-z/-]+", reference), reference


@pytest.mark.parametrize("name", NAMES)
def test_every_key_is_explained_with_examples_that_are_right(name: str) -> None:
    keys = [(path, key) for path, key in keys_of(name) if key != {"not": {}} and not refines(path)]
    assert len(keys) > (100 if name == "ruleset" else 5)
    for path, key in keys:
        assert key.get("description"), path
        assert key.get("examples"), path
        for example in key["examples"]:
            assert [e.message for e in Draft7Validator(key).iter_errors(example)] == [], path


def refines(path: str) -> bool:
    """True for a second schema of a root section, or of what a condition asks, that is explained elsewhere."""
    return bool(re.fullmatch(r"/(then|else)/properties/\w+|.*/if/properties/\w+", path))


def test_sections_that_differ_in_a_variant_are_explained_once() -> None:
    schema = raw("ruleset")
    refined = set(schema["then"]["properties"]) | set(schema["else"]["properties"])
    refined |= set(schema["else"]["else"]["properties"])
    assert refined == {"setup", "phases", "actions", "whenever", "change"}
    assert refined <= set(schema["properties"])


def test_only_keywords_with_a_message_are_used() -> None:
    shaping = {"$ref", "$schema", "$comment", "title", "description", "examples", "errorMessage", "typeMessage"}
    shaping |= {"properties", "patternProperties", "propertyNames", "items", "definitions", "if", "then", "else"}
    worded = {
        "additionalProperties",
        "const",
        "enum",
        "maximum",
        "minimum",
        "maxItems",
        "maxProperties",
        "minItems",
        "minProperties",
        "pattern",
    }
    worded |= {"required", "type", "dependencies", "allOf", "patternErrorMessage"}
    for name in NAMES:
        for path, schema in subschemas(raw(name)):
            holds_names = path.rsplit("/", 1)[-1] in ("properties", "patternProperties", "definitions", "dependencies")
            if holds_names and "type" not in schema:
                continue
            allowed = shaping | worded | ({"anyOf"} if "/dependencies/" in path else set())
            assert set(schema) <= allowed, path
            if "type" in schema and path:
                message = "typeMessage" if schema.get("additionalProperties") is False else "errorMessage"
                assert message in schema or path.endswith(("/if", "/patch")) or refines(path), path
            if "pattern" in schema and not path.endswith("/propertyNames"):
                assert "patternErrorMessage" in schema, path


def test_a_step_offers_exactly_the_slots() -> None:
    definitions = raw("ruleset")["definitions"]
    slots = set(SLOTS)
    assert list(definitions["steps"]["properties"]) == list(SLOTS)
    assert set(definitions["action"]["properties"]) == slots | {"family"}
    assert set(definitions["event"]["properties"]) == slots | {"before", "after", "enters"}
    heads = {"before", "after", "instead", "enters", "judge", "family"}
    assert set(definitions["patch"]["properties"]) == slots | heads


def test_slots_know_their_company() -> None:
    dependencies = raw("ruleset")["definitions"]["companions"]["dependencies"]
    for key, verbs in PREPOSITIONS.items():
        if key not in ("with", "gives"):  # an action has them without `run`
            branches = dependencies[key].get("anyOf", [dependencies[key]])
            assert [branch["required"] for branch in branches] == [[verb] for verb in verbs], key
    for group in GROUPS.values():
        for i, key in enumerate(group[:-1]):
            assert list(dependencies[key]["properties"]) == list(group[i + 1 :]), key


def test_what_is_made_from_the_tables_of_slots_is_current() -> None:
    assert schema_path("ruleset").read_text(encoding="utf-8") == text(), "python docs/generate/schema.py"


def test_schemas_are_found_beside_the_package() -> None:
    assert schema_path("ruleset") == ROOT / "schemas" / "ruleset.schema.json"
    assert schema_path("library").is_file()


# -- files that are right


def test_there_are_rulesets_and_libraries_to_check() -> None:
    assert RULESETS
    assert LIBRARIES


@pytest.mark.parametrize("path", RULESETS, ids=lambda p: str(p.relative_to(ROOT / "rulesets")))
def test_shipped_rulesets_have_the_right_shape(path: Path) -> None:
    assert check_shape(load(path)) == []


@pytest.mark.parametrize("path", LIBRARIES, ids=lambda p: p.name)
def test_shipped_libraries_have_the_right_shape(path: Path) -> None:
    assert check_shape(load(path), "library") == []


GOOD_VARIANT = """\
format: 1
extends: munchhausen
settings: {lowest_card: null, highest_card: {3..5 players: 8, 6+ players: 9}}
each player: {hand: {see: everyone}, mat: null}
rulings: null
change:
  an offer must match or beat the best offer: value > high
  a hidden condition: {judge: x > 3}
  outer words / inner words: null
  Accept:
    before: {the deck is cut: {shuffle: deck}}
    the inner step: {instead: {shuffle: deck}}
  the others make offers: {run: null, with: null, set: {x: 1}, move: null, where: {too low: null}}
  a menu:
    one of: {Pass: null, Bid: {choose: x in 1..2}}
    do: {a step: {before: nothing, move: 2}}
  Märzen: {remember: {high: null}}
  the rain: {enters: discards}
phases: {the Baron's turn: {after: nothing, until: null}}
actions: {Offer: {from: bank}, an old action: null}
whenever: {it rains: {before: the Baron's turn, do: nothing}, it snows: null}
"""


def test_a_variant_may_be_partial_and_remove() -> None:
    assert found(GOOD_VARIANT) == []


def test_deep_nesting_is_checked() -> None:
    depth = 50
    text = HEAD + "phases: {the play: " + "{do: " * depth + "{mvoe: card}" + "}" * depth + "}\n"
    column = len("phases: {the play: ") + 5 * depth + 2
    assert found(text) == [f"4:{column} reserved-word 'mvoe' is not a word of the language"]


# -- files that are not

BROKEN = {
    "mistyped verb": (
        HEAD + "phases:\n  the play: {mvoe: card, to: p.hand}\n",
        ["5:14 reserved-word 'mvoe' is not a word of the language"],
    ),
    "lower-case step": (
        HEAD + "phases:\n  zzz: {shuffle: deck}\n  a step: nothing\n",
        ["5:3 reserved-word 'zzz' is not a word of the language"],
    ),
    "mistyped loop": (
        HEAD + "phases:\n  the play:\n    for eech: p in players\n    move: card\n    to: p.hand\n",
        ["6:5 unknown-key 'for eech' is not a word of the language"],
    ),
    "named steps beside slots": (
        HEAD + "phases:\n  the play:\n    one thing: {shuffle: deck}\n    two things: nothing\n    rule: M1\n",
        ["6:5 mixed-step 'one thing' is a step of its own and cannot stand beside `rule`"],
    ),
    "missing slots": (
        HEAD + "phases: [{move: card}, {deal: 5}]\n",
        [
            "4:11 missing-key `move` needs `to`",
            "4:25 missing-key `deal` needs `from`",
            "4:25 missing-key `deal` needs `to`",
        ],
    ),
    "misplaced slots": (
        HEAD + "phases:\n  the play:\n    where: x > 1\n    shuffle: deck\n"
        "    to: p.hand\n    with: {a: 1}\n    otherwise: nothing\n",
        [
            "6:5 misplaced-key `where` belongs to `choose`, `may choose` or `random`, which this step does not have",
            "8:5 misplaced-key `to` belongs to `move`, `pay`, `deal`, `gather` or `reveal`, which this step does not have",
            "9:5 misplaced-key `with` belongs to `run`, which this step does not have",
            "10:5 misplaced-key `otherwise` belongs to `when`, which this step does not have",
        ],
    ),
    "two of a kind": (
        HEAD + "phases:\n  repeat: 2\n  for each: p in q\n  choose: a in b\n  random: c in d\n  say: x\n  end: game\n",
        [
            "6:3 two-loops a step has one loop, not `repeat` and `for each`",
            "8:3 two-decisions a step has one decision, not `choose` and `random`",
            "10:3 two-effects a step has one effect, not `say` and `end`",
        ],
    ),
    "list of players": (
        "format: 1\ngame: G\nplayers: [2, a, 30]\nphases: nothing\n",
        [
            "3:14 wrong-type each entry of `players` must be a number of players, not 'a'",
            "3:17 out-of-range each entry of `players` must be from 1 to 12, not 30",
        ],
    ),
    "players with a dash": (
        "format: 1\ngame: G\nplayers: 3-5\nphases: nothing\n",
        ["3:10 wrong-form `players` must be a number, a range such as 3..5, or a list such as [4, 6], not '3-5'"],
    ),
    "too many players": (
        "format: 1\ngame: G\nplayers: 30\nphases: nothing\n",
        ["3:10 out-of-range `players` must be from 1 to 12, not 30"],
    ),
    "another format": (
        "format: 2\ngame: G\nplayers: 2\nphases: nothing\n",
        ["1:9 unknown-format `format` must be 1, not the number 2"],
    ),
    "format is late": (
        "game: G\nformat: 1\nplayers: 2\nphases: nothing\n",
        ["2:1 misplaced-key `format` must be the first line"],
    ),
    "missing sections": (
        "format: 1\nabout: A game.\n",
        [
            "1:1 missing-key `game` is missing",
            "1:1 missing-key `phases` is missing",
            "1:1 missing-key `players` is missing",
        ],
    ),
    "mistyped section": (
        "format: 1\ngmae: G\nplayers: 2\nphases: nothing\n",
        ["2:1 unknown-key a ruleset has no part called 'gmae'"],
    ),
    "mistyped extends": (
        "format: 1\nextend: munchhausen\nchange: {Accept: null}\n",
        [
            "2:1 unknown-key a ruleset has no part called 'extend'",
            "3:1 misplaced-key `change` belongs to a variant: there is no `extends` here",
        ],
    ),
    "change without extends": (
        "format: 1\nchange: {Accept: {do: nothing}}\n",
        ["2:1 misplaced-key `change` belongs to a variant: there is no `extends` here"],
    ),
    "a change of a library": (
        PLAIN + "use: [auctions]\nchange: {Pass: null, Bid: , Offer: {do: [null]}}\nscore: null\n",
        [
            "6:22 missing-value `Bid` is empty",
            "6:42 missing-value an entry of `do` is empty",
            "7:8 removed-key `score: null` removes a part of another ruleset, but this file has no `extends`",
        ],
    ),
    "empty extends": ("format: 1\nextends:\n", ["2:1 missing-value `extends` is empty"]),
    "nothing written": (
        PLAIN + "settings:\n  a:\n  b: null\n  c: [1, null]\n",
        [
            "6:3 missing-value `a` is empty",
            "7:6 removed-key `b: null` removes a part of another ruleset, but this file has no `extends`",
            "8:10 missing-value an entry of `c` is empty",
        ],
    ),
    "empty parts": (
        HEAD + "phases: {the play: {set: {}}, a list: []}\nactions: {Pass: {}}\n",
        [
            "4:21 missing-value `set` is empty",
            "4:31 missing-value `a list` is empty",
            "5:11 missing-value `Pass` is empty",
        ],
    ),
    "audiences": (
        PLAIN + "shared:\n  deck: {pile of: card, see: [1, {}]}\n"
        "  mat: {holds: card, see: {frnt: owner, back: [all]}}\n",
        [
            "6:34 wrong-type each entry of `see` must be a value or a condition such as player.coins > 0, not named values",
            "7:28 unknown-key see has no part called 'frnt'",
        ],
    ),
    "a zone that counts": (
        PLAIN + "each player: {hand: {holds: card, start: 3}}\n",
        ["5:35 misplaced-key a place for cards has no `start`: it belongs to a number or value"],
    ),
    "names with spaces": (
        PLAIN + "settings: {hand size: 5}\neach player:\n  3x: 1\n  bid(slot: 2\nthings: {suit: [a, 1]}\n",
        [
            "5:12 bad-name 'hand size' cannot be a name: a name has letters, digits and _ and starts with a letter",
            "7:3 bad-name '3x' cannot be a name: a name has letters, digits and _ and starts with a letter",
            "8:3 bad-name 'bid(slot' cannot be a name: a name has letters, digits and _ and starts with a letter",
            "9:16 wrong-type each entry of `suit` must be a name, not the number 1",
        ],
    ),
    "numbers of players": (
        PLAIN + "settings: {coins: {3 plyers: 20, 4+ players: 18}}\n",
        ["5:20 unknown-key a setting has no part called '3 plyers'"],
    ),
    "lower-case words": (
        PLAIN + "actions: {draw: {when: {broke: x}, shuffle: deck}}\n"
        "whenever: {for each: nothing}\nalways: {sum: x = 3}\n",
        [
            "5:11 reserved-word 'draw' cannot name an action: single lower-case words belong to the language",
            "6:12 reserved-word 'for each' cannot name an event: it is a word of the language",
            "7:10 reserved-word 'sum' cannot name an invariant: single lower-case words belong to the language",
        ],
    ),
    "lower-case condition": (
        HEAD + "phases: {the play: {until: {broke: x}, one of: {pass: nothing}}}\n",
        [
            "4:29 reserved-word 'broke' cannot name a condition: single lower-case words belong to the language",
            "4:49 reserved-word 'pass' cannot name a step: single lower-case words belong to the language",
        ],
    ),
    "wrong types in a step": (
        HEAD + "phases:\n  the play:\n    choose: {card: hand}\n    secret: yes\n"
        "    set: high\n    do: 5\n    rule: [M1, {a: b}]\n",
        [
            "6:13 wrong-type `choose` must be a choice such as card in player.hand, or a list of them, "
            "not named values",
            "7:13 wrong-type `secret` must be true or false, not 'yes'",
            "8:10 wrong-type `set` needs names with their new values, such as {player.points: 3}, not 'high'",
            "9:9 wrong-type `do` must be a step, steps with words of their own, a list of steps, "
            "the name of an action, or nothing, not the number 5",
            "10:16 wrong-type each entry of `rule` must be a clause such as M5, not named values",
        ],
    ),
    "menus": (
        HEAD + "phases: [{one of: draw}, {one of: [Pass, {Bid: nothing}]}]\n",
        [
            "4:19 wrong-type `one of` must be a list of actions, or options such as Pass: nothing, not 'draw'",
            "4:42 wrong-type each entry of `one of` must be the name of an action, not named values",
        ],
    ),
    "positions and rankings": (
        HEAD + "phases: {move: 1, from: deck, to: mat, at: under}\n"
        "winner: player.points\nalways: {All well: {holds: x, at: end}}\n",
        [
            "4:44 wrong-form `at` must be top, bottom, random, below a number or random below a number, not 'under'",
            "5:9 wrong-form `winner` must be most or least of something such as most player.points, "
            "not 'player.points'",
            "6:35 wrong-form `at` must be every decision, the end, or after a step, not 'end'",
        ],
    ),
    "an event without its step": (
        PLAIN + "whenever:\n  it rains: {afetr: the play, do: nothing}\n  it snows: true\n",
        [
            "6:14 reserved-word 'afetr' is not a word of the language",
            "7:13 wrong-type `it snows` must say before, after or enters, and what happens, not true",
        ],
    ),
    "a variant": (
        VARIANT + "change:\n  Accept: {wheer: {a b: x}}\n  broke: null\n"
        "  Reject: {a b: nothing, move: null}\nphases: [null]\n",
        [
            "4:12 reserved-word 'wheer' is not a word of the language",
            "5:3 reserved-word 'broke' cannot name a change: single lower-case words belong to the language",
            "6:12 mixed-step 'a b' is a step of its own and cannot stand beside `move`",
            "7:10 missing-value an entry of `phases` is empty",
        ],
    ),
    "a library in the place of a ruleset": (
        "format: 1\nlibrary: Auctions\nactions: {}\n",
        ["2:1 misplaced-key this file is a library, not a ruleset"],
    ),
    "things and components": (
        PLAIN + "components: {card: {frnt: {a: 1..2}}}\n"
        "things: {a: 0, b: {grid: 3by3, plural: 4}}\nrulings: {a b: {rule: []}}\n",
        [
            "5:21 unknown-key a component has no part called 'frnt'",
            "6:13 out-of-range `a` must be at least 1, not 0",
            "6:26 wrong-form `grid` must be rows and columns such as 3x3, not '3by3'",
            "6:40 wrong-type `plural` must be a word, not the number 4",
            "7:17 missing-value `rule` is empty",
        ],
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_files_are_told_what_is_wrong_and_where(case: str) -> None:
    text, expected = BROKEN[case]
    assert found(text) == expected


def test_a_library_has_its_own_keys() -> None:
    text = "format: 1\nlibrary: 3\nplayers: 2\n"
    assert found(text, "library") == [
        "1:1 missing-key `actions` is missing",
        "2:10 wrong-type `library` must be a text, not the number 3",
        "3:1 unknown-key a library has no part called 'players'",
    ]


def test_hints_name_the_nearest_word_and_the_known_ones() -> None:
    assert hints(HEAD + "phases: {the play: {shufle: deck}}\n") == ["Did you mean `shuffle`?"]
    assert hints(HEAD + "phases: {the play: {if: x, shuffle: deck}}\n")[0].startswith("Did you mean `when`?")
    assert hints(PLAIN + "components: {card: {frnt: {a: bool}}}\n") == ["Did you mean `front`?"]
    assert hints(PLAIN + "settings: {c: {3 plyers: 20}}\n") == [
        "Its parts are value, rule, about, 3 players, 4..5 players, 6+ players."
    ]
    assert hints(PLAIN + "each player: {h: {holds: card, show as: rwo}}\n") == ["Did you mean `row`?"]
    assert hints(PLAIN + "settings: {hand size: 5}\n") == ["Join its words with _: `hand_size`."]
    assert hints("format: 1\ngame: G\nphases: nothing\n") == ["Add a line such as `players: 3..5`."]


def test_a_key_that_is_wrong_is_marked_from_its_first_to_its_last_letter() -> None:
    (problem,) = check_shape(load_text(HEAD + "phases: {the play: {mvoe: card}}\n", "x.yaml"))
    assert (problem.span.column, problem.span.end_column, problem.span.file) == (21, 25, "x.yaml")
    (problem,) = check_shape(load_text(PLAIN + "score: [1, 2]\n", "x.yaml"))
    assert (problem.span.column, problem.span.end_column) == (8, 14)


def test_a_repeated_part_is_reported_once() -> None:
    text = HEAD + "phases: {one thing: &play {mvoe: card}, another thing: *play}\n"
    assert found(text) == ["4:28 reserved-word 'mvoe' is not a word of the language"]


WORDS = [*SLOTS, "format", "each player", "hand", "holds", "see", "A step", "the end", "mvoe", "3x", "3 players"]
TEXTS = st.sampled_from([*WORDS, "nothing", "x in y", "1..3"])
VALUES = st.one_of(st.none(), st.booleans(), st.integers(-1, 20), TEXTS)
TREES = st.recursive(
    VALUES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=12,
)
SECTIONS = st.sampled_from([key for key in raw("ruleset")["properties"] if key != "format"] + ["each player"])


@full
@settings(max_examples=150, deadline=None)
@given(st.dictionaries(SECTIONS, TREES, max_size=4))
def test_whatever_a_schema_refuses_is_reported(sections: dict[str, Any]) -> None:
    root = load_text(json.dumps({"format": 1, **sections}), "x.yaml")
    refused = not Draft7Validator(linked_schema("ruleset")).is_valid(plain(root))
    problems = check_shape(root)
    assert bool(problems) >= refused
    assert problems == sorted(set(problems), key=lambda d: (d.span, d.code, d.message))


@full
def test_shapes_are_checked_where_a_compiled_package_is_missing_as_in_browsers() -> None:
    # three mistakes, one of them in a list: the validator follows references and remembers where it is
    text = "format: 1\ngame: G\nplayers: two\nphase: nothing\nphases: [1]\n"
    code = """if True:
        import sys
        sys.modules["rpds"] = None
        from stammtisch.reading.load import load_text
        from stammtisch.reading.schema import check_shape
        print([f"{d.span.line}:{d.span.column} {d.code} {d.message}" for d in check_shape(load_text(sys.argv[1], "x.yaml"))])
    """
    run = subprocess.run([sys.executable, "-c", code, text], capture_output=True, text=True, check=False)
    assert run.stdout.strip() == str(found(text)) and len(found(text)) == 3, run.stderr
