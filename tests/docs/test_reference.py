"""docs/language.md: its generated parts are up to date, and every example in it works."""

from __future__ import annotations

import random
import re
from pathlib import Path

import generate.errors as errors
import generate.reference as reference
import pytest
from helpers.reference import BLOCKS, DOCUMENT, GAMES, laid_over

from stammtisch.base.diagnostics import RulesetError
from stammtisch.base.errors import UsageError
from stammtisch.base.keywords import SLOTS
from stammtisch.check import functions
from stammtisch.check.checker import check
from stammtisch.check.types import TypedChoice
from stammtisch.front.api import load_ruleset, validate
from stammtisch.language.build import build
from stammtisch.language.parse import GRAMMAR, _lark
from stammtisch.reading.dump import dump
from stammtisch.reading.load import load_text
from stammtisch.reading.nodes import Mapping
from stammtisch.reading.schema import check_shape
from stammtisch.reading.schema_files import linked_schema
from stammtisch.reading.variants.merge import merge_files
from stammtisch.scenarios.run import run_file

# a game in which all examples of the reference mean something
FRAME = """\
format: 1
game: A game for examples
players: 2..4
settings: {hand_size: 5, numbers: [1, 2, 3]}
things: {ware: [bread, cheese], suit: [red, blue], tent: 3, space: 4, stall: 3, cell: 3x3}
components:
  card: {front: {ware: ware, suit: suit, value: 0..7}}
  coin: 40
tables: {price: {0..3: 1, 4..7: 2}}
shared:
  deck: {pile of: card, starts with: {ware: wares, suit: suits, value: 0..7}}
  draw_pile: {pile of: card}
  discards: {holds: card}
  starter: first(players)
  dealer: first(players)
each tent: {stack: {pile of: card}}
each stall: {stack: {pile of: card}, closed: false}
each player:
  hand: {holds: card}
  sets: {holds: card, in: groups}
  coins: {of: coin}
  offer: 0..8
  points: 0..50
define:
  totals(player): [player.points, player.offer]
  wilds(player): those(c in player.hand where c.value = 7)
  held(player, ware): count(c in player.hand where c.ware = ware)
phases: {the game goes on: nothing}
actions:
  Sell a card: {by: starter, choose: card in discards, move: card, to: deck}
score: player.points
"""


def nodes(text: str, name: str = "example") -> Mapping:
    return load_text(text, name)


def test_generated_parts_are_up_to_date() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert reference.rewritten(text) == text, "run: python docs/generate/reference.py"
    assert reference.rewritten(text.replace("| `hand_size` |", "| spoilt |")) == text


def test_the_page_of_messages_is_up_to_date() -> None:
    assert errors.PAGE.read_text(encoding="utf-8") == errors.text(), "run: python docs/generate/errors.py"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("generated: words", "generated: wrods", "no generated part 'wrods'"),
        ("<!-- generated: words -->", "", "no place for words"),
        ("<!-- end of generated -->", "", "does not end"),
    ],
)
def test_a_document_with_wrong_markers_is_refused(old: str, new: str, problem: str) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    before, _, after = text.rpartition(old)
    with pytest.raises(UsageError, match=problem):
        reference.rewritten(before + new + after)


def test_every_key_of_a_step_and_every_section_is_described() -> None:
    made = "\n".join(reference.parts().values())
    for key in SLOTS:
        assert f"| `{key}` |" in made
    rows = [line for line in made.splitlines() if line.startswith("| `")]
    for row in rows:
        assert row.split(" | ")[1].strip(), row


@pytest.mark.parametrize("kind", ["ruleset", "library", "scenarios", "clauses", "mutants"])
def test_every_key_of_every_schema_has_a_line(kind: str) -> None:
    made = "\n".join(reference.parts().values())
    nodes_left: list[object] = [linked_schema(kind)]
    seen: set[int] = set()
    keys: set[str] = set()
    while nodes_left:
        node = nodes_left.pop()
        if id(node) in seen or not isinstance(node, dict | list):
            continue
        seen.add(id(node))
        if isinstance(node, dict):
            keys |= {key for key, value in node.get("properties", {}).items() if value != {"not": {}}}
        nodes_left += node.values() if isinstance(node, dict) else node
    assert len(keys) >= 3 and {key for key in keys if f"| `{key}` |" not in made} == set()


@pytest.mark.parametrize("signature", functions.SIGNATURES, ids=lambda s: f"{s.name}({', '.join(s.params)})")
def test_every_word_has_an_example_that_works(signature: functions.Signature) -> None:
    bound = "player, card, tent, space, cell, player p"
    text = FRAME.replace("define:\n", f"define:\n  example({bound}): {signature.example}\n")
    checked = check(build(nodes(text), "example"))
    used = [t for t in walk(checked.definitions["example"].value) if t.op == "builtin" and t.value == signature.name]
    patterns = {(s.name, s.params) for s in functions.SIGNATURES}
    matched = {
        params
        for typed in used
        for name, params in patterns
        if name == signature.name
        and any(
            functions.match(s, [a.type for a in typed.args])
            for s in functions.signatures_of(name)
            if s.params == params
        )
    }
    assert signature.params in matched


def test_the_grammar_knows_which_functions_go_through_a_choice() -> None:
    written = re.search(r"^AGGREGATE\S* /\((.*?)\)", GRAMMAR.read_text(encoding="utf-8"), re.MULTILINE)
    assert written is not None
    choosing = {signature.name for signature in functions.SIGNATURES if signature.params[0].startswith("list of ")}
    others = {"item", "splits", "reversed"}
    assert set(written[1].split("|")) == {"any", "no", "all", "those"} | choosing - others


def walk(typed: object) -> list:
    """All typed expressions inside one, itself first."""
    found = [typed]
    for arg in getattr(typed, "args", []):
        found += walk(arg)
    value = getattr(typed, "value", None)
    if isinstance(value, tuple) and isinstance(value[1], TypedChoice):
        choice = value[1]
        for part in [source for _, source in choice.binders] + [choice.where, choice.best, choice.order]:
            found += walk(part) if part is not None else []
    return found


def test_every_form_has_an_example_that_works() -> None:
    for forms in reference.FORMS.values():
        for form in forms:
            if not form.example:
                continue
            text = FRAME.replace("define:\n", f"define:\n  example(player, card, stall): >-\n    {form.example}\n")
            if form.example == "possible('Sell a card')":
                text = FRAME.replace("the game goes on: nothing", f"'the end': {{when: {form.example}, end: game}}")
            assert check(build(nodes(text), "example")).ruleset.game


def test_the_forms_are_those_of_the_grammar() -> None:
    lines = GRAMMAR.read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("?expr:"))
    aliases = set(re.findall(r"-> (\w+)", "\n".join(lines[start:]))) - {"bare_division"}
    found: set[str] = set()
    for forms in reference.FORMS.values():
        for form in forms:
            if form.example:
                found |= {str(tree.data) for tree in _lark().parse(form.example, start="expr").iter_subtrees()}
    assert aliases <= found
    assert "best" in found and "order" in found and "binder" in found


@pytest.mark.parametrize("line", BLOCKS)
def test_every_yaml_block_validates(line: str, tmp_path: Path) -> None:
    kind, name, text = BLOCKS[line]
    assert kind, f"line {line}: say what this block is: <!-- game: NAME --> or <!-- fragment: NAME -->"
    fragment = nodes(text, f"language.md from line {line}")
    if kind == "game":
        root = fragment
    elif "extends" in fragment.entries:
        frame = tmp_path / (name.lower().replace(" ", "-") + ".yaml")
        frame.write_text(GAMES[name], encoding="utf-8")
        variant = tmp_path / "variant.yaml"
        variant.write_text(text, encoding="utf-8")
        assert [problem for problem in validate(variant) if problem.code != "unused"] == []
        root = merge_files(variant)
    else:
        root = laid_over(nodes(GAMES[name], name), fragment)
    assert check_shape(root) == []
    file = tmp_path / "game.yaml"
    file.write_text(dump(root), encoding="utf-8")
    found = [problem for problem in validate(file) if kind == "game" or problem.code != "unused"]
    assert found == []
    ruleset = load_ruleset(file)
    for players in ruleset.players:
        state = ruleset.game(players).start(seed=players)
        chance = random.Random(players)
        while not state.over:
            seat, site = state.sites()[0]
            state.choose(chance.randrange(len(state.option_numbers(seat, site))), seat)
            assert state.decisions < 1000
        assert len(state.scores) == players


# what the text says of an example, played: words in the fragment, and a scenario of it
PROMISES = {
    "ask around": """
  nobody is asked once somebody has bought it:
    given: {starter: Anna}
    when: [{Anna: Buy it}, {Ben may: [Buy it, Pass]}]
    then: [Anna.coins < 12, Anna.hand.size = 6, Ben.coins = 12, Ben.hand.size = 5, discards.size = 1]
  all are asked while nobody buys it:
    given: {starter: Anna}
    when: [{Anna: Pass}, {Ben: Pass}, {Carl: Pass}, {Ben may: [Buy it, Pass]}]
    then: [sum(players.coins) = 36, discards.size = 2]
""",
    "a set grows": """
  a card joins a group of its ware:
    given: {starter: Anna, Anna.sets: [[bread 1, bread 2, bread 3]], Anna.hand: [cheese 4], deck: [cheese 2, bread 5]}
    when: [{Anna may: [pass, bread 5]}, {Anna: bread 5}]
    then: [{Anna.sets: [bread 1, bread 2, bread 3, bread 5], Anna.hand: [cheese 4]}]
""",
}


@pytest.mark.parametrize("words", PROMISES)
def test_an_example_does_what_the_text_says(words: str, tmp_path: Path) -> None:
    ((name, text),) = [(name, text) for kind, name, text in BLOCKS.values() if kind == "fragment" and words in text]
    (tmp_path / "ruleset.yaml").write_text(dump(laid_over(nodes(GAMES[name], name), nodes(text))), encoding="utf-8")
    file = tmp_path / "scenarios.yaml"
    file.write_text(f"format: 1\ntests: ruleset.yaml\nplayers: [Anna, Ben, Carl]\nscenarios:{PROMISES[words]}", "utf-8")
    assert [outcome.failure for outcome in run_file(file) if not outcome.is_passed] == []


CLAIMS = """\
format: 1
game: What the text says of piles, look-alikes and turns
players: 3
components: {card: {front: {value: 1..3}}}
shared:
  deck: {pile of: card, starts with: {value: [1, 2, 3]}}
  pool: {holds: card, starts with: {value: [1, 2, 2, 3, 3, 3]}}
  spare: {holds: card, starts with: {value: 2}}
each player: {left: {start: 2, range: 0..2}, first: 0..9}
phases:
  two lists:
    for each: p in players
    do:
      one place: {choose: card in pool, set: {p.first: first(deck).value or else 0}}
      two places: {choose: card in pool + spare}
  turns until one has nothing left:
    turns: player in players
    until: {nothing is left: player.left = 0}
    do:
      Wait or go: {one of: {Wait: nothing, Go: nothing}}
      one less: {add: {player.left: -1}}
score: player.left
rulings: {equal scores share the victory: {change: score}}
"""


def test_what_the_text_says_of_piles_look_alikes_and_turns(tmp_path: Path) -> None:
    file = tmp_path / "claims.yaml"
    file.write_text(CLAIMS, encoding="utf-8")
    state = load_ruleset(file).game(3).start(1)
    offered: list[int] = []
    while not state.over:
        offered.append(len(state.decision.options))
        state.choose(0)
    # look-alikes once in one place, each in two; the first of a pile is the bottom card
    assert offered[:6] == [3, 7] * 3
    assert [state.v[n] for n, slot in enumerate(state.game.program.ints) if slot.name.endswith(".first")] == [1, 1, 1]
    # the turns end when the one who had the last has nothing left, the others still have something
    assert len(offered[6:]) == 4 and state.scores == [0, 1, 1]


def test_a_wrong_example_would_be_noticed() -> None:
    wrong = laid_over(nodes(FRAME), nodes("define: {wrong(player): player.hand.sise}"))
    with pytest.raises(RulesetError, match="sise"):
        check(build(wrong, "example"))
