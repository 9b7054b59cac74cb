"""Whole pieces of text to begin with: a game, a variant, a step, an action, a file of scenarios, a scenario.

They are written as editors know snippets: `${1:words}` is the first place to be filled in, `$0` where one ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...reading import library
from ..known.text_places import TextPlace
from .candidates import Candidate

GAME = """\
format: 1
game: ${1:My game}
players: ${2:2..4}
about: ${3:What it is about, in a sentence.}

components:
  card: {front: {value: 1..9}}

shared:
  deck: {pile of: card, starts with: {value: 1..9, copies: 4}}

each player:
  hand: {holds: card, see: owner}

setup:
  deal the cards: {deal: 3, from: deck, to: players.hand}

phases:
  a turn:
    turns: player in players
    until: {the deck is empty: deck.empty}
    one of: [Draw a card]

actions:
  Draw a card: {move: 1, from: deck, to: player.hand}

winner: [most sum(player.hand.value)]
rulings: {equal players share the victory: {change: winner}}
$0"""
VARIANT = """\
format: 1
extends: ${1:BASE}
game: ${2:Its name}
about: ${3:What is different, in a sentence.}

$0"""
SCENARIOS = """\
format: 1
tests: ${1:BASE}
players: [${2:Anna, Ben}]

scenarios:
  ${3:what is to be shown}:
    when:
      - $0"""
SCENARIO = """\
${1:what is to be shown}:
  when:
    - ${2:Anna}: ${3:what she chooses}
  then: [$0]"""
ACTION = """\
${1:Do something}:
  when: ${2:true}
  $0"""
STEP = """\
${1:a turn}:
  turns: ${2:player in players}
  until: {${3:it is over}: ${4:false}}
  one of: [$0]"""


def snippets(path: Path, kind: str, text: str, at: TextPlace) -> Iterator[Candidate]:
    """What can be begun at a place of a file."""
    if not at.is_key or at.in_braces:
        return
    if at.path == ("actions",):
        yield _snippet("new action", ACTION, "what a player may do, and when", at.indent)
    elif at.path in (("phases",), ("setup",), ("change",)):
        yield _snippet("new step", STEP, "players take turns until something holds", at.indent)
    elif at.path == ("scenarios",) and kind == "scenarios":
        yield _snippet("new scenario", SCENARIO, "what happens, and what is then so", at.indent)
    elif not at.path and not text[: at.start].strip() and not text[at.end :].strip():
        base = _base_of(path)
        if kind == "scenarios":
            yield _snippet("new scenarios", SCENARIOS.replace("BASE", base), "a file of rule tests")
        elif path.parent.name == library.VARIANTS:
            yield _snippet("new variant", VARIANT.replace("BASE", base), "only what differs from its base")
        else:
            yield _snippet("new game", GAME, "a whole game, to be changed")
            yield _snippet("new variant", VARIANT.replace("BASE", base), "only what differs from its base")


def _base_of(path: Path) -> str:
    """The name under which a file finds the ruleset that it belongs to."""
    folder = path.parent.parent if path.parent.name == library.VARIANTS else path.parent
    own = path.name.removesuffix(".scenarios.yaml") if path.name.endswith(".scenarios.yaml") else ""
    if own and path.parent.name == library.VARIANTS:
        return f"{folder.name}+{own}"
    return folder.name


def _snippet(label: str, text: str, about: str, indent: int = 0) -> Candidate:
    """A candidate whose lines begin where the first one does."""
    return Candidate(label, "snippet", about, rank=1, text=text.replace("\n", "\n" + " " * indent))
