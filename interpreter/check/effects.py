"""Effects typed: what each verb takes, and what it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..base.diagnostics import Span
from ..base.similar import unknown
from ..language import model as m
from ..language import syntax as s
from .checked import CheckedAction, CheckedEffect
from .expressions import Expressions
from .scope import Scope
from .types import INT, PLAYER, UNKNOWN, Local, Type, Typed, an, as_list, fits, list_of, present


class Effects:
    """Checks effects; `action` gives the checked form of an action that is run."""

    def __init__(self, expressions: Expressions, action: Callable[[str], CheckedAction | None]) -> None:
        self.symbols, self.problems, self.check = expressions.symbols, expressions.problems, expressions.check
        self.error, self.expect = self.problems.error, self.problems.expect
        self.actions, self.action = self.symbols.ruleset.actions, action

    def effect(self, effect: m.Effect, scope: Scope, around: list[m.Sentence]) -> CheckedEffect:
        """The effect of a sentence inside those `around`; a name it gives to cards is added to the scope."""
        done = self.verb(effect, scope, around)
        if effect.named == "new group":
            if done.to is None or done.to.op != "zone" or not done.to.value.groups:
                self.error(
                    "wrong-type",
                    "as: new group needs a place whose cards lie in groups",
                    effect.span,
                    "declare the place with in: groups",
                )
        elif effect.named:
            single = done.form == "card" or (
                done.form == "count"
                and effect.amount is not None
                and isinstance(effect.amount.value, s.Number)
                and effect.amount.value.value == 1
                and effect.amount.kind == "exactly"
            )
            zone = done.source or done.to
            card = Type("card", zone.type.name) if zone is not None and zone.type.kind == "zone" else UNKNOWN
            done.named = Local(effect.named, card if single else list_of(card))
            self.symbols.bind(scope, done.named, effect.span)
        if effect.at is not None and effect.at.depth is not None:
            done.depth = self.check(effect.at.depth, scope, INT)
        return done

    def verb(self, effect: m.Effect, scope: Scope, around: list[m.Sentence]) -> CheckedEffect:
        match effect.kind:
            case "move" | "pay":
                return self.move(effect, scope)
            case "deal":
                return self.deal(effect, scope)
            case "add" | "set":
                return self.set(effect, scope)
            case "shuffle":
                return self.shuffle(effect, scope)
            case "reveal":
                return self.reveal(effect, scope)
            case "say":
                return self.say(effect, scope)
            case "end":
                return self.end(effect, scope, around)
            case "run":
                return self.run(effect, scope)
            case _:
                raise ValueError(effect.kind)

    def move(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        to = self.check(effect.to, scope) if effect.to is not None else None
        source = self.check(effect.source, scope) if effect.source is not None else None
        amount = effect.amount
        if amount is None or to is None:
            return CheckedEffect("cards", to=to, source=source)
        if source is not None and source.type.kind == "int":
            self.counter(source, effect.span, "moved from")
            self.counter(to, effect.span, "moved to")
            self.same_tokens(source, to)
            typed = self.check(amount.value, scope, INT) if amount.value is not None else None
            return CheckedEffect("tokens", typed, source, to)
        if to.type.kind not in ("zone", "group") and "unknown" not in (to.type.kind, source and source.type.kind):
            self.error(
                "wrong-type",
                f"cards are moved to a place for cards, not to {an(to.type)}",
                effect.to.pos.span if effect.to else effect.span,
            )
        if amount.value is None:
            if source is None:
                self.error("missing-key", "move: all needs `from`", effect.span)
            elif source.type.kind != "zone":
                source = as_list(source)
            return CheckedEffect("all", None, source, to)
        typed = self.check(amount.value, scope)
        if typed.type.kind == "int":
            if source is None:
                self.error("missing-key", "a number of cards is moved `from` somewhere", effect.span)
            return CheckedEffect("count", typed, self.zone_from(source, effect), to)
        if typed.type.kind == "maybe" and present(typed.type).kind == "card":
            typed = self.problems.maybe_read(typed)
        if typed.type.kind == "card":
            return CheckedEffect("card", typed, source, to)
        form = "zone" if typed.type.kind == "zone" else "list"
        listed = as_list(typed)
        if listed.type.kind != "unknown" and (
            listed.type.kind != "list" or (listed.type.item or UNKNOWN).kind not in ("card", "unknown")
        ):
            self.error("wrong-type", f"this is {an(typed.type)}: move takes cards or a number", typed.pos.span)
        return CheckedEffect(form, typed if form == "zone" else listed, source, to)

    def zone_from(self, source: Typed | None, effect: m.Effect) -> Typed | None:
        if source is not None and source.type.kind not in ("zone", "unknown"):
            message = f"cards are taken from a place for cards, not from {an(source.type)}"
            self.error("wrong-type", message, source.pos.span)
        return source

    def counter(self, typed: Typed, span: Span, what: str) -> None:
        inner = typed.args[1] if typed.op == "map" else typed
        if inner.op == "box" or inner.type.kind == "unknown" or self.assignable(inner):
            return
        self.error("wrong-type", f"{typed.pos.text} is not a number that can be {what}", typed.pos.span)

    def same_tokens(self, source: Typed, to: Typed) -> None:
        """What is moved from one place to the other must be the same on both sides."""
        kinds = [self.token_kind(side) for side in (source, to)]
        if None not in kinds and kinds[0] != kinds[1]:
            words = [f"{kind}s" if kind else "a plain number" for kind in kinds]
            message = f"{source.pos.text} counts {words[0]}, {to.pos.text} {words[1]}"
            self.error("conserved", message, to.pos.span, "tokens move between places of the same kind, and the box")

    def token_kind(self, typed: Typed) -> str | None:
        """The token that a place counts, "" for a plain number, None where that is not certain."""
        inner = typed.args[1] if typed.op == "map" else typed
        return inner.value.token if inner.op == "variable" else None

    def assignable(self, typed: Typed) -> bool:
        return (
            typed.op == "variable"
            or (typed.op == "formula" and typed.value.kind == "place")
            or (typed.op == "local" and typed.value.kind in ("name", "place"))
        )

    def deal(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        source = self.zone_from(self.check(effect.source, scope) if effect.source else None, effect)
        to = self.check(effect.to, scope) if effect.to else None
        if to is not None and to.type.kind == "list" and (to.type.item or UNKNOWN).kind != "zone":
            self.error("wrong-type", f"cards are dealt to places for cards, not to {an(to.type)}", to.pos.span)
        amount = effect.amount.value if effect.amount else None
        typed = self.check(amount, scope, INT) if amount is not None else None
        return CheckedEffect("deal", typed, source, to)

    def set(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        done = CheckedEffect(effect.kind)
        for target, value in effect.targets:
            place = self.check(target, scope)
            inner = place.args[1] if place.op == "map" else place
            if inner.type.kind == "unknown":
                continue
            if not self.assignable(inner):
                hint = "only variables and remembered names can"
                if inner.type.kind == "zone":
                    hint = f"cards get there by move: ..., to: {target.pos.text}"
                self.error("not-changeable", f"{target.pos.text} cannot be changed", target.pos.span, hint)
                continue
            token = inner.value.token if inner.op == "variable" else ""
            if token:
                self.error(
                    "conserved",
                    f"{target.pos.text} counts {token}s, which can only be moved",
                    target.pos.span,
                    f"write move: ..., from: ..., to: {target.pos.text}",
                )
            wanted = INT if effect.kind == "add" else inner.type
            if effect.kind == "add":
                self.expect(inner, INT)
            done.targets.append((place, self.check(value, scope, wanted)))
        return done

    def shuffle(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        source = self.check(effect.source, scope) if effect.source is not None else None
        zone = (
            source.type.item if source is not None and source.type.kind == "list" else source.type if source else None
        )
        if source is not None and zone is not None and zone.kind not in ("zone", "unknown"):
            self.error("wrong-type", f"{an(source.type)} cannot be shuffled", source.pos.span)
        elif source is not None and source.op == "zone" and not source.value.ordered:
            self.error(
                "wrong-type",
                f"{source.pos.text} has no order to shuffle",
                source.pos.span,
                "declare it with pile of instead of holds",
            )
        return CheckedEffect("shuffle", source=source)

    def reveal(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        amount = effect.amount.value if effect.amount else None
        typed = self.check(amount, scope) if amount is not None else None
        to = self.check(effect.to, scope) if effect.to is not None else None
        if to is not None and not (fits(to.type, PLAYER) or fits(to.type, list_of(PLAYER))):
            self.error("wrong-type", f"things are revealed to players, not to {an(to.type)}", to.pos.span)
        if typed is None:
            return CheckedEffect("list", to=to)
        if typed.type.kind == "card":
            return CheckedEffect("card", typed, to=to, reveals=True)
        listed = as_list(typed)
        item = listed.type.item if listed.type.kind == "list" else listed.type
        if item is not None and item.kind in ("card", "unknown"):
            return CheckedEffect("list", listed, to=to, reveals=True)
        if (typed.args[1] if typed.op == "map" else typed).op != "variable":
            message = f"{typed.pos.text} is neither cards nor a number that lies on the table"
            self.error("wrong-type", message, typed.pos.span, "reveal cards or a variable; say anything else")
        return CheckedEffect("numbers", typed, to=to)

    def say(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        source = self.check(effect.source, scope) if effect.source is not None else None
        if source is not None and present(source.type).kind in ("zone", "group", "list", "none"):
            message = f"{an(source.type)} cannot be said: say a number, a player, a card or a thing"
            self.error("wrong-type", message, source.pos.span, "write reveal to show cards or numbers")
        return CheckedEffect("say", source=source)

    def end(self, effect: m.Effect, scope: Scope, around: list[m.Sentence]) -> CheckedEffect:
        done = CheckedEffect("end")
        if effect.winner is not None:
            found = self.check(effect.winner, scope)
            done.winner = self.expect(found, list_of(PLAYER) if found.type.kind == "list" else PLAYER)
        if effect.target in ("game", "turn"):
            return done
        for sentence in reversed(around):
            if sentence.words == effect.target:
                done.end = sentence
                return done
        names = ["game", "turn", *(sentence.words for sentence in around if sentence.words)]
        message, hint = f"no step '{effect.target}' is around this one", f"known here: {', '.join(names)}"
        self.unknown("unknown-step", message, effect, effect.target, names, hint)
        return done

    def unknown(
        self, code: str, message: str, effect: m.Effect, word: str, known: Iterable[str], hint: str = ""
    ) -> None:
        """An unknown word after the verb."""
        span, instead = effect.target_span or effect.span, "{}" if effect.target_span else ""
        self.problems.add(unknown(code, message, span, word, known, hint, instead=instead))

    def run(self, effect: m.Effect, scope: Scope) -> CheckedEffect:
        done = CheckedEffect("run")
        if effect.action not in self.actions:
            message = f"there is no action '{effect.action}'"
            self.unknown("unknown-action", message, effect, effect.action, self.actions)
            done.gives = [(Local(name, UNKNOWN), Local(mine, UNKNOWN)) for name, mine, _ in effect.gives]
            return done
        done.action = self.action(effect.action)
        if done.action is None:
            return done
        given = {argument.name: argument for argument in effect.arguments}
        missing = [local for local in done.action.params if local.name not in given]
        if missing:
            names = ", ".join(local.name for local in missing)
            whole = ", ".join(f"{_with_parameters(local)}: ..." for local in missing)
            message = f"'{effect.action}' needs {names}"
            self.error("missing-argument", message, effect.span, f"write with: {{{whole}}}")
        for local in done.action.params:
            if local.name in given:
                self.argument(done, local, given.pop(local.name), scope)
        for argument in given.values():
            message, known = f"'{effect.action}' has no parameter {argument.name}", [p.name for p in done.action.params]
            self.problems.add(unknown("unknown-name", message, argument.span, argument.name, known, instead=""))
        for name, mine, span in effect.gives:
            result = done.action.gives.get(name)
            if result is None:
                message = f"'{effect.action}' does not give {name}"
                self.problems.add(unknown("unknown-name", message, span, name, done.action.gives, instead=""))
                continue
            local = Local(mine, result.type)
            self.symbols.bind(scope, local, span)
            done.gives.append((result, local))
        return done

    def argument(self, done: CheckedEffect, local: Local, argument: m.Argument, scope: Scope) -> None:
        if len(argument.params) != len(local.params):
            self.error("wrong-arguments", f"{local.name} is about {len(local.params)} things here", argument.span)
            return
        bound = [Local(name, kind) for name, kind in zip(argument.params, local.params, strict=True)]
        inner = scope.child()
        for name in bound:
            inner.put(name)
        value = self.check(argument.value, inner)
        if local.kind == "place" and value.type.kind != "unknown" and not self.assignable(value):
            self.error(
                "not-changeable",
                f"{local.name} must be a number that can be changed",
                argument.value.pos.span,
                "give a variable",
            )
        wanted = value.type if local.kind == "zone" and value.type.kind == "zone" else local.type
        done.arguments.append((local, bound, self.expect(value, wanted)))


def _with_parameters(local: Local) -> str:
    """The name of a parameter, as it is written under `with`: offer(p) where it is about a player."""
    letters = ", ".join(str(kind)[0] for kind in local.params)
    return f"{local.name}({letters})" if letters else local.name
