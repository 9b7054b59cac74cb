"""Flow -> basic blocks of the intermediate representation, for a fixed number of players and options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...base.diagnostics import Diagnostic, RulesetError
from ...check.checked import Checked, CheckedSentence, walk, walk_all
from ...check.types import BOOL, PLAYER, Local, Type
from ...language import model as m
from .. import ir
from ..fold import make
from .choices import Choices
from .expressions import CHOOSER, Closure, Env
from .layout import MOST_VALUES

Then = Callable[[], None]
TURN = "turn"


class Flow(Choices):
    """Lowers sentences; `out` is the statement list being written, `body` the block it belongs to."""

    def __init__(self, checked: Checked, players: int, chosen: dict[str, Any]) -> None:
        super().__init__(checked, players, chosen)
        self.cuts: dict[m.Sentence, bool] = {}
        self.cutting = False
        self.ends: dict[m.Sentence, int] = {}
        self.turn_ends: list[int] = []
        self.around: list[m.Event] = list(checked.ruleset.whenever)
        self.depth = 0
        self.event_names: Env = {}
        self.kept: dict[m.Always, int] = {}
        self.changed = changed_locals(checked)
        self.all_events = [*checked.ruleset.whenever, *(e for sn in walk_all(checked.ruleset) for e in sn.whenever)]

    # -- blocks

    def block(self, node: int = -1) -> int:
        self.blocks.append(ir.Block(len(self.blocks), [], node))
        if len(self.blocks) > 20_000:
            raise RulesetError(
                [Diagnostic("too-large", "this game needs more than 20,000 blocks", self.checked.ruleset.span)]
            )
        return len(self.blocks) - 1

    def go(self, block: int) -> None:
        """Goes on writing in this block."""
        self.out = self.blocks[block].body

    def end_with(self, *terminator: Any) -> None:
        if not self.out or self.out[-1][0] not in ir.TERMINATORS:
            self.out.append(list(terminator))

    def inside(self, write: Then) -> list[ir.Stmt]:
        """The statements that `write` writes, as a list of their own."""
        saved, self.out = self.out, []
        write()
        found, self.out = self.out, saved
        return found

    def node(self, words: str, kind: str, rule: list[str], span: Any) -> int:
        self.nodes.append(ir.Node(words, kind, rule, span.file, span.line))
        return len(self.nodes) - 1

    def entered(self, card: Any, to: Any) -> None:
        """The events that watch the zone a card has just entered."""
        for event in list(self.around):
            if event.kind != "enters" or event.zone is None:
                continue
            zone = self.checked.exprs[id(event.zone)]
            if self.entering is not None and zone.value.name not in self.entering:
                continue
            if self.is_cut(event.sentence):
                hint = "write a step after the moves that may lead to it"
                raise RulesetError(
                    [Diagnostic("event-decides", "nobody can decide in the middle of a move", event.span, hint=hint)]
                )
            env: Env = {
                key: value for key, value in self.event_names.items() if key == CHOOSER or key in self.turn_locals
            }
            env[self.checked.entering[event]] = card
            watched = self.lower(zone, env)
            self.around.remove(event)
            body = self.inside(lambda: self.sentence(event.sentence, env))  # noqa: B023
            self.around.append(event)
            if to == watched:
                self.out += body
            elif not isinstance(to, int) or not isinstance(watched, int):
                self.out.append(["if", ["eq", to, watched], body, []])

    # -- what must be cut into blocks

    def is_cut(self, sentence: m.Sentence) -> bool:
        """True if a decision or an `end` may happen inside."""
        if sentence not in self.cuts:
            self.cuts[sentence] = False
            self.cuts[sentence] = any(self.cuts_itself(inner) for inner in walk([sentence]))
        return self.cuts[sentence]

    def cuts_itself(self, sentence: m.Sentence) -> bool:
        decision, effect = sentence.decision, sentence.effect
        if sentence.menu or (decision is not None and decision.kind != "random"):
            return True
        if sentence.words and any(
            event.target == sentence.words and self.is_cut(event.sentence) for event in self.all_events
        ):
            return True
        if effect is None:
            return False
        return effect.kind == "end" or (
            effect.kind == "run" and self.is_cut(self.checked.ruleset.actions[effect.action].sentence)
        )

    def choose_branch(self, cut: bool, condition: Any, then: Then, other: Then) -> None:
        """if condition: then else: other."""
        if isinstance(condition, int):
            (then if condition else other)()
            return
        if not cut:
            yes, no = self.inside(then), self.inside(other)
            if yes or no:
                self.out.append(["if", condition, yes, no])
            return
        first, second, after = self.block(), self.block(), self.block()
        self.end_with("branch", condition, first, second)
        for block, write in ((first, then), (second, other)):
            self.go(block)
            write()
            self.end_with("goto", after)
        self.go(after)

    # -- names

    def bind(self, local: Local, env: Env, persistent: bool, bounds: tuple[int, int] | None = None) -> Any:
        """A place for a local: a register, or a slot where it must outlive a decision."""
        place = self.new_place(local, persistent, bounds)
        env[local] = self.held[local] = place
        return place

    def new_place(self, local: Local, persistent: bool, bounds: tuple[int, int] | None) -> Any:
        if local.type.kind == "list":
            return ["cards", self.add_list(local.name)] if persistent else self.register(local.name)
        if bounds is None:
            bounds = self.type_bounds(local.type)
        if not persistent:
            return self.register(local.name, bounds)
        low, high = bounds or (-(1 << 30), 1 << 30)
        if local.type.kind == "maybe":
            low = min(low, self.none(local.type))
        return ["var", self.add_int(local.name, low, high, kind=self.kind_name(local.type))]

    def assign(self, place: Any, value: Any) -> None:
        if isinstance(place, str):
            self.out.append(["let", place, value])
        elif place[0] == "cards":
            self.out.append(["store", place[1], value])
        else:
            self.out.append(["set", place[1], place[2] if len(place) > 2 else 0, value])

    # -- steps

    def steps(self, steps: m.Steps, env: Env) -> None:
        cutting, shown = self.cutting, self.shown
        self.cutting = any(self.is_cut(step) for step in steps)
        for step in steps:
            self.with_events(step, env)
        self.cutting, self.shown = cutting, shown

    def with_events(self, sentence: m.Sentence, env: Env) -> None:
        """The sentence with the events before and after it; for a loop they surround each pass."""
        if sentence.loop is None:
            self.happen("before", sentence.words, env)
        self.sentence(sentence, env)
        if sentence.loop is None:
            self.happen("after", sentence.words, env)

    def happen(self, kind: str, words: str, env: Env) -> None:
        for always, slot in self.kept.items():
            if words and kind == "after" and always.at == f"after {words}":
                self.out.append(["set", slot, 0, self.lower(self.checked.exprs[id(always.expr)], {})])
        for event in list(self.around) if words else []:
            if event.kind == kind and event.target == words:
                self.around.remove(event)
                self.sentence(event.sentence, dict(env))
                self.around.append(event)

    def sentence(self, sentence: m.Sentence, env: Env, picked: Any = None, chosen: bool = False) -> None:
        checked = self.checked.sentences[sentence]
        cut = self.is_cut(sentence)
        inner = dict(env)
        self.event_names = inner
        self.depth += 1
        around_node = self.current_node
        if self.depth > 60:
            raise RulesetError([Diagnostic("too-deep", "steps are nested too deeply", sentence.span)])
        node = self.begin(sentence, cut)
        for local in checked.exports:
            keep = self.cutting or cut
            place = self.bind(local, inner, keep, self.export_bounds(sentence, local))
            if (sentence.when or sentence.decision) and local.type.kind in ("list", "maybe"):
                self.assign(place, ["items"] if local.type.kind == "list" else self.none(local.type))
        self.remember(checked, inner, cut)
        condition = 1 if chosen else make("and", *(self.lower(t, inner) for t in checked.when))
        after = self.block() if cut else -1
        if cut:
            self.ends[sentence] = after
        events = self.around
        self.around = [*sentence.whenever, *self.around]
        self.choose_branch(
            cut,
            condition,
            lambda: self.loop(sentence, checked, inner, node, cut, picked),
            lambda: self.steps(sentence.otherwise or [], dict(inner)),
        )
        self.around = events
        if cut:
            self.end_with("goto", after)
            self.go(after)
        for local in checked.exports:
            env[local] = inner[local]
        self.current_node = around_node
        self.depth -= 1

    def begin(self, sentence: m.Sentence, cut: bool) -> int:
        """Marks the beginning of a named step; a cut one begins a block of its own."""
        if not sentence.words and not sentence.rule:
            return self.current_node
        node = self.node(sentence.words, "step", sentence.rule, sentence.span)
        if cut:
            block = self.block(node)
            self.end_with("goto", block)
            self.go(block)
        self.out.append(["emit", "step", node])
        self.current_node = node
        return node

    def export_bounds(self, sentence: m.Sentence, local: Local) -> tuple[int, int] | None:
        for item in sentence.remember:
            if item.name == local.name:
                typed = next(t for loc, t, _ in self.checked.sentences[sentence].remember if loc is local)
                return None if typed is None else self.remembered_bounds(item, local)
        return None

    def remember(self, checked: CheckedSentence, env: Env, cut: bool) -> None:
        for local, typed, item in checked.remember:
            value: Any
            self.hidden[local] = self.hidden_in(typed)
            bounds = self.remembered_bounds(item, local)
            if typed is not None:
                value = self.lower(typed, env, local.type)
                changes = local in self.changed
                bounds = bounds if changes else self.bounds(value) or bounds
                if changes and local.type.kind == "int" and bounds is None:
                    raise RulesetError(
                        [
                            Diagnostic(
                                "no-range",
                                f"how large can {local.name} get?",
                                item.span,
                                hint=f"write {local.name}: 0..100, it begins with the first number",
                            )
                        ]
                    )
            elif local.type.kind == "int":
                assert bounds is not None
                value = bounds[0]
            else:
                value = self.none(local.type)
            if local in env:
                self.assign(env[local], value)
            else:
                self.assign(self.bind(local, env, cut, bounds), value)

    def remembered_bounds(self, item: m.Remembered, local: Local) -> tuple[int, int] | None:
        typed = self.checked.exprs.get(id(item.initial))
        if typed is not None and typed.op == "range" and local.type.kind == "int":
            low, high = (self.bounds(self.lower(a, {})) for a in typed.args)
            if low and high:
                return low[0], high[1]
        return self.type_bounds(local.type)

    # -- loops

    def loop(self, sentence: m.Sentence, checked: CheckedSentence, env: Env, node: int, cut: bool, picked: Any) -> None:
        loop = sentence.loop
        if loop is None:
            self.happening(sentence, checked, env, node, picked)
        elif loop.kind == "each":
            self.each(sentence, checked, env, node, cut)
        elif loop.kind == "turns":
            self.turns(sentence, checked, env, node)
        elif loop.kind == "together":
            self.together(sentence, checked, env, node)
        else:
            self.repeat(sentence, checked, env, node, cut)

    def one_pass(self, sentence: m.Sentence, checked: CheckedSentence, env: Env, node: int) -> None:
        self.happen("before", sentence.words, env)
        self.happening(sentence, checked, dict(env), node)
        self.happen("after", sentence.words, env)

    def exit_on(self, checked: CheckedSentence, sentence: m.Sentence, env: Env, exit_block: int) -> None:
        """Leaves a cut loop where one of its `until` conditions holds; an outermost one is the reason of the end."""
        for typed, condition in zip(checked.until, sentence.until, strict=True):
            onward, leave = self.block(), self.block()
            self.end_with("branch", self.lower(typed, env), leave, onward)
            self.go(leave)
            if self.ends_the_game(sentence):
                self.out.append(["set", ir.REASON, 0, self.reason(condition.words or sentence.words)])
            self.end_with("goto", exit_block)
            self.go(onward)

    def each(self, sentence: m.Sentence, checked: CheckedSentence, env: Env, node: int, cut: bool) -> None:
        choice = checked.choice
        assert choice is not None
        local = choice.binders[0][0]
        if len(choice.binders) > 1:
            raise RulesetError(
                [
                    Diagnostic(
                        "wrong-shape", "for each takes one name", choice.pos.span, hint="put one loop into the other"
                    )
                ]
            )
        listed = self.chosen_list(choice, env)
        bounds = self.item_bounds(listed)
        if not cut and not checked.until:
            register = self.bind(local, env, False, bounds)
            self.as_chooser(local, env)
            body = self.inside(lambda: self.one_pass(sentence, checked, env, node))
            self.out.append(["for", register, listed, body])
            return
        exit_block = self.block()
        items, position = (
            self.add_list(f"the {local.name}s of a loop"),
            self.add_int("position in a loop", 0, self.most_items(listed)),
        )
        self.out += [["store", items, listed], ["set", position, 0, 0]]
        head, onward = self.block(), self.block()
        self.end_with("goto", head)
        self.go(head)
        self.exit_on(checked, sentence, env, exit_block)
        self.end_with("branch", ["lt", ["var", position], ["size", items]], onward, exit_block)
        self.go(onward)
        self.assign(self.bind(local, env, True, bounds), ["nth", ["cards", items], ["var", position], 0])
        self.out.append(["set", position, 0, ["add", ["var", position], 1]])
        self.as_chooser(local, env)
        self.one_pass(sentence, checked, env, node)
        self.end_with("goto", head)
        self.go(exit_block)

    def as_chooser(self, local: Local, env: Env) -> None:
        if local.type == PLAYER:
            env[CHOOSER] = env[local]

    def turns(self, sentence: m.Sentence, checked: CheckedSentence, env: Env, node: int) -> None:
        choice, exit_block = checked.choice, self.block()
        assert choice is not None and checked.round is not None
        local, source = choice.binders[0]
        listed = self.lower(source, env)
        order, position = (
            self.add_list(f"the order of {local.name}s"),
            self.add_int("turn in the round", 0, self.players),
        )
        skipped = self.add_int("seats passed over", 0, self.players)
        place = self.bind(local, env, True, self.item_bounds(listed))
        rounds = self.bind(checked.round, env, True, (0, 1_000_000))
        self.out += [
            ["store", order, listed],
            ["set", position, 0, 0],
            ["set", rounds[1], 0, 0],
            ["set", skipped, 0, 0],
        ]
        self.out.append(["set", place[1], 0, ["nth", ["cards", order], 0, 0]])
        head, start, next_turn = self.block(), self.block(), self.block()
        self.end_with("goto", head)
        self.go(head)
        # counted here, so that `until` reads the round of the turn that would come
        self.out.append(["if", ["eq", ["var", position], 0], [["set", rounds[1], 0, ["add", rounds, 1]]], []])
        self.exit_on(checked, sentence, env, exit_block)
        self.end_with("branch", ["eq", ["size", order], 0], exit_block, start)
        self.go(start)
        self.as_chooser(local, env)
        if checked.following is None:
            self.assign(place, ["nth", ["cards", order], ["var", position], 0])
        self.out.append(["set", position, 0, ["mod", ["add", ["var", position], 1], ["most", ["size", order], 1], 0]])
        if choice.where is not None:
            take, skip = self.block(), self.block()
            self.end_with("branch", self.lower(choice.where, env), take, skip)
            self.go(skip)
            message = self.message_at("nobody can take a turn", sentence.span)
            self.out.append(["if", ["ge", ["var", skipped], ["size", order]], [["fail", message]], []])
            self.out.append(["set", skipped, 0, ["add", ["var", skipped], 1]])
            self.end_with("goto", next_turn)
            self.go(take)
            self.out.append(["set", skipped, 0, 0])
        if not self.turn_ends:
            self.out.append(["set", ir.TURNS, 0, ["add", ["var", ir.TURNS], 1]])
            self.emit("turn", place, rounds)
        self.turn_ends.append(next_turn)
        self.one_pass(sentence, checked, env, node)
        self.turn_ends.pop()
        self.end_with("goto", next_turn)
        self.go(next_turn)
        if checked.following is not None:
            self.assign(place, self.lower(checked.following, env))
        self.end_with("goto", head)
        self.go(exit_block)

    def repeat(self, sentence: m.Sentence, checked: CheckedSentence, env: Env, node: int, cut: bool) -> None:
        left: Any = None
        message = self.message_at(f"'{sentence.words or 'this loop'}' does not come to an end", sentence.span)
        if checked.times is not None:
            times = self.lower(checked.times, env)
            self.at_least_none(times, checked.times, "something cannot be done {} times")
            if isinstance(times, int) and times > MOST_VALUES:
                text = f"something is done {times:,} times here; {MOST_VALUES:,} is the most"
                raise RulesetError([self.wrong("too-large", text, checked.times)])
            bounds = self.bounds(times) or (0, 1 << 20)
            if not cut:
                register = self.register("pass")
                body = self.inside(lambda: self.one_pass(sentence, checked, env, node))
                if not checked.until:
                    self.out.append(["for", register, ["range", 1, times], body])
                    return
                raise RulesetError(
                    [Diagnostic("wrong-shape", "repeat and until go together only around a decision", sentence.span)]
                )
            left = self.add_int("passes left", min(0, bounds[0]), max(0, bounds[1]))
            self.out.append(["set", left, 0, times])
        if not cut:
            until = make("or", *(self.lower(t, env) for t in checked.until))
            body = self.inside(lambda: self.one_pass(sentence, checked, env, node))
            self.out.append(["while", make("not", until), body, message])
            return
        exit_block, head = self.block(), self.block()
        self.end_with("goto", head)
        self.go(head)
        self.exit_on(checked, sentence, env, exit_block)
        if left is not None:
            onward = self.block()
            self.end_with("branch", ["gt", ["var", left], 0], onward, exit_block)
            self.go(onward)
            self.out.append(["set", left, 0, ["sub", ["var", left], 1]])
        self.one_pass(sentence, checked, env, node)
        self.end_with("goto", head)
        self.go(exit_block)

    # -- actions

    def run(self, effect: m.Effect, sentence: m.Sentence, env: Env) -> None:
        """An action's sentence in this place: it sees its parameters, the turn's player and the game's names."""
        checked = self.checked.sentences[sentence].effect
        assert checked is not None and checked.action is not None
        inner: Env = {key: value for key, value in env.items() if key == CHOOSER or key in self.turn_locals}
        decides = self.checked.sentences[sentence].by
        if decides is not None:
            inner[CHOOSER] = self.lower(decides, env)
        for local, bound, value in checked.arguments:
            if local.kind in ("formula", "place", "zone"):
                inner[local] = Closure(bound, value, dict(env))
                continue
            lowered = self.lower(value, env, local.type)
            if isinstance(lowered, int) or (isinstance(lowered, list) and lowered[0] in ("var",) and len(lowered) == 2):
                inner[local] = lowered
            else:
                self.assign(self.bind(local, inner, self.is_cut(sentence), self.bounds(lowered)), lowered)
        self.with_events(checked.action.action.sentence, inner)
        for result, mine in checked.gives:
            if mine not in env:
                self.bind(mine, env, True, self.place_bounds(self.held[result]))
            self.assign(env[mine], self.held[result])

    def place_bounds(self, place: Any) -> tuple[int, int] | None:
        return self.bounds(place) if not isinstance(place, list) or place[0] == "var" else None

    def option_body(self, body: m.Sentence, env: Env, picked: Any) -> None:
        if body.loop is None:
            self.happen("before", body.words, env)
        self.sentence(body, env, picked, True)
        if body.loop is None:
            self.happen("after", body.words, env)

    def after_end(self) -> None:
        """What is written after an `end` is never reached: it goes into a block of its own."""
        self.go(self.block())

    # -- the whole game

    def game(self, identity: str, hashed: str) -> ir.Program:
        rules = self.checked.ruleset
        self.go(self.block())
        for always in rules.always:
            if always.at.startswith("after "):
                self.kept[always] = self.add_int(always.words, 0, 1)
                self.firsts.append((self.kept[always], 1))
        for slot, first in self.firsts:
            if first:
                self.out.append(["set", slot, 0, first])
        for name, supply in self.supplies.items():
            self.out.append(["set", self.boxes[name], 0, supply])
        self.starting_values()
        self.steps(rules.setup, {})
        self.started = self.block()
        self.end_with("goto", self.started)
        self.go(self.started)
        self.steps(rules.phases, {})
        self.end_with("over")
        self.finish()
        score = self.judge("score", rules.score)
        payoff = self.judge("payoff", rules.payoff) if rules.payoff is not None else ""
        ranking = [(self.judge(f"rank {i + 1}", r.value), r.most) for i, r in enumerate(rules.winner)]
        invariants = []
        for number, always in enumerate(rules.always):
            name = f"always {number + 1}"
            kept = self.kept.get(always)
            holds = ["var", kept] if kept is not None else self.lower(self.checked.exprs[id(always.expr)], {})
            if always.at == "the end":
                holds = make("or", ["ge", ["var", ir.PC], 0], holds)
            self.functions[name] = ir.Function(name, [], holds)
            invariants.append((always.words, name))
        options = dict(self.settings)
        return ir.Program(
            ruleset=identity,
            game=rules.game,
            hash=hashed,
            players=self.players,
            options=options,
            ints=self.ints,
            lists=self.lists,
            tables=self.tables,
            functions=self.functions,
            blocks=self.blocks,
            sites=self.sites,
            groups=self.groups,
            nodes=self.nodes,
            messages=self.messages,
            reasons=self.reasons,
            cards=self.cards,
            attributes=self.attributes,
            names=self.names,
            kinds=self.kinds,
            zones=self.zones,
            winners=self.winners,
            score=score,
            ranking=ranking or [(score, True)],
            payoff=payoff,
            invariants=invariants,
            started=self.started,
        )

    def starting_values(self) -> None:
        """Sets every variable to what it starts with; tokens come from the box."""
        taken: dict[str, int] = {}
        for slot, typed, env, kind in self.initial:
            value, at = self.lower(typed, env, kind), self.ints[slot]
            self.out.append(["set", slot, 0, value])
            if at.token and isinstance(value, int) and value < 0:
                message = f"{at.declared} cannot start with {value} {at.token}s"
                raise RulesetError([Diagnostic("out-of-range", message, self.written(typed), hint="Write 0 or more.")])
            if at.token:
                self.out.append(["set", self.boxes[at.token], 0, ["sub", ["var", self.boxes[at.token]], ["var", slot]]])
                taken[at.token] = taken.get(at.token, 0) + (value if isinstance(value, int) else 0)
                supply = self.supplies[at.token]
                if taken[at.token] > supply:
                    message = f"with {self.players} players this takes more than the {supply} {at.token}s there are"
                    raise RulesetError([Diagnostic("conserved", message, typed.pos.span)])
            elif isinstance(value, int) and at.kind == "int" and not at.low <= value <= at.high:
                message = f"{at.declared} goes from {at.low} to {at.high}, it cannot start with {value}"
                raise RulesetError([Diagnostic("out-of-range", message, self.written(typed))])

    def judge(self, name: str, expr: Any) -> str:
        register = self.register("player", (0, self.players - 1))
        body = self.lower(self.checked.exprs[id(expr)], {self.checked.player: register}) if expr is not None else 0
        self.functions[name] = ir.Function(name, [register], body)
        return name

    def finish(self) -> None:
        """Every block ends; the reason of the end is the last loop's condition, or that all phases are done."""
        for block in self.blocks:
            if not block.body or block.body[-1][0] not in ir.TERMINATORS:
                block.body.append(["over"])


def changed_locals(checked: Checked) -> set[Local]:
    """The remembered names that are set or added to somewhere."""
    found = set()
    for sentence in walk_all(checked.ruleset):
        part = checked.sentences.get(sentence)
        if part is not None and part.effect is not None:
            places = [target for target, _ in part.effect.targets]
            if part.effect.form == "tokens":
                places += [place for place in (part.effect.source, part.effect.to) if place is not None]
            found |= {place.value for place in places if place.op == "local"}
    return found


def lower(checked: Checked, players: int, chosen: dict[str, Any], identity: str, hashed: str) -> ir.Program:
    """The program of a checked ruleset. Raises RulesetError for what only shows with these players and options."""
    return Flow(checked, players, chosen).game(identity, hashed)


__all__ = ["BOOL", "Type", "lower", "changed_locals"]
