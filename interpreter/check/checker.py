"""The checker: names, types and flow of a whole ruleset, collecting every diagnostic."""

from __future__ import annotations

import re
from dataclasses import replace

from ..base import limits
from ..base.appearance.inline_icons import words_in_brackets
from ..base.diagnostics import RulesetError
from ..base.similar import report_unknown
from ..language import model as m
from ..language import syntax as s
from .checked import Checked, walk, walk_all, words_of_parts
from .declarations import Declarations
from .expressions import Expressions
from .information_flow import information_flow
from .layouts.boards import check_boards
from .layouts.cards import check_layout, looks_for
from .layouts.table import check_dice, check_table
from .lints import lints
from .scope import Scope
from .sentences import Sentences
from .symbols import Problems, Record, Symbols
from .types import BOOL, INT, PLAYER, Local, Typed, parts_of


def check(ruleset: m.Ruleset, record: Record | None = None) -> Checked:
    """The ruleset resolved and typed. Raises RulesetError with every error found; record: what is met on the way."""
    symbols = Symbols(ruleset, record)
    checked = _check_all(symbols)
    if any(p.severity == "error" for p in symbols.problems.found):
        raise RulesetError(symbols.problems.found)
    checked.warnings += [*symbols.problems.found, *lints(checked), *information_flow(checked)]
    if any(p.severity == "error" for p in checked.warnings):
        raise RulesetError(checked.warnings)
    return checked


def record_names(ruleset: m.Ruleset, record: Record) -> None:
    """Put what is met in a half-written ruleset into a record; there are no lints, which need all parts."""
    _check_all(Symbols(ruleset, record))


def _check_all(symbols: Symbols) -> Checked:
    """Check all parts of a ruleset, collecting problems."""
    rules, expressions = symbols.ruleset, Expressions(symbols)
    declarations, sentences = Declarations(expressions), Sentences(expressions)
    declarations.check_all()
    for sentence in walk(rules.setup + rules.phases):
        if sentence.loop and sentence.loop.kind == "turns" and sentence.loop.choice:
            name = sentence.loop.choice.binders[0].name
            symbols.turn_names.setdefault(name, Local(name, PLAYER))
    sentences.check_all()
    player = Local("player", PLAYER)
    judged = Scope({"player": player})
    expressions.note(rules.score, judged, INT)
    expressions.note(rules.payoff, judged, INT)
    for ranking in rules.winner:
        expressions.typed[id(ranking.value)] = expressions.key(ranking.value, judged)
    if rules.teams:
        for ranked in [rules.score, *(ranking.value for ranking in rules.winner)]:
            _check_team_ranking(expressions.typed[id(ranked)] if ranked is not None else None, player, symbols.problems)
        if len(rules.teams) == 1 and rules.winner:
            hint = "delete winner; a step says how the game ends, with {end: game, winner: none} if all have lost"
            span = rules.winner[0].pos.span
            symbols.problems.error(
                "one-team", "all players are in one team, so there is nobody to compare them with", span, hint
            )
    for always in rules.always:
        expressions.note(always.expr, Scope(), BOOL)
    _times(rules, symbols.problems)
    _slots(rules, symbols.problems)
    _rulings(rules, symbols.problems)
    _looks(rules, symbols.problems)
    check_layout(rules, symbols.problems)
    _display_names(rules, symbols.problems)
    _texts(rules, symbols.problems)
    check_boards(rules, symbols.tables, symbols.problems)
    check_table(symbols)
    check_dice(symbols)
    for words, args, pos in expressions.asked:
        symbols.problems.arguments(f"'{words}'", args, [p.type for p in sentences.actions[words].params], pos)
    return Checked(
        rules,
        {name: definition for name, definition in symbols.definitions.items() if definition is not None},
        symbols.tables,
        sentences.actions,
        sentences.sentences,
        expressions.typed,
        player,
        symbols.turn_names,
        symbols.turn_round,
        symbols.plurals,
        sentences.entering,
        declarations.owners,
        [],
    )


def _check_team_ranking(t: Typed | None, player: Local, problems: Problems) -> None:
    """Report a ranking that depends on the player and not only the team."""
    if t is None or (t.op == "define" and t.value.definition.name == "team"):
        return
    if t.op == "local" and t.value is player:
        message = "players of a team win and lose together, but this may differ between them"
        hint = "use the team, as in player.team.points, or all its players, as in sum(player.team.members.points)"
        problems.error("not-of-the-team", message, t.pos.span, hint)
        return
    for part in parts_of(t):
        _check_team_ranking(part, player, problems)


def _times(rules: m.Ruleset, problems: Problems) -> None:
    """Report an `always` that is checked neither after every decision, at the end, nor after a known step."""
    words = {sentence.words for sentence in walk_all(rules)} | set(rules.actions)
    for always in rules.always:
        step = always.at.removeprefix("after ")
        if always.at not in ("every decision", "the end") and (step == always.at or step not in words):
            message, shown = f"'{always.at}' is no time to look at this", "after {}"
            hint = "write every decision, the end, or after and a step"
            problems.add(report_unknown("unknown-step", message, always.span, step, words, hint, shown, instead=""))


def _slots(rules: m.Ruleset, problems: Problems) -> None:
    """Report a `<name>` in words that is no setting."""
    for sentence in walk_all(rules):
        for words, span in words_of_parts(sentence):
            for name in re.findall(r"<(\w+)>", words):
                if name not in rules.settings:
                    message, shown = f"<{name}> in these words is not a setting", "<{}>"
                    problems.add(
                        report_unknown("unknown-name", message, span, name, rules.settings, "", shown, instead="")
                    )


def _rulings(rules: m.Ruleset, problems: Problems) -> None:
    """Report a ruling about something that is no step, option, condition or name."""
    known = {words for sentence in walk_all(rules) for words, _ in words_of_parts(sentence)} | {
        "score",
        "winner",
        "players",
        "teams",
    }
    declared = (rules.settings, rules.zones, rules.variables, rules.tables, rules.definitions)
    known.update(rules.actions, *declared, rules.components, rules.things)
    for ruling in rules.rulings:
        if ruling.change and ruling.change not in known:
            message = f"a ruling names '{ruling.change}', which is neither a step nor a name"
            span = ruling.change_span or ruling.span
            problems.add(report_unknown("unknown-step", message, span, ruling.change, known))


def _looks(rules: m.Ruleset, problems: Problems) -> None:
    """Report a look of something that is not drawn: no member, kind of cards or tokens, print on cards, yes or no."""
    yes_or_no = [name for name, one in rules.variables.items() if one.owner and isinstance(one.initial, s.Truth)]
    known = {*looks_for(rules), *yes_or_no, "players"}
    for word, shown in rules.look.items():
        if word not in known:
            message = f"nothing on the table is called '{word}'"
            hint = "write the name of a member of a thing, of a kind of cards or tokens, or of what is printed on cards"
            problems.add(report_unknown("unknown-name", message, shown.span, word, known, hint))
        elif word in rules.components and rules.components[word].supply is not None and shown.looks[0].file:
            hint = "give the tokens a colour, a symbol, or one of each"
            problems.error("bad-look", f"{word} are tokens, which have no picture", shown.spans[0], hint)


def _display_names(rules: m.Ruleset, problems: Problems) -> None:
    """Report a display name of something that is not declared, and two members of a thing that would read alike."""
    members = {member for thing in rules.things.values() for member, _ in thing.members}
    printed = {attribute.name for component in rules.components.values() for attribute in component.attributes}
    places = {zone.name for zone in rules.zones.values()} | {value.name for value in rules.variables.values()}
    known = members | printed | places | {*rules.components, *rules.things, *rules.settings}
    for word, called in rules.names.items():
        if word not in known and not any(_is_numbered(word, thing) for thing in rules.things.values()):
            message = f"nothing here is called '{word}'"
            hint = "name a member of a thing, a kind of cards or tokens, an attribute, a place, a counter or a setting"
            problems.add(report_unknown("unknown-name", message, called.span, word, known, hint))
    wording = rules.looks.wording
    for thing in rules.things.values():
        shown: dict[str, str] = {}
        for member in [name for name, _ in thing.members] or [w for w in rules.names if _is_numbered(w, thing)]:
            other = shown.setdefault(wording.name(member).casefold(), member)
            if other != member and (named := rules.names.get(member) or rules.names.get(other)):
                message = f"'{other}' and '{member}' would both read '{wording.name(member)}'"
                problems.error("names-alike", message, named.span, "give one of them other words")


def _texts(rules: m.Ruleset, problems: Problems) -> None:
    """Report a sentence for something that is no member of a thing."""
    members = [member for thing in rules.things.values() for member, _ in thing.members]
    for word, entry in rules.texts.items():
        if word not in members:
            message = f"'{word}' is no member of a kind of thing, and only these have texts"
            hint = "name one of the things whose text it is; a text for a single card is an attribute: rule: text"
            problems.add(report_unknown("unknown-name", message, entry.span, word, members, hint))
    sentences = [(entry.text, entry.span) for entry in rules.texts.values()]
    for thing in rules.things.values():
        sentences += [(thing.texts[member], span) for member, span in thing.members if member in thing.texts]
    for text, span in sentences:
        for word in words_in_brackets(text):
            if word not in rules.look:
                message = f"'[{word}]' stands for an icon, but `look` has nothing called '{word}'"
                hint = f"for words in brackets take round ones: ({word})"
                found = report_unknown("unknown-icon", message, span, word, rules.look, hint, "[{}]", instead="")
                problems.add(replace(found, severity="warning"))


def _is_numbered(word: str, thing: m.Thing) -> bool:
    """Whether a word names a numbered place of a thing, or may do so where their number is worked out: cell_2_3."""
    sizes = thing.grid or ([thing.count] if thing.count is not None else [])
    numbers = word.removeprefix(f"{thing.name}_").split("_")
    if not word.startswith(f"{thing.name}_") or len(numbers) != len(sizes):
        return False
    most = [size.value if isinstance(size, s.Number) else limits.MEMBERS for size in sizes]
    return all(
        number.isdecimal() and str(int(number)) == number and 1 <= int(number) <= size
        for number, size in zip(numbers, most, strict=True)
    )
