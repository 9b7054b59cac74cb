"""What can be written in a file of scenarios: keys, players, places, cards, options and words of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ...base.diagnostics import RulesetError
from ...base.errors import UsageError
from ...check.types import PLAYER, Local
from ...program.wording import fill
from ...reading import library
from ...reading.load import load_text
from ...reading.nodes import Entry, Mapping, Node, Scalar, Sequence
from ...reading.schema import check_shape
from ...scenarios.run import options_after
from ...scenarios.scenario_file import OTHER_STEPS, PLAYER_STEPS, reading
from ...scenarios.terms import Terms
from ..clause_texts import clause_sentences
from ..known.analysis import Analysis
from ..known.scenario_symbols import players_of, scenario_tree
from ..known.text_places import TextPlace
from ..known.workspace import Workspace
from .candidates import Candidate
from .expressions import candidates_in_scope
from .schema_keys import keys_at, values_at
from .scopes import LocalScope

MOST_OPTIONS = 300
# the parts of a scenario that say how it begins
BEFORE = ("players", "settings", "seed", "at", "chance", "given")


@dataclass(frozen=True, slots=True)
class Before:
    """A scenario up to a line of `when`: its words, its body, and the lines above."""

    root: Mapping
    key: Scalar
    body: Mapping
    lines: list[Node]


def scenario_candidates(
    workspace: Workspace, path: Path, text: str, at: TextPlace, offset: int
) -> tuple[list[Candidate], str]:
    """What can be written at an offset of a scenario file, and the beginning of it that stands there."""
    before, behind = text[at.start : offset], text[offset : at.end]
    game = workspace.game_of(path)
    analysis = workspace.last_good(game) if game is not None else None
    if at.path[-1:] == ("when",) and at.in_list:
        at = replace(at, is_key=True)  # a line of `when` that is just begun
    if at.path == ("tests",):
        return [Candidate(name, "file", "ruleset", rank=1) for name in library.rulesets()], before
    line = text.count("\n", 0, offset) + 1
    with workspace.reading():
        root = scenario_tree(path, line)
    players = _players(root, at)
    if analysis is not None and analysis.record is not None and analysis.record.symbols is not None:
        slot = _expression_slot(at)
        if slot:
            scope = LocalScope(analysis.record.symbols, {name: Local(name, PLAYER) for name in players})
            found, word = candidates_in_scope(scope, before, behind, slot)
            return ([*found, *_keys(at, players, analysis)] if at.is_key else found), word
        if not at.is_key:
            return list(_values(analysis, at, players, path, _before(root, at, line))), before
    return list(_keys(at, players, analysis)), before


def _players(root: Mapping | None, at: TextPlace) -> list[str]:
    """The names of the players of the scenario at a place."""
    if root is None:
        return []
    body = root.entries_under("scenarios").get(at.path[1]) if len(at.path) > 1 else None
    return [name.text for name in players_of(root, body.value if body is not None else None)]


def _expression_slot(at: TextPlace) -> str:
    """The kind of expression that stands at a place; "" if none does."""
    last = at.path[-1] if at.path else ""
    if len(at.path) < 3 or at.path[0] != "scenarios":
        return ""
    if at.is_key:
        return "expr" if last == "given" or last.endswith(" sees") or last == "then" else ""
    return "expr" if last == "then" or at.path[-2] == "scores" else ""


def _keys(at: TextPlace, players: list[str], analysis: Analysis | None) -> Iterator[Candidate]:
    last = at.path[-1] if at.path else ""
    if last == "when" and len(at.path) > 2:
        for name in players:
            for kind in PLAYER_STEPS:
                yield Candidate(f"{name} {kind}".strip(), "player", "", "", 1 if not kind else 2)
        yield from (Candidate(word, "key", rank=2) for word in OTHER_STEPS)
    elif last == "scores":
        yield from (Candidate(name, "player", rank=1) for name in players)
    elif last == "settings" and analysis is not None and analysis.rules is not None:
        for name, setting in analysis.rules.settings.items():
            yield Candidate(name, "setting", "", setting.about, 1)
    else:
        yield from (Candidate(one.name, "key", "", one.about, 1) for one in keys_at("scenarios", at.path))


def _values(
    analysis: Analysis, at: TextPlace, players: list[str], path: Path, before: Before | None
) -> Iterator[Candidate]:
    """Values that are no expressions."""
    last = at.path[-1] if at.path else ""
    if last == "winner":
        yield from (Candidate(name, "player", rank=1) for name in players)
        yield Candidate("none", "word", rank=2)
        return
    if last == "rule":
        yield from (Candidate(clause, "clause", text, text, 1) for clause, text in clause_sentences(path).items())
        return
    yield from (Candidate(value, "word", rank=3) for value in values_at("scenarios", at.path))
    terms = _terms(analysis, players)
    if terms is None:
        return
    if last == "at":
        steps = [node.words for node in terms.program.nodes if node.kind == "step" and node.words]
        yield from (Candidate(fill(terms.program, words), "step", rank=1) for words in dict.fromkeys(steps))
    elif last == "over":
        yield from (Candidate(fill(terms.program, words), "word", rank=1) for words in terms.program.reasons)
    elif last == "chance":
        yield from (Candidate(terms.look_text(look), "card", rank=1) for look in terms.by_look)
        yield from (Candidate(word, "member", rank=2) for words in terms.names.values() for word in words)
    elif len(at.path) > 3 and (at.path[-2] in ("given", "then") or at.path[-2].endswith(" sees")):
        yield from _cards(terms, last)
        yield from (Candidate(word, "member", rank=2) for words in terms.names.values() for word in words)
    elif last.partition(" ")[0] in players:
        seat = players.index(last.partition(" ")[0])
        now = _options_now(analysis, before, seat)
        yield from (Candidate(words, "option", "offered now", rank=1) for words in now)
        yield from (Candidate(words, "option", rank=3) for words in terms.option_examples()[:MOST_OPTIONS])


def _options_now(analysis: Analysis, before: Before | None, seat: int) -> list[str]:
    """The options of a player after the lines of a scenario above."""
    if before is None or analysis.ruleset is None:
        return []
    always = load_text("then: [true = true]", "").entries["then"]
    kept = {key: entry for key, entry in before.body.entries.items() if key in BEFORE}
    lines = Sequence(before.body.span, before.lines)
    kept |= {"when": Entry(always.key, lines)} if before.lines else {}
    entry = Entry(before.key, Mapping(before.body.span, {**kept, "then": always}))
    alone = Entry(always.key, Mapping(before.body.span, {before.key.text: entry}))
    if check_shape(Mapping(before.root.span, {**before.root.entries, "scenarios": alone}), "scenarios"):
        return []  # half written
    try:
        scenario = reading(analysis.ruleset, before.root)(entry)
    except RulesetError:
        return []
    return options_after(scenario, seat)


def _before(root: Mapping | None, at: TextPlace, line: int) -> Before | None:
    """The scenario at a place without the lines from there on."""
    entry = root.entries_under("scenarios").get(at.path[1]) if root is not None and len(at.path) > 1 else None
    if root is None or entry is None or not isinstance(entry.value, Mapping):
        return None
    when = entry.value.get("when")
    lines = when.items if isinstance(when, Sequence) else []
    whole: list[Node] = [one for one in lines if one.span.line < line and isinstance(one, Mapping)]
    return Before(root, entry.key, entry.value, whole)


def _cards(terms: Terms, place: str) -> Iterator[Candidate]:
    """The cards that may lie in a place."""
    component = ""
    for slot in terms.program.lists[: terms.program.zones]:
        if slot.declared == place.rpartition(".")[2].partition("(")[0]:
            component = slot.component
    for look in sorted(terms.component_looks.get(component, ())):
        yield Candidate(terms.look_text(look), "card", component, "", 1)
    yield from (Candidate(word, "word", rank=2) for word in ("any", "hidden"))


def _terms(analysis: Analysis, players: list[str]) -> Terms | None:
    """The words of a game with these players; None if it has mistakes, or is not for so many."""
    if analysis.ruleset is None:
        return None
    try:
        return Terms(analysis.ruleset, analysis.ruleset.game(len(players)), players)
    except (RulesetError, UsageError):
        return None
