"""Lints of names that look like a mistake: never used, or hiding another of the same name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...base.diagnostics import Diagnostic, Span
from ...language import model as m
from ...language import syntax as s
from ...reading.player_counts import players_text
from ..checked import Checked, all_typed, runs_of, words_of_parts
from ..types import Local, Type, Typed, subtrees

SLOT = re.compile(r"<(\w+)>")
# what a definition or an action is given
IN_BRACKETS, UNDER_WITH = "the name in brackets,", "the name under `with`,"


def unused_names(checked: Checked) -> Iterator[Diagnostic]:
    """Warn of a declared or bound name, or a value for a number of players, that is never used."""
    used = _Used(checked)
    for what, name, span in _unused_declarations(checked, used):
        yield _warning(what, name, span, _removal(checked, what, name))
    for what, name, span in _bound_names(checked, used):
        yield _warning(what, name, span)
    yield from _beyond(checked.ruleset)


def _warning(what: str, name: str, span: Span, removal: str = "") -> Diagnostic:
    """The warning about an unused name."""
    message = f"{what} {name} is never used"
    hint = "use it, or delete it" + (f"; a variant removes it with `{removal}`" if removal else "")
    return Diagnostic("unused", message, span, "warning", hint)


def _beyond(rules: m.Ruleset) -> Iterator[Diagnostic]:
    """Warn of values of settings for numbers of players that the game does not have."""
    players = players_text(rules.players)
    for setting in rules.settings.values():
        for case, span in setting.beyond:
            message = f"the value of {setting.name} for {case} is never used: the game is for {players}"
            yield Diagnostic("unused", message, span, "warning", "delete it, or allow more under `players`")


def _removal(checked: Checked, what: str, name: str) -> str:
    """The text by which a variant removes a declaration of its base; "" in a ruleset of its own."""
    rules = checked.ruleset
    if len(rules.files) == 1 or what in (IN_BRACKETS, UNDER_WITH):
        return ""
    if what == "the action":
        return f"change: {{{name.strip(chr(39))}: null}}"
    place = rules.zones.get(name) or rules.variables.get(name)
    if what in ("the place", "the value") and place is not None:
        return f"{f'each {place.owner}' if place.owner else 'shared'}: {{{name}: null}}"
    section = what.removeprefix("the ") + "s"
    return f"{'define' if section == 'definitions' else section}: {{{name}: null}}"


class _Used:
    """Collects everything that expressions, steps and words mention."""

    def __init__(self, checked: Checked) -> None:
        self.settings: set[str] = set()
        self.items: set[object] = set()
        self.locals: set[Local] = set()
        self.kinds: set[str] = set()
        self.actions: set[str] = set()
        self.checked = checked
        for typed in all_typed(checked):
            self.take(typed)
        for sentence, part in checked.sentences.items():
            self.actions |= set(m.run_by(sentence))
            self.settings |= {name for words, _ in words_of_parts(sentence) for name in SLOT.findall(words)}
            for run in runs_of(part.effect):
                self.locals |= {result for result, _ in run.gives}
        for always in checked.ruleset.always:
            self.actions.add(always.at.removeprefix("after "))
        self.declared_kinds()

    def declared_kinds(self) -> None:
        rules = self.checked.ruleset
        places: list[m.Zone | m.Variable] = [*rules.zones.values(), *rules.variables.values()]
        self.kinds |= {item.owner for item in places}
        self.kinds |= {zone.component for zone in rules.zones.values()}
        self.kinds |= {variable.token for variable in rules.variables.values()}
        self.items |= {
            rules.variables.get(one.text) for variable in rules.variables.values() for one in variable.times_seen
        }
        for locals_ in self.checked.owners.values():
            self.kinds |= {local.type.name for local in locals_}
        for component in rules.components.values():
            self.kinds |= {_type_word(attribute.type) for attribute in component.attributes}
        self.kinds |= {_type_word(v.initial) for v in rules.variables.values() if isinstance(v.initial, s.TypeText)}
        for action in self.checked.actions.values():
            self.kinds |= {_name(local.type) for local in action.params}
        if rules.teams:  # what comes with them is written nowhere
            self.kinds.add("team")
        self.items |= {rules.definitions.get(name) for name in rules.layout.table.layout.worked_out}
        for definition in rules.definitions.values():
            if definition.given:
                self.items.add(definition)
                self.locals |= {*self.checked.definitions[definition.name].params}

    def take(self, typed: Typed) -> None:
        for part in subtrees(typed):
            self.kinds.add(_name(part.type))
            if part.op == "setting":
                self.settings.add(part.value)
            elif part.op in ("zone", "variable"):
                self.items.add(part.value)
            elif part.op == "define":
                self.items.add(part.value.definition)
            elif part.op == "table":
                self.items.add(part.value.table)
            elif part.op in ("local", "formula"):
                self.locals.add(part.value)
            elif part.op == "possible":
                self.actions.add(part.value)


def _name(kind: Type) -> str:
    """The name of a type."""
    return kind.name if kind.item is None else _name(kind.item)


def _type_word(text: s.TypeText) -> str:
    """The word of a written type."""
    return text.name or (text.expr.name if isinstance(text.expr, s.Name) else "")


def _unused_declarations(checked: Checked, used: _Used) -> Iterator[tuple[str, str, Span]]:
    """The declarations that are never used: what, name, place."""
    rules = checked.ruleset
    named: list[tuple[str, Iterable[m.Setting | m.Thing | m.Component], set[str]]] = [
        ("the setting", rules.settings.values(), used.settings),
        ("the thing", rules.things.values(), used.kinds),
        ("the component", rules.components.values(), used.kinds),
    ]
    for what, things, mentioned in named:
        yield from ((what, thing.name, thing.span) for thing in things if thing.name not in mentioned)
    stores: list[tuple[str, Iterable[m.LookupTable | m.Zone | m.Variable | m.Definition]]] = [
        ("the table", rules.tables.values()),
        ("the place", rules.zones.values()),
        ("the value", rules.variables.values()),
        ("the definition", rules.definitions.values()),
    ]
    for what, store in stores:
        yield from ((what, item.name, item.span) for item in store if item not in used.items)
    for words, action in checked.actions.items():
        if words not in used.actions:
            yield "the action", f"'{words}'", action.action.span
    yield from _parameters(checked, used)


def _parameters(checked: Checked, used: _Used) -> Iterator[tuple[str, str, Span]]:
    """The unused parameters of definitions and actions that are themselves used."""
    for definition in checked.definitions.values():
        for local, param in zip(definition.params, definition.definition.params, strict=True):
            if definition.definition in used.items and local not in used.locals:
                yield IN_BRACKETS, f"{local.name},", param.pos.span
    needed: set[tuple[str, str]] = set()  # by another of the actions that a card may name, which all take the same
    for part in checked.sentences.values():
        alike = [run.action for run in runs_of(part.effect)]
        names = {local.name for action in alike for local in action.params if local in used.locals}
        needed |= {(action.action.words, name) for action in alike for name in names}
    for words, action in checked.actions.items():
        for local, parameter in zip(action.params, action.action.params, strict=True):
            if words in used.actions and local not in used.locals and (words, local.name) not in needed:
                yield UNDER_WITH, f"{local.name},", parameter.span


def _bound_names(checked: Checked, used: _Used) -> Iterator[tuple[str, str, Span]]:
    """The names that steps remember, choose or loop over."""
    given = {local for action in checked.actions.values() for local in action.gives.values()}
    for sentence, part in checked.sentences.items():
        for local, _, remembered in part.remember:
            if local not in used.locals | given:
                yield "the remembered name", local.name, remembered.span
        chosen = {local.name for local in part.chosen if local in used.locals | given}
        for choice in part.choices:
            local = choice.binders[0][0]
            if local not in used.locals | given and local.name not in chosen:
                yield "the chosen", local.name, choice.pos.span
        loop = part.choice
        # players decide or are dealt with without being named
        if loop is not None and sentence.loop is not None and _name(loop.binders[0][0].type) != "player":
            local = loop.binders[0][0]
            if local not in used.locals:
                yield "the name", local.name, loop.pos.span
