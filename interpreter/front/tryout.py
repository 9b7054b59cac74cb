"""Try out a ruleset by a few random games: find failures, endless games, and parts never used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, SupportsIndex, assert_never

from ..base.diagnostics import Diagnostic, Span
from ..base.english import count_of
from ..base.errors import GameError
from ..base.streams import game_seed
from ..check import checked as c
from ..check.types import conjuncts, subtrees
from ..game.bots import bots_stream, random_choices
from ..game.compiled import CompiledGame
from ..game.failures import reason
from ..game.game import Game
from ..game.state import State
from ..language import model as m
from ..program import ir
from ..program.events import Choose, Move, Pour, Step
from .api import Ruleset

MOST_TRIED = 5_000
MOST_CARDS = 3
SETTLED = ("setting", "const", "compare", "not", "and", "or")
Place = tuple[str, int, str]
"""File, line and words of a step or option: the same in the games for all numbers of players."""


class WatchedTable(tuple[Any, ...]):
    """The cells of a table, noting which are read."""

    read: set[int]

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        if not isinstance(at, slice):
            self.read.add(at.__index__())
        return super().__getitem__(at)


@dataclass(slots=True)
class Tried:
    """What happened in the games: places asked, offered, reached and eventful; cards moved; rows read by table.

    decisions: how many there were in all games for a number of players that came to their end.
    """

    games: int = 0
    asked: set[Place] = field(default_factory=set)
    offered: set[Place] = field(default_factory=set)
    reached: set[Place] = field(default_factory=set)
    eventful: set[Place] = field(default_factory=set)
    moved: set[tuple[str, str]] = field(default_factory=set)
    lying: set[tuple[str, str]] = field(default_factory=set)
    read: dict[str, set[int]] = field(default_factory=dict)
    decisions: dict[int, int] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)


def try_out(ruleset: Ruleset, games: int, name: str, options: dict[str, str] | None = None) -> list[Diagnostic]:
    """Play so many random games over all numbers of players; return failures and unused parts.

    name: the ruleset's in commands; options: settings that differ. Errors `play-stuck`, `play-endless`,
    `play-not-always` (checked at every decision) and `over-at-once` (no decision in any game); warnings
    `never-offered`, `never-reached`, `never-moved` and `never-read`.
    """
    tried = Tried()
    for number in range(games):
        players = ruleset.players[number % len(ruleset.players)]
        see = f"{name} --players {players} -n {number + 1} --seed 0 --check` shows it in game {number + 1}"
        _play(ruleset, ruleset.game(players, options), game_seed(0, number), tried, f"`stammtisch simulate {see}.")
    tried.games = games
    for players in (players for players, number in tried.decisions.items() if not number):
        message = f"with {players} players every random game is over before anybody decides anything"
        tried.found.append(Diagnostic("over-at-once", message, ruleset.checked.ruleset.span))
    if any(problem.severity == "error" for problem in tried.found):
        return tried.found
    return [*_unused_steps(ruleset, tried), *_find_unmoved(ruleset, tried), *_unread(ruleset, tried)]


def _play(ruleset: Ruleset, game: Game, seed: int, tried: Tried, see: str) -> None:
    """Play one game; `see` is the command that shows it."""
    watched = _watch_tables(game)
    places = [_place(node) for node in game.program.nodes]
    try:
        state = game.start(seed)
        most = 0 if _check_always(ruleset, state, tried, see) else MOST_TRIED
        for decision, position in random_choices(state, bots_stream(seed), most):
            _note_offer(game.program, decision.site, list(decision.numbers), places, tried)
            state.choose(position, decision.seat)
            if _check_always(ruleset, state, tried, see):
                break
        _note_events(state, places, tried)
        if state.over:
            tried.decisions[game.players] = tried.decisions.get(game.players, 0) + state.decisions
        if not state.over and state.decisions == MOST_TRIED:
            _trouble("play-endless", ruleset, f"after {MOST_TRIED:,} decisions the game is not over", game, -1, tried)
    except GameError as error:
        known = 0 <= error.node < len(game.program.nodes)
        told = reason(game.program.nodes[error.node], error) if known else error.message
        _trouble("play-stuck", ruleset, f"the game cannot go on: {told}", game, error.node, tried)
    for name, cells in watched.items():
        rows = enumerate(game.program.rows[name])
        tried.read.setdefault(name, set()).update(n for n, row in rows if not cells.read.isdisjoint(row.cells))


def _check_always(ruleset: Ruleset, state: State, tried: Tried, see: str) -> bool:
    """Report a condition under `always` that does not hold, once; return whether there is one."""
    try:
        words = state.broken()
    except GameError as error:
        raise GameError(f"a condition under `always` cannot be worked out: {error.message}", error.node) from None
    when = f"after decision {state.decisions:,}" if state.decisions else "after the setup"
    for always in ruleset.checked.ruleset.always:
        known = any((d.code, d.span) == ("play-not-always", always.span) for d in tried.found)
        if always.words in words and not known:
            message = f"'{always.words}' is no longer true {when} ({_game_words(state.game)} and the seed {state.seed})"
            tried.found.append(Diagnostic("play-not-always", message, always.span, hint=see))
    return bool(words)


def _game_words(game: CompiledGame) -> str:
    """The words for a game of the try-out: a random game with 3 players."""
    return f"a random game with {game.players} players"


def _trouble(code: str, ruleset: Ruleset, message: str, game: Game, node: int, tried: Tried) -> None:
    """Report each failure once, at the step where it happened."""
    span = ruleset.checked.ruleset.span
    if 0 <= node < len(game.program.nodes):
        place = _place(game.program.nodes[node])
        span = next((s.span for s in ruleset.checked.sentences if (s.span.file, s.span.line) == place[:2]), span)
    if not any((d.code, d.span) == (code, span) for d in tried.found):
        tried.found.append(Diagnostic(code, f"{message} ({_game_words(game)})", span))


def _place(node: ir.Node) -> Place:
    """The place of a node."""
    return node.file, node.line, node.words


def _watch_tables(game: Game) -> dict[str, WatchedTable]:
    """Replace the tables of a game's generated code by ones that note reads."""
    names = game.code(True).names
    found: dict[str, WatchedTable] = {}
    for name in game.program.rows:
        cells = game.program.tables[name]
        for label, value in names.items():
            known = any(value is other for other in found.values())
            if isinstance(value, tuple) and not known and list(value) == cells:
                found[name] = names[label] = value if isinstance(value, WatchedTable) else WatchedTable(value)
                found[name].read = set()
                break
    return found


def _note_offer(program: ir.Program, site: int, numbers: list[int], places: list[Place], tried: Tried) -> None:
    """Note the options offered."""
    asked = program.sites[site]
    if asked.node >= 0:
        tried.asked.add(places[asked.node])
    for entry in asked.entries:
        if entry.node >= 0 and any(entry.base <= number < entry.base + entry.count for number in numbers):
            tried.offered.add(places[entry.node])


def _note_events(state: State, places: list[Place], tried: Tried) -> None:
    """Note the events of a game."""
    assert state.log is not None
    program = state.game.program
    where = {card: slot.declared for slot in program.lists for card in slot.start}
    looks = {number: _look(program, number) for number in range(len(program.cards))}
    tried.lying |= {(where[card], looks[card]) for card in where}
    for event in state.log.since():
        if isinstance(event, Choose):
            continue
        if event.node >= 0:
            (tried.reached if isinstance(event, Step) else tried.eventful).add(places[event.node])
        cards = [event.card] if isinstance(event, Move) else event.cards if isinstance(event, Pour) else ()
        tried.moved |= {(where[card], looks[card]) for card in cards if card in where}


def _look(program: ir.Program, number: int) -> str:
    """The words of a card."""
    card = program.cards[number]
    words = []
    for (name, _, kind), value in zip(program.attributes[card.component], card.values, strict=True):
        thing = program.names.get(kind.removeprefix("thing ").removeprefix("maybe "))
        if value == ir.NOTHING or (kind == "bool" and not value):
            continue
        words.append(name if kind == "bool" else thing[value] if thing is not None else f"{name} {value}")
    return " ".join(words) or card.component


# -- what no game used


def _unused_steps(ruleset: Ruleset, tried: Tried) -> Iterator[Diagnostic]:
    """Report steps that no game used."""
    rules = ruleset.checked.ruleset
    for sentence in [*rules.setup, *rules.phases, *(event.sentence for event in rules.whenever)]:
        yield from _in_step(ruleset, sentence, tried)
    offered = {
        item.words for s in ruleset.checked.sentences for item in s.menu if _key(item.span, item.words) in tried.offered
    }
    run = {words for s in ruleset.checked.sentences for words in m.run_by(s)}
    for words, action in rules.actions.items():
        if words in offered | run:
            yield from _inside(ruleset, action.sentence, tried)


def _key(span: Span, words: str) -> Place:
    """The key of a place."""
    return span.file, span.line, words


def _in_step(ruleset: Ruleset, sentence: m.Sentence, tried: Tried) -> Iterator[Diagnostic]:
    """Report the unused parts of a step."""
    place = _key(sentence.span, sentence.words)
    if sentence.span.file not in ruleset.checked.ruleset.files:
        return
    games = count_of(tried.games, "random game")
    if sentence.words and place not in tried.reached:
        yield Diagnostic("never-reached", f"in {games} '{sentence.words}' was never reached", sentence.span, "warning")
    elif sentence.words and sentence.when and not _eventful(ruleset, sentence, tried):
        conditions = [subtrees(c) for typed in ruleset.checked.sentences[sentence].when for c in conjuncts(typed)]
        if any(all(part.op in SETTLED for part in parts) for parts in conditions):
            return  # a condition about settings alone may have switched it off
        message = f"in {games} nothing ever happened at '{sentence.words}'"
        yield Diagnostic("never-reached", message, sentence.span, "warning", "is its condition ever true?")
    else:
        yield from _inside(ruleset, sentence, tried)


def _inside(ruleset: Ruleset, sentence: m.Sentence, tried: Tried) -> Iterator[Diagnostic]:
    """Report the unused steps inside a step."""
    for item in sentence.menu:
        place = _key(item.span, item.words)
        if place not in tried.offered and item.span.file in ruleset.checked.ruleset.files:
            message = f"in {count_of(tried.games, 'random game')} '{item.words}' was never offered"
            yield Diagnostic("never-offered", message, item.span, "warning", "are its conditions ever true?")
        elif item.sentence is not None:
            yield from _inside(ruleset, item.sentence, tried)
    # steps under `otherwise` and the like may well be rare
    for step in sentence.do:
        yield from _in_step(ruleset, step, tried)


def _eventful(ruleset: Ruleset, sentence: m.Sentence, tried: Tried) -> bool:
    """Whether anything happened at a step, as far as the log of the games shows."""
    place = _key(sentence.span, sentence.words)
    if place in tried.eventful or place in tried.asked:
        return True
    inner = [step for step in _below(sentence) if step is not sentence]
    if any(_key(step.span, step.words) in tried.reached for step in inner if step.words):
        return True
    effects = [ruleset.checked.sentences[step].effect for step in [sentence, *inner] if step.effect is not None]
    return not effects or not all(_is_shown(effect) for effect in effects)


def _is_shown(done: c.CheckedEffect | None) -> bool:
    """Whether the log of a game shows that an effect happened."""
    match done:
        case c.CheckedChange(targets=targets):
            return not any(target.op == "local" for target, _ in targets)
        case (
            c.CheckedMove()
            | c.CheckedTokens()
            | c.CheckedPayment()
            | c.CheckedDeal()
            | c.CheckedShuffle()
            | c.CheckedReveal()
            | c.CheckedSay()
        ):
            return True
        case c.CheckedRun() | c.CheckedRunByKind() | c.CheckedEnd() | None:
            return False
        case other:
            assert_never(other)


def _below(sentence: m.Sentence) -> Iterator[m.Sentence]:
    """The steps inside a step."""
    yield sentence
    for step in sentence.do:
        yield from _below(step)


def _find_unmoved(ruleset: Ruleset, tried: Tried) -> Iterator[Diagnostic]:
    """Report cards that stayed where they were in every game."""
    for zone in ruleset.checked.ruleset.zones.values():
        lying = sorted(look for name, look in tried.lying if name == zone.name)
        still = [look for look in lying if (zone.name, look) not in tried.moved]
        if still:
            which = "no card" if len(still) == len(lying) else "none of " + ", ".join(still[:MOST_CARDS])
            more = f" and {len(still) - MOST_CARDS} others" if which != "no card" and len(still) > MOST_CARDS else ""
            message = f"in {count_of(tried.games, 'random game')} {which}{more} was ever moved from {zone.name}"
            yield Diagnostic("never-moved", message, zone.span, "warning")


def _unread(ruleset: Ruleset, tried: Tried) -> Iterator[Diagnostic]:
    """Report rows of tables that no game read; a table that is never read is used before the game begins."""
    for name, read in tried.read.items():
        for number, (keys, _) in enumerate(ruleset.checked.tables[name].rows):
            if read and number not in read:
                words = ", ".join(key.pos.text for key in keys)
                message = (
                    f"in {count_of(tried.games, 'random game')} the row {words} of the table {name} was never read"
                )
                yield Diagnostic("never-read", message, keys[0].pos.span, "warning")
