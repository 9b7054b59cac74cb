"""Check actions that are run: by name, or the one of the member which a thing is."""

from __future__ import annotations

from collections.abc import Callable

from ..base.diagnostics import Note
from ..base.keywords import VERBS
from ..base.similar import report_unknown
from ..language import model as m
from ..language import syntax as s
from . import checked as c
from .expressions import Expressions
from .scope import Scope
from .types import Local, Typed, an, present


class Runs:
    """Checks the effect `run`.

    action: gives the checked form of an action; assignable: whether something can be changed.
    """

    def __init__(
        self,
        expressions: Expressions,
        action: Callable[[str], c.CheckedAction | None],
        assignable: Callable[[Typed], bool],
    ) -> None:
        self.symbols, self.problems, self.check = expressions.symbols, expressions.problems, expressions.check
        self.error, self.expect, self.assignable = self.problems.error, self.problems.expect, assignable
        self.actions, self.action = self.symbols.ruleset.actions, action

    def by_kind(self, effect: m.Run, scope: Scope) -> c.CheckedRunByKind | None:
        """Check that there is an action for each member of a thing; all take and give the same."""
        assert effect.kind is not None
        before = len(self.problems.found)
        kind, things = self.check(effect.kind, scope), self.symbols.ruleset.things
        if kind.type.kind == "unknown":
            words = effect.kind.pos.text
            if words.casefold() in [action.casefold() for action in self.actions]:
                del self.problems.found[before:]
                self.report_unknown_action(effect, words)
            return None
        thing = things.get(present(kind.type).name) if present(kind.type).kind == "thing" else None
        if thing is None or not thing.members:
            message = f"{kind.pos.text} is {an(kind.type)}: only the member of a thing can name an action"
            hint = "write the words of an action, or something like card.kind: a thing whose members have names"
            self.error("wrong-type", message, kind.pos.span, hint)
            return None
        if kind.type.kind == "maybe":
            self.problems.maybe_read(kind)
            return None
        if not self.all_known(thing, kind.pos):
            return None
        effect.among = [m.action_of(member, self.actions) for member, _ in thing.members]
        first = self.run(effect, effect.among[0], scope)
        runs = [self.check_alternative(first, words, effect) for words in effect.among[1:]] if first is not None else []
        found = [run for run in (first, *runs) if run is not None]
        return c.CheckedRunByKind(kind, found) if len(found) == len(effect.among) else None

    def all_known(self, thing: m.Thing, pos: s.Pos) -> bool:
        """Whether there is an action for each member of a thing; a missing one is reported at the member."""
        known = True
        for member, span in thing.members:
            if not m.action_of(member, self.actions):
                known, spoken = False, member.replace("_", " ")
                words = spoken[:1].upper() + spoken[1:]
                message = f"there is no action '{words}' to run where {pos.text} is {member}"
                notes = (Note(pos.span, "it is run here"),)
                self.error("unknown-action", message, span, f"write it under actions: {{{words}: nothing}}", notes)
        return known

    def check_alternative(self, first: c.CheckedRun, words: str, effect: m.Run) -> c.CheckedRun | None:
        """Check another action that takes and gives the same, under the same names."""
        action = self.action(words)
        if action is None:
            return None
        params, wanted = ({p.name: p for p in one.params} for one in (action, first.action))
        shapes = [[(p.name, p.type, p.kind, p.params) for p in one.values()] for one in (params, wanted)]
        results = [{name: local.type for name, local in one.gives.items()} for one in (action, first.action)]
        if shapes[0] != shapes[1] or results[0] != results[1]:
            other = first.action.action.words
            message = f"'{words}' and '{other}' may both be run here, but they take or give different things"
            notes = (Note(action.action.span, f"'{words}' is written here"),)
            hint = "write the same names under `with`, with the same types, and the same names under `gives`"
            self.error("wrong-arguments", message, effect.action_span or effect.span, hint, notes)
            return None
        given = [(params[local.name], bound, value) for local, bound, value in first.arguments]
        source = {local: name for name, local in first.action.gives.items()}
        return c.CheckedRun(action, given, [(action.gives[source[result]], mine) for result, mine in first.gives])

    def report_unknown_action(self, effect: m.Run, words: str) -> None:
        message = f"there is no action '{words}'"
        at, instead = effect.action_span or effect.span, "{}" if effect.action_span else ""
        if words in VERBS:
            message = f"`{words}` must say what {'ends' if words == 'end' else 'it is about'}"
            self.error("unknown-action", message, at, _whole_verbs(words))
            return
        self.problems.add(report_unknown("unknown-action", message, at, words, self.actions, instead=instead))

    def run(self, effect: m.Run, words: str, scope: Scope) -> c.CheckedRun | None:
        if words not in self.actions:
            self.report_unknown_action(effect, words)
            return None
        action = self.action(words)
        if action is None:
            return None
        done = c.CheckedRun(action)
        given = {argument.name: argument for argument in effect.arguments}
        missing = [local for local in done.action.params if local.name not in given]
        if missing:
            names = ", ".join(local.name for local in missing)
            letters = [", ".join(str(kind)[0] for kind in local.params) for local in missing]
            named = [f"{local.name}({of})" if of else local.name for local, of in zip(missing, letters, strict=True)]
            whole = ", ".join(f"{name}: ..." for name in named)  # offer(p) where it is about a player
            message = f"'{words}' needs {names}"
            hint = f"add under `with`: {whole}" if given else f"write with: {{{whole}}}"
            self.error("missing-argument", message, effect.span, hint)
        for local in done.action.params:
            if local.name in given:
                self.argument(done, local, given.pop(local.name), scope)
        for argument in given.values():
            message, known = f"'{words}' does not take {argument.name}", [p.name for p in done.action.params]
            self.problems.add(report_unknown("unknown-name", message, argument.span, argument.name, known, instead=""))
        for name, mine, span in effect.gives:
            result = done.action.gives.get(name)
            if result is None:
                message = f"'{words}' does not give {name}"
                self.problems.add(report_unknown("unknown-name", message, span, name, done.action.gives, instead=""))
                continue
            local = Local(mine, result.type)
            self.symbols.bind(scope, local, span)
            done.gives.append((result, local))
        return done

    def argument(self, done: c.CheckedRun, local: Local, argument: m.Argument, scope: Scope) -> None:
        if len(argument.params) != len(local.params):
            self.error("wrong-arguments", f"{local.name} is about {len(local.params)} things here", argument.span)
            return
        bound = [Local(name, kind) for name, kind in zip(argument.params, local.params, strict=True)]
        inner = scope.child()
        for name in bound:
            inner.put(name)
        value = self.check(argument.value, inner)
        if local.kind == "place" and value.type.kind != "unknown" and not self.assignable(value):
            message = f"{local.name} must be a number that can be changed"
            self.error(
                "not-changeable",
                message,
                argument.value.pos.span,
                "give one that is written under `shared` or `each player`",
            )
        wanted = value.type if local.kind == "zone" and value.type.kind == "zone" else local.type
        done.arguments.append((local, bound, self.expect(value, wanted)))


def _whole_verbs(word: str) -> str:
    """The hint how to write a step that does what a word says."""
    verb = VERBS[word]
    more = "".join(f", {slot}: ..." for slot in verb.needs)
    examples = [example for example in verb.examples[:2] if isinstance(example, str | int)]
    return f"write {' or '.join(f'`{{{word}: {example}{more}}}`' for example in examples or ['...'])}"
