"""Every slot, function and operator of the language as a form with a gap, and a value of every kind to fill it.

A form is the section of a ruleset in which it stands, and its line; the gap is `@`. Without a section it is a step.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

import stammtisch as st
from stammtisch.base.errors import INTERNAL, GameError
from stammtisch.check.functions import SIGNATURES
from stammtisch.front.validation import validate_file
from stammtisch.reading.dump import dump
from stammtisch.rulebook.blocks import markdown
from stammtisch.rulebook.book import rulebook
from stammtisch.rulebook.illustrations.example import example

SECTIONS = {
    "settings": "  limit: 3",
    "things": "  spot: 3\n  colour: [red, blue]\n  cell: 2 x 2",
    "components": "  card: {front: {value: 1..9, suit: maybe colour, joker: bool}}\n  coin: 20\n  gem: 5",
    "tables": "  price: {1..8: 2, else: 3}\n  paint: {red: blue, blue: red}",
    "shared": """\
  deck: {pile of: card, see: nobody, starts with: {value: 1..9}}
  row: {pile of: card, starts with: {value: 1..3, suit: red}}
  mat: {holds: card, in: groups, starts with: {value: 2, copies: 2}}
  bank: {of: coin, start: 5}
  high: 0..99
  flag: false
  buyer: maybe player
  pick: maybe spot
  starter: first(players)""",
    "each spot": "  level: 0..9",
    "each player": """\
  hand: {holds: card, see: owner}
  points: 0..99
  sets: {holds: card, in: groups}
  coins: {of: coin, start: 3}""",
    "define": "  rich(player): player.points > 10\n  twice(int x): 2 * x\n  all_low: those(c in row where c.value < 3)",
    "actions": """\
  Help: {with: {n: 0..9, whose: player, many: players, f(player): 0..9}, remember: {got: 1}, gives: {got: got}, say: n}
  Count: {with: {tally: counter}, add: {tally: 1}}
  Wait: {add: {high: 1}}""",
    "setup": "  the deal: {deal: 1, from: row, to: starter.hand}",
}
# what a step can speak of besides: a card, a group, a list of cards, a number, and a player who has the turn
AROUND = """\
  step a:
    turns: player in players from starter
    until: {two rounds are over: round > 2}
    do:
      - {by: player, choose: n in 1..2}
      - for each: one in first(row, 1)
        do:
          for each: g in first(mat.groups, 1)
          do: [FORM, {add: {high: 1}}]
"""
WITH = "with: {n: 1, whose: player, many: players, f(p): 1}"
STEPS = (
    *("{deal: '@', from: deck, to: players.hand}", "{deal: 1, from: '@', to: players.hand}"),
    *("{deal: 1, from: deck, to: '@'}", "{deal: 1, from: deck, to: players.hand, at: 'below @'}"),
    *("{deal: up to @, from: deck, to: players.hand}", "{deal: all, from: '@', to: '@'}"),
    *("{move: '@', from: deck, to: player.hand}", "{move: '@', to: player.hand}", "{move: '@', to: '@'}"),
    *("{move: 1, from: '@', to: row}", "{move: 1, from: deck, to: '@'}", "{move: all, from: '@', to: row}"),
    *("{move: up to @, from: deck, to: row}", "{move: up to 2, from: '@', to: row, as: some}"),
    *("{move: all, from: row, to: '@'}", "{move: 1, from: deck, to: row, at: below @}"),
    *("{move: 1, from: deck, to: row, at: random below @}", "{move: '@', to: player.sets, as: new group}"),
    *("{move: one, from: '@', to: deck}", "{move: '@', from: bank, to: player.coins}", "{move: one, to: row, at: '@'}"),
    *("{move: '@', from: player.hand, to: row, as: some, do: {say: 1}}", "{move: all, from: '@', to: bank}"),
    *("{pay: '@', from: bank, to: player.coins}", "{pay: 1, from: '@', to: bank}", "{pay: 1, from: bank, to: '@'}"),
    "{choose: x in 1..2, pay: '@', from: player.coins, to: box}",
    *("{pay: 1, from: '@', to: player.hand}", "{pay: '@', from: player.hand, to: row}"),
    *("{gather: '@', to: row}", "{gather: c in @, to: row}", "{gather: c in row where @, to: deck}"),
    *("{gather: c in row, to: '@'}", "{gather: c in row by @, to: deck}", "{gather: c in row with most @, to: deck}"),
    *("{gather: c in row, to: deck, at: below @}", "{gather: c in row, to: player.sets, as: '@'}"),
    *("{shuffle: '@'}", "{reveal: '@'}", "{reveal: one, to: '@'}", "{say: '@'}", "{say: ['@', '@']}"),
    *("{set: {high: '@'}}", "{set: {flag: '@'}}", "{set: {buyer: '@'}}", "{set: {pick: '@'}}", "{set: {'@': 1}}"),
    *("{set: {'@': '@'}}", "{set: {players.points: '@'}}", "{set: {starter: '@'}}", "{add: {'@': 1}}"),
    *("{add: {high: '@'}}", "{add: {players.points: '@'}}", "{set: {'@': none}}", "{set: {@.points: 1}}"),
    *("{set: {@.level: 1}}", "{end: '@'}", "{end: game, winner: '@'}", "{end: turn, winner: '@'}"),
    *("{run: '@'}", "{run: Count, with: {tally: '@'}}", "{run: Wait, by: '@'}", "{run: Help, with: '@'}"),
    *("{run: Help, with: {n: '@', whose: player, many: players, f(p): 1}}", "{run: Help, WITH, gives: '@'}"),
    *("{run: Help, with: {n: 1, whose: '@', many: players, f(p): 1}}", "{run: Help, WITH, gives: {got: '@'}}"),
    *("{run: Help, with: {n: 1, whose: player, many: '@', f(p): 1}}", "{run: Help, with: {n: 1, '@': 1}}"),
    *("{run: Help, with: {n: 1, whose: player, many: players, f(p): '@'}}", "{repeat: '@', say: 1}"),
    *("{for each: p in @, say: 1}", "{for each: p in @, say: p}", "{for each: p in players from @, say: p}"),
    *("{for each: p in players where @, say: 1}", "{for each: p in players by @, say: 1}", "{for each: '@', say: 1}"),
    *("{for each: p in players with least @, say: 1}", "{for each: p in players, until: {so: '@'}, say: 1}"),
    *("{turns: p in @, say: 1, until: {it is over: round > 1}}", "{turns: p in players, say: 1, until: {'so it is': '@'}}"),
    *("{turns: p in players, next: '@', say: 1, until: {it is over: round > 2}}", "{turns: '@', until: {so it is: true}}"),
    *("{together: p in @, choose: x in 1..2}", "{together: p in players, choose: x in @}"),
    *("{together: p in players where @, choose: x in 1..2}", "{when: '@', say: 1}", "{when: {so it is: '@'}, say: 1}"),
    *("{by: '@', choose: x in 1..2}", "{choose: x in @}", "{choose: x in @, say: 1}", "{choose: x in @, if impossible: nothing}"),
    *("{choose: x in row, count: '@', if impossible: nothing}", "{may choose: x in @, if declined: nothing}"),
    *("{choose: x in row, count: 0..@}", "{choose: x in 1..2, where: {it is so: '@'}, if impossible: nothing}"),
    *("{choose: [x in 1..2, y in @], if impossible: nothing}", "{choose: [x in 1..2, y in 1..2 if @]}"),
    *("{choose: x in row where @, if impossible: nothing}", "{choose: '@'}", "{choose: ['@', x in 1..2]}"),
    *("{choose: x in row, count: any, where all: {it is so: '@'}, if impossible: nothing}", "{choose: x in 1..2, secret: '@'}"),
    *("{choose: x in row, where: {it is so: {judge: '@'}}, if impossible: nothing}", "{choose: x in row with most @}"),
    *("{random: x in @}", "{random: x in @, say: 1}", "{random: x in row, count: '@'}", "{random: x in row where @}"),
    *("{random: x in 1..6, count: '@', say: 1}", "{random: x in row by @}", "{random: '@'}"),
    *("{one of: {Bid: {when: '@', say: 1}, Pass: nothing}}", "{one of: '@'}", "{one of: ['@']}", "{by: '@', one of: [Wait]}"),
    *("{one of: {Bid: {choose: x in @}, Pass: nothing}}", "{one of: {Bid: {pay: '@', from: bank, to: box}, Pass: nothing}}"),
    *("{remember: {keep: '@'}, say: 1}", "{remember: {keep: '@'}, do: {say: keep}}", "{remember: {keep: '@'}, do: {set: {keep: '@'}}}"),
    *("{remember: {keep: 'maybe @'}, say: 1}", "{remember: {keep: 0..@}, add: {keep: 1}}", "{remember: {keep: '@'}, for each: x in keep, say: 1}"),
    *("{whenever: {it happens: {enters: '@', say: 1}}, move: 1, from: deck, to: row}", "{do: '@'}", "{when: flag, say: 1, otherwise: '@'}"),
    *("{do: {a thing is done: '@'}}", "{say: 1, rule: '@'}", "{say: 1, about: '@'}", "{say: 1, was: '@'}"),
)  # fmt: skip
EXPRESSIONS = (
    *("@", "(@)", "-@", "not @", "@ and true", "true and @", "flag or @", "@ or else 1", "buyer or else @", "@ or else @"),
    *("@ + 1", "1 + @", "@ - 1", "1 - @", "@ * 2", "2 * @", "@ / 2 rounded up", "7 / @ rounded down", "@ mod 3", "7 mod @"),
    *("@ + @", "@ - @", "@ + row", "row - @", "[] + @", "@ - []", "@..3", "1..@", "players from @", "@ from player"),
    *("@ after player", "players after @", "row after @", "@ from @", "@ = 1", "@ != none", "@ = @", "@ < 3", "1 < @ <= 3"),
    *("@ < @", "@ in row", "1 in @", "@ in @", "player not in @", "none in @", "if @ then 1 else 2", "if flag then @ else 1"),
    *("if flag then none else @", "if flag then @ else @", "[@]", "[@, 1]", "[none, @]", "[@, @]", "@.value", "@.points", "@.level"),
    *("@.hand", "@.rich", "@.twice", "rich(@)", "twice(@)", "price(@)", "paint(@)", "@.price", "@.suit", "@.suit.number"),
    *("player.rich(@)", "@.sets.groups", "@.hand.top.value", "any(c in @)", "any(c in row where @)", "no(c in @ where true)"),
    *("all(@ for c in row)", "all(true for c in @)", "count(c in @)", "count(c in row where @)", "those(c in @)"),
    *("those(@ for c in row)", "those(c in row where @)", "first(c in @)", "first(c in row by @)", "last(c in row with most @)"),
    *("sum(@ for c in row)", "sum(1 for c in @)", "min(@ for c in row)", "max(@ for p in players)", "sorted(@ for c in row)"),
    *("distinct(@ for c in row)", "distinct(c in @)", "count(x in @, y in @)", "possible(@)", "possible('Wait', @)"),
    *("possible('Help', @, player, players)", "possible('Help', 1, @, players, 1)", "possible('Count', @)", "@.nothing_of_this"),
    *("those(c in @ with least c.value)", "those(p in @ by p.points)", "no(x in @ where x = x)", "all(x = x for x in @)"),
    *("sum(x for x in @)", "count(distinct(x for x in @))", "first(@) = first(@)", "first(@, 1) = @", "count(splits(@, 2))"),
)  # fmt: skip
ELSEWHERE = (
    *(("shared", "  more: '@'"), ("shared", "  more: {start: '@', range: 0..9}"), ("shared", "  more: {range: '@'}")),
    *(("shared", "  more: {of: coin, start: '@'}"), ("shared", "  more: {of: '@'}"), ("shared", "  more: {holds: '@'}")),
    *(("shared", "  more: {range: 0..@, start: 0}"), ("shared", "  more: {pile of: card, see: '@'}"), ("shared", "  more: maybe @")),
    *(("shared", "  more: {pile of: card, starts with: {value: '@'}}"), ("shared", "  more: {holds: card, in: '@'}")),
    *(("shared", "  more: {pile of: card, starts with: {value: 1, suit: '@', joker: '@'}}"), ("shared", "  more(@): 0..9")),
    *(("shared", "  more: {pile of: card, starts with: {value: 1, copies: '@'}}"), ("shared", "  more: {start: '@'}")),
    *(("shared", "  more: {pile of: card, starts with: '@'}"), ("shared", "  more: {pile of: card, see: {top: '@'}}")),
    *(("shared", "  more: {range: 0..9, see: '@'}"), ("each player", "  more: {holds: card, see: '@'}"), ("each player", "  more: '@'")),
    *(("each player", "  more: {holds: card, see: {front: '@', size: nobody}}"), ("each player", "  more: {start: '@', range: 0..9}")),
    *(("each player", "  more: {range: 0..9, see: if flag then @ else owner}"), ("each spot", "  more: '@'"), ("each spot", "  more: {see: '@', range: 0..9}")),
    *(("each player", "  more(@): 0..9"), ("settings", "  more: '@'"), ("settings", "  more: {value: '@'}"), ("settings", "  more: {2 players: 1, 3 players: '@'}")),
    *(("things", "  more: '@'"), ("things", "  more: {count: '@'}"), ("things", "  more: {grid: 2 x @}"), ("things", "  more: ['@']"), ("things", "  more: {members: '@'}")),
    *(("components", "  more: '@'"), ("components", "  more: {front: {a: '@'}}"), ("components", "  more: {front: {a: maybe @}}"), ("components", "  more: {supply: '@'}")),
    *(("components", "  more: {front: {a: 1..@}}"), ("components", "  more: {front: {a(@): 0..3}}"), ("components", "  more: {front: '@'}"), ("components", "  more: {back: {a: '@'}}")),
    *(("tables", "  more: '@'"), ("tables", "  more: {1: '@'}"), ("tables", "  more: {'@': 1}"), ("tables", "  more: {1: 2, else: '@'}"), ("tables", "  more: {red: {'@': 1}}")),
    *(("tables", "  more: {1: 1, '@': 2}"), ("tables", "  more: {1: {1: '@'}}"), ("define", "  more: '@'"), ("define", "  more(player): '@'"), ("define", "  more(@ x): x")),
    *(("define", "  more(@): 1"), ("define", "  more: {value: '@'}"), ("score", " '@'"), ("score", " player.points + @"), ("winner", " '@'"), ("winner", " most @")),
    *(("winner", " [most score, 'least @']"), ("payoff", " '@'"), ("payoff", " player.points - @"), ("teams", " '@'"), ("teams", " {Crew: '@'}")),
    *(("teams", " {north: [1, '@'], south: [2]}"), ("targets", " {decisions: '@'}"), ("targets", " {'@': 1..3}"), ("targets", " '@'")),
    *(("always", " {it is so: '@'}"), ("always", " {it is so: {holds: '@', at: the end}}"), ("always", " {it is so: {holds: true, at: '@'}}"), ("always", " '@'")),
    *(("look", " {red: '@'}"), ("look", " {'@': red}"), ("look", " {players: '@'}"), ("look", " '@'"), ("layout", " {cards: {card: {title: '@'}}}"), ("rulings", " {it is so: {rule: '@', change: '@'}}")),
    *(("layout", " {cards: {card: {size: '@'}}}"), ("layout", " {cards: {'@': {title: value}}}"), ("layout", " {cards: {card: {corners: ['@', {'@': value}]}}}")),
    *(("layout", " {cards: {card: {picture: '@', rows: {a: '@'}}}}"), ("layout", " {cards: {card: '@'}}")), *(("layout", f" {{boards: {{slot: {{{key}: '@'}}}}}}") for key in ("squares", "coordinates", "piece", "note", "my side", "lines", "at", "track")),
    *(("layout", " {boards: {'@': {note: prize}}}"), ("layout", " {boards: {slot: {at: {slot_1: '@', '@': 1 1}}}}"), ("layout", " {boards: {slot: {coordinates: {rows: ['@'], columns: '@'}}}}"), ("layout", " {boards: {slot: '@'}}"), ("layout", " {boards: '@'}")),
    *(("layout", f" {{table: {{{key}: {value}}}}}") for key in ("hidden", "only if", "middle", "panels", "mine", "piles", "market", "hand") for value in ("'@'", "['@']")), ("layout", " {table: '@'}"), ("layout", " {table: {panels: [{'@': points}], mine: {cash: '@'}}}"), ("layout", " {table: {hand: {hand: ['@'], '@': value}}}"), ("layout", " {table: {lies at: {'@': bid}}}"), ("layout", " {table: {lies at: {bid: '@'}}}"),
    *(("layout", " {boards: {slot: {track: ['@'], piece: ['@']}}}"), ("layout", " {cards: '@'}"), ("layout", " '@'")),
    *(("names", " {red: '@'}"), ("names", " {'@': x}"), ("names", " {red: ['@', x]}"), ("names", " {red: [x, '@']}"), ("names", " '@'")),
    *(("whenever", " {it comes: {enters: '@', say: 1}}"), ("whenever", " {it comes: {after: '@', say: 1}}"), ("whenever", " {it comes: {before: '@', when: '@', say: 1}}")),
    *(("actions", "  More: {with: {a: '@'}, say: 1}"), ("actions", "  More: {with: {a(player): '@'}, say: 1}"), ("actions", "  More: {with: {a(@): 0..9}, say: 1}")),
    *(("actions", "  More: {gives: {a: '@'}, remember: {b: 1}, say: b}"), ("actions", "  More: '@'"), ("setup", "  more: '@'"), ("setup", "  More of it: '@'"), ("use", " '@'")),
    *(("about", " '@'"), ("notes", " '@'"), ("players", " '@'"), ("game", " '@'"), ("phases", " '@'"), ("each @", "  more: 0..9"), ("each player", "  hand: '@'")),
)  # fmt: skip
NUMBERS = ("3", "-1", "0", "999999999", "99999999999999999999", "high", "limit", "round", "bank", "twice(1)")
ONES = (
    "player",
    "buyer",
    "one",
    "row.top",
    "deck.top",
    "spot_1",
    "spot_9",
    "pick",
    "red",
    "one.suit",
    "cell_1_1",
    "true",
    "flag",
    "deck.empty",
    "'text'",
)
MANY = ("players", "row", "all_low", "players.hand", "mat.groups", "g", "spots", "[1, 2]", "[deck]", "[]", "[[1], [2]]")
MORE = (
    "players.points",
    "players.coins",
    "player.sets",
    "first(mat.groups)",
    "splits([1, 2], 2)",
    "1..3",
    "[player, none]",
)
WORDS = (
    "none",
    "box",
    "everyone",
    "nobody",
    "owner",
    "all",
    "forever",
    "score",
    "any",
    "rich",
    "card",
    "colour",
    "Wait",
)
AS_IT_IS = (
    "null",
    "[]",
    "{}",
    "[1, red]",
    "{red: 1}",
    "1.5",
    "{red: {value: 1}}",
)  # where the value is all of the scalar
VALUES = (
    *NUMBERS,
    *ONES,
    *MANY,
    *MORE,
    *WORDS,
    "0..99",
    "maybe player",
    "players - players",
    "first(players).hand",
    "",
    *AS_IT_IS,
)
GAP = "GAP"


def functions() -> Iterator[str]:
    """A call of every function with the gap at each of its arguments, and with all of them filled alike."""
    good = {"int": "1", "player": "player", "place": "cell_1_1", "zone": "row", "list of T": "row"}
    for signature in SIGNATURES:
        args = [good.get(param, "[1, 2]") for param in signature.params]
        for at in range(len(args)):
            yield f"{signature.name}({', '.join([*args[:at], '@', *args[at + 1 :]])})"
        yield f"{signature.name}({', '.join('@' for _ in args)})"


def forms() -> list[tuple[str, Any]]:
    """Each form: its section, "" of a step, and what stands there, as YAML reads it."""
    asked = dict.fromkeys([*EXPRESSIONS, *functions()])
    found = [("", step.replace("WITH", WITH)) for step in STEPS]
    found += [("", f'{{remember: {{keep: "{form}"}}, do: {{add: {{high: 1}}}}}}') for form in asked]
    found += [(section, line.strip()) for section, line in ELSEWHERE]
    return [(section, yaml.safe_load(line.replace("@", GAP))) for section, line in found]


def filled(node: Any, value: str) -> str:
    """YAML of the form with the value in its gap: the whole scalar is quoted but where the value is all of it."""
    if isinstance(node, dict):
        return f"{{{', '.join(f'{filled(key, value)}: {filled(child, value)}' for key, child in node.items())}}}"
    if isinstance(node, list):
        return f"[{', '.join(filled(child, value) for child in node)}]"
    if node == GAP and (value in AS_IT_IS or re.fullmatch(r"[\w.-]+", value)):
        return value
    return json.dumps(node.replace(GAP, value) if isinstance(node, str) else node)


def written(form: tuple[str, Any], value: str) -> str:
    """The ruleset in which the form is filled with the value."""
    section, node = form[0].replace("@", value), form[1]
    line = filled(node, value)
    sections = {name: f"\n{lines}" for name, lines in SECTIONS.items()}
    sections |= {"phases": "\n" + AROUND.replace("FORM", "{say: 1}" if section else line), "score": " player.points"}
    if section in SECTIONS and isinstance(node, dict):
        names = [f"  {filled(name, value)}: {filled(child, value)}" for name, child in node.items()]
        kept = [old for old in sections[section].splitlines() if old.split(":")[0].strip() not in node]
        sections[section] = "\n".join([*kept, *names])
    elif section:
        sections[section] = " " + line
    head = {"format": " 1", "game": " Every value", "players": " 2..3"}
    return "".join(f"{name}:{lines}\n" for name, lines in (head | sections).items())


def fault(form: tuple[str, Any], value: str, file: Path) -> str:
    """What is wrong with how this is refused or played; "" if nothing is. file: where the ruleset is written."""
    file.write_text(written(form, value), encoding="utf-8")
    try:
        errors = [found for found in validate_file(file) if found.severity == "error"]
        for found in errors:
            if found.span.line < 1 or not found.message:
                return f"refused without a place: {found}"
        if not errors:
            _used(file)
    except GameError as error:
        return f"{error}" if INTERNAL in error.message else ""
    except Exception as error:  # whatever it is, it is what is looked for
        return f"{type(error).__name__}: {error}"
    return ""


def _used(file: Path) -> None:
    """Plays a ruleset without mistakes, in every way, and prints its rules. Raises whatever goes wrong."""
    ruleset = st.load_ruleset(file)
    dump(ruleset.root, True)
    for players in ruleset.players[:2]:
        game = ruleset.game(players)
        failed = None
        for seed in range(2):
            try:
                _played(game, seed)
            except GameError as error:
                if INTERNAL in error.message:
                    raise
                failed = error
        try:
            [*game.results(1, 2, most=1000)]
        except GameError as error:
            if INTERNAL in error.message:
                raise
            failed = error
    markdown(rulebook(ruleset, None, None, [] if failed else example(game)))


def _played(game: st.Game, seed: int) -> None:
    """A game by chance, with what every seat sees and reads on the way."""
    state, chance = game.start(seed), random.Random(seed)
    for _ in range(30):
        for seat in range(game.players):
            state.view(seat)
            state.seen(seat)
        if state.over:
            break
        for seat in state.pending:
            state.choose(chance.choice(list(state.pending[seat])), seat)
