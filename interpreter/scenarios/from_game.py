"""Write a scenario from a running game: how it came to stand as it does, and what must be so now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from ..base.diagnostics import RulesetError
from ..base.errors import GameError, UsageError
from ..front.api import Ruleset
from ..front.starter import NAMES
from ..game.game import starting_game
from ..game.state import State
from ..program.wording import fill
from ..reading.load import load_text
from .choices import OpenDecision, offer
from .run import play_through, run, set_up
from .scenario_file import Scenario, entries, reading
from .table_text import Lying, snapshot
from .terms import Terms, norm

# options that are all listed
MOST_OPTIONS = 1000
_PLAIN = re.compile(r"[A-Za-z0-9À-ÿ][\w .+/()'’-]*")
_HEAD = "format: 1\ntests: ruleset.yaml\nplayers: [{names}]\n\nscenarios:\n\n  "
_ALONE = ("true", "false", "null", "yes", "no", "on", "off")


def scenario_of(ruleset: Ruleset, state: State, words: str, names: Sequence[str] = ()) -> list[str]:
    """The lines of a scenario that ends where a game stands; tried, so that it passes.

    Where it can, it puts everything in place at the step that is decided next; else it makes the choices of the game
    again, with its seed. names: of the players in its file, which are used if they are as many. Raises UsageError where
    neither works.
    """
    count = state.game.players
    own = people_of(count, names)
    terms = Terms(ruleset, state.game, own)
    head = [] if own == [*names] else [f"players: [{', '.join(own)}]"]
    head += _setting_lines(ruleset, state)
    why = ""
    ways = (_from_position, _from_real_choices, _from_all_choices)
    for name, way in [(name, way) for name in (shortest_text, Terms.card_text) for way in ways]:
        try:
            lines = [f"{written_text(words)}:", *(f"  {line}" for line in [*head, *way(ruleset, state, terms, name)])]
            scenario = _read_lines(ruleset, lines, own)
            if not (why := run(scenario).message) and _is_there(scenario, state):
                return lines
            why = why or "it is reached in another way"
        except (UsageError, GameError) as error:
            why = str(error)
    raise UsageError(f"this moment cannot be written as a test: {why}")


def people_of(count: int, names: Sequence[str]) -> list[str]:
    """So many players: those of a file of tests where they are as many, else others."""
    return [*names] if len(names) == count else [*NAMES[:count]]


def _read_lines(ruleset: Ruleset, lines: Sequence[str], names: Sequence[str]) -> Scenario:
    """The scenario of these lines. Raises UsageError with its first mistake."""
    text = _HEAD.format(names=", ".join(names)) + "\n  ".join(lines) + "\n"
    try:
        root = load_text(text, "the test")
        return reading(ruleset, root)(entries(root)[0])
    except RulesetError as error:
        raise UsageError(error.diagnostics[0].message) from None


def _is_there(scenario: Scenario, state: State) -> bool:
    """Whether a scenario ends where a game stands, or stood before choices that are forced were made there."""
    after = play_through(scenario)
    if state.over:
        return after.over and after.winners == state.winners
    if any(len(state.option_numbers(*one)) < 2 for one in state.sites()):
        return True
    same = _loose_contents(after, scenario.terms) == _loose_contents(state, scenario.terms)
    return same and [seat for seat, _ in after.sites()] == [seat for seat, _ in state.sites()]


def _loose_contents(state: State, terms: Terms) -> dict[str, object]:
    """What lies where, and each value, but for the order of cards."""
    found = snapshot(state, terms).items()
    return {place: sorted(what.cards) if isinstance(what, Lying) else what for place, what in found}


def written_text(text: str) -> str:
    """A text as it stands in a list or as a key of a scenario: in quotes where it has signs that mean something."""
    if _PLAIN.fullmatch(text) and text == text.strip() and text.casefold() not in _ALONE:
        return text
    return "'" + text.replace("'", "''") + "'"


CardName = Callable[[Terms, int], str]


def shortest_text(terms: Terms, card: int) -> str:
    """The fewest words that mean a card and those that look the same, so that other numbers on it do not matter."""
    own = terms.program.cards[card]
    words = [terms.wording.name(word) for word in terms.card_words(own) if word]
    named = [word for word in words if any(map(str.isalpha, word))]
    pairs = [f"{one} {other}" for at, one in enumerate(words) for other in words[at + 1 :]]
    for text in [*named, *(pair for pair in pairs if any(map(str.isalpha, pair)))]:
        looks = terms.component_looks[own.component]
        if [look for look in looks if terms.reads(look, norm(text).split())] == [own.look]:
            return text
    return terms.card_text(card)


def table_contents(state: State, terms: Terms, name: CardName = Terms.card_text) -> dict[str, str]:
    """What lies where and each value, by the words of a scenario; cards bottom to top."""
    program = terms.program
    found = {place: str(what) for place, what in snapshot(state, terms).items()}
    # the box has what is not elsewhere
    for token in program.ints:
        if token.declared == "box":
            found.pop(terms.label(token), None)
    for zone in range(1, program.zones):
        cards = [written_text(name(terms, card)) for card in state.z[zone]]
        found[terms.label(program.lists[zone])] = f"[{', '.join(cards)}]"
    return found


def _setting_lines(ruleset: Ruleset, state: State) -> Iterator[str]:
    """The settings that the game was begun with, where they are not those of the rules."""
    usual = ruleset.game(state.game.players).program.options
    others = {name: value for name, value in state.game.program.options.items() if usual.get(name) != value}
    if others:
        words = [f"{name}: {_setting_text(value)}" for name, value in others.items()]
        yield f"settings: {{{', '.join(words)}}}"


def _setting_text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_setting_text, value))}]"
    return written_text(str(value))


def _from_position(ruleset: Ruleset, state: State, terms: Terms, name: CardName) -> Iterator[str]:
    """The scenario that puts all in place when the step begins that is decided next."""
    sites = state.sites()
    if not sites:
        raise UsageError("the game is over")
    program = terms.program
    node = program.nodes[program.sites[sites[0][1]].node]
    if node.kind != "step" or not node.words:
        raise UsageError("the step has no words")
    begin = f"at: {written_text(fill(program, node.words))}"
    # what is so without being given is left out
    empty = [f"{written_text('x')}:", f"  {begin}", "  then: [count(players) = 1]"]
    before = table_contents(set_up(_read_lines(ruleset, empty, terms.players)), terms, name)
    yield begin
    yield f"seed: {state.seed}"
    given = {place: what for place, what in table_contents(state, terms, name).items() if before.get(place) != what}
    if given:
        yield "given:"
        yield from (f"  {written_text(place)}: {what}" for place, what in given.items())
    yield from _now_lines(state, terms, [], name)


def _from_real_choices(ruleset: Ruleset, state: State, terms: Terms, name: CardName) -> Iterator[str]:
    """The scenario that makes the same choices again, without those that are forced."""
    del ruleset
    yield from _from_choices(state, terms, name, 2)


def _from_all_choices(ruleset: Ruleset, state: State, terms: Terms, name: CardName) -> Iterator[str]:
    """The same with them: where a forced one reads like the next, both have to be written."""
    del ruleset
    yield from _from_choices(state, terms, name, 1)


def _from_choices(state: State, terms: Terms, name: CardName, least: int) -> Iterator[str]:
    """The scenario that makes the choices again that had at least so many options."""
    again = starting_game(state).start(state.seed)
    lines = []
    for link in state.choices():
        now = offer(again, terms, link.seat)
        if now is None or link.number not in now.numbers:
            raise UsageError("the game did not begin at its beginning")
        if link.count >= least:
            lines.append(f"- {now.name}: {written_text(_choice_text(now, link.number, name))}")
        again.choose(again.option(link.site, link.number), link.seat)
    yield f"seed: {state.seed}"
    yield from _now_lines(state, terms, lines, name)
    if state.over:
        winners = [terms.players[seat] for seat in range(state.game.players) if state.winners and seat in state.winners]
        yield f"winner: {'[' + ', '.join(winners) + ']' if winners else 'none'}"
        yield "over: true"


def _choice_text(now: OpenDecision, number: int, name: CardName) -> str:
    """An option as it is written, with its group where another one reads alike."""
    text, group = _option_text(now, number, name), now.group(number)[0]
    alike = [one for one in now.numbers if _option_text(now, one, name) == text]
    return f"{text} in group {group}" if len({now.group(one)[0] for one in alike}) > 1 and group else text


def _option_text(now: OpenDecision, number: int, name: CardName) -> str:
    """An option without its group."""
    option = now.state.option(now.site, number)
    if not option.kind.startswith("card ") or option.value is None:
        return now.text(number)
    full = now.terms.card_text(option.value)
    return now.text(number).removesuffix(full) + name(now.terms, option.value)


def _now_lines(state: State, terms: Terms, made: list[str], name: CardName) -> Iterator[str]:
    """The lines of choices, and then what the players may choose now."""
    lines = [*made]
    for seat, _ in state.sites():
        now = offer(state, terms, seat)
        if now is None or len(now.numbers) > MOST_OPTIONS:
            raise UsageError(f"{terms.players[seat]} has more than {MOST_OPTIONS:,} options")
        options = list(dict.fromkeys(written_text(_choice_text(now, number, name)) for number in now.numbers))
        lines.append(f"- {now.name} may: [{', '.join(options)}]")
    if lines:
        yield "when:"
        yield from (f"  {line}" for line in lines)
