"""No stage forgets a verb of the table: each is read, typed, lowered, played, drawn in English and documented."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from helpers.paths import DOCS

from stammtisch.base.keywords import PREPOSITIONS, SLOTS_OF_VERBS, VERBS
from stammtisch.check.checked import CheckedEffect
from stammtisch.front.api import load_ruleset
from stammtisch.front.tryout import try_out
from stammtisch.language import model as m
from stammtisch.language.build_steps import EFFECTS
from stammtisch.reading.schema_files import linked_schema
from stammtisch.rulebook.book import rulebook

LANGUAGE = DOCS / "language.md"
# one step for each verb, with all that it needs
STEPS = {
    "move": "{move: 1, from: deck, to: discards}",
    "pay": "{pay: 1, from: p.coins, to: box}",
    "deal": "{deal: 1, from: deck, to: players.hand}",
    "gather": "{gather: c in players.hand + discards where c.value > 2, to: deck}",
    "add": "{add: {p.points: 1}}",
    "set": "{set: {p.points: 2}}",
    "shuffle": "{shuffle: deck}",
    "reveal": "{reveal: p.hand, to: p}",
    "say": "{say: [p.points, 1]}",
    "run": "{run: an action}",
    "end": "{end: turn}",
}
GAME = """\
format: 1
game: Every verb
players: 2
components: {{card: {{front: {{value: 1..9}}}}, coin: 20}}
shared:
  deck: {{pile of: card, see: nobody, starts with: {{value: 1..9}}}}
  discards: {{holds: card}}
each player:
  hand: {{holds: card, see: owner}}
  coins: {{of: coin, start: 5}}
  points: 0..9
phases:
  the play:
    turns: p in players
    until: {{it is long enough: round > 1}}
    one of: {{Wait: nothing, Stay: nothing}}
    do: {{the verb is done: {step}}}
actions: {{an action: {{shuffle: deck}}}}
score: player.points
winner: [most player.points, most player.coins]
"""


def test_every_verb_has_a_step_here() -> None:
    assert list(STEPS) == list(VERBS)


def test_every_verb_is_built_and_every_kind_of_effect_has_a_verb() -> None:
    assert list(EFFECTS) == list(VERBS)
    made = {kind.__name__.lower() for kind in get_args(m.Effect)}
    assert made == set(VERBS)


def test_what_a_verb_needs_is_among_its_slots() -> None:
    for word, verb in VERBS.items():
        assert set(verb.needs) <= set(verb.slots) <= set(SLOTS_OF_VERBS), word
    assert all(PREPOSITIONS.values())


@pytest.mark.parametrize("word", VERBS)
def test_a_verb_is_known_at_every_stage(word: str, tmp_path: Path) -> None:
    path = tmp_path / "ruleset.yaml"
    path.write_text(GAME.format(step=STEPS[word]), encoding="utf-8")
    ruleset = load_ruleset(path)
    sentence = next(s for s in ruleset.checked.sentences if s.words == "the verb is done")
    assert type(sentence.effect).__name__.lower() == word
    assert isinstance(ruleset.checked.sentences[sentence].effect, get_args(CheckedEffect))
    unreached = [d for d in try_out(ruleset, 3, str(path)) if d.code in ("never-reached", "play-stuck")]
    assert not unreached
    told = " ".join(str(block) for block in rulebook(ruleset))
    assert "The verb is done" in told


def test_every_verb_is_a_key_of_steps_and_stands_in_the_reference() -> None:
    kinds = linked_schema("ruleset")["definitions"]
    page = LANGUAGE.read_text(encoding="utf-8")
    for word, verb in VERBS.items():
        for kind in ("steps", "action", "event", "patch"):
            assert verb.about in kinds[kind]["properties"][word]["description"]
        assert f"| `{word}` | Effect: {verb.about}" in page
