"""Lower loops and `end`: `for` and `while`, or basic blocks if somebody decides or something ends inside."""

from __future__ import annotations

from collections.abc import Callable

from ...base.diagnostics import mistake
from ...check.checked import Checked, CheckedEnd, walk, walk_all
from ...check.types import PLAYER, Local, Typed
from ...language import model as m
from .. import ir
from ..fold import make
from .decisions import Frame
from .expressions import Expressions
from .layout import CHOOSER, Env, kind_name
from .numbers import Locals
from .positions import Positions
from .quantifiers import holds_once
from .teams import whole_teams
from .writer import Bounds, number_of


def asks(sentence: m.Sentence) -> bool:
    """Whether a sentence itself asks somebody to decide."""
    decision = sentence.decision
    return bool(sentence.menu) or (decision is not None and decision.kind != "random")


class Cuts:
    """Decides which sentences must be cut into basic blocks, once for each."""

    def __init__(self, checked: Checked) -> None:
        self.rules = checked.ruleset
        self.cuts: dict[m.Sentence, bool] = {}
        self.events = [*self.rules.whenever, *(e for sn in walk_all(self.rules) for e in sn.whenever)]

    def is_cut(self, sentence: m.Sentence) -> bool:
        """Whether a decision, turns or an `end` may happen inside a sentence."""
        if sentence not in self.cuts:
            seen = {sentence: None}  # an action may be run again by what happens in it
            waiting = [sentence]
            while waiting:
                for inner in walk([waiting.pop()]):
                    beside = self.related_sentences(inner)
                    if self.cuts_itself(inner) or any(self.cuts.get(one) for one in (inner, *beside)):
                        self.cuts[sentence] = True
                        return True
                    beside = [one for one in beside if one not in seen and one not in self.cuts]
                    seen |= dict.fromkeys(beside)
                    waiting += beside
            self.cuts |= dict.fromkeys(seen, False)
        return self.cuts[sentence]

    @staticmethod
    def cuts_itself(sentence: m.Sentence) -> bool:
        turns = sentence.loop is not None and sentence.loop.kind == "turns"
        return asks(sentence) or turns or isinstance(sentence.effect, m.End)

    def related_sentences(self, sentence: m.Sentence) -> list[m.Sentence]:
        """The sentences of a step's events, and of the actions that it runs."""
        events = [e.sentence for e in self.events if sentence.words and e.target == sentence.words]
        effect = sentence.effect
        actions = effect.actions if isinstance(effect, m.Run) else []
        return [*events, *(self.rules.actions[words].sentence for words in actions)]


class Loops:
    """Writes loops and the effect `end`; `one_pass` writes the body of a pass.

    `after`: the block after each cut sentence; `running`: those after the turns being written, the inner one last.
    """

    def __init__(self, expressions: Expressions, locals_: Locals, one_pass: Callable[[Frame], None]) -> None:
        self.lower, self.listed, self.ranges = expressions.lower, expressions.as_items, expressions.ranges
        self.limit_repetitions = expressions.limit_repetitions
        self.chosen_list = expressions.quantifiers.chosen_list
        self.layout, self.writer = expressions.layout, expressions.writer
        self.locals, self.one_pass = locals_, one_pass
        self.positions = Positions(self.layout, self.writer)
        self.after: dict[m.Sentence, int] = {}
        self.running: list[int] = []

    def exit_on(self, frame: Frame, exit_block: int) -> None:
        """Leave a cut loop when an `until` condition holds; for an outermost loop that is why the game ends."""
        sentence, writer = frame.sentence, self.writer
        for typed, condition in zip(frame.checked.until, sentence.until, strict=True):
            onward, leave = writer.block(), writer.block()
            self.until([condition])
            writer.end_with("branch", self.lower(typed, frame.env), leave, onward)
            writer.go(leave)
            if self.ends_the_game(sentence):
                self.store_end_reason(condition.words or sentence.words)
            writer.end_with("goto", exit_block)
            writer.go(onward)

    def until(self, conditions: list[m.Condition]) -> None:
        """Announce the test of `until` conditions, for counting and messages."""
        if conditions:
            words = " or ".join(c.words for c in conditions if c.words)
            self.writer.condition(words, conditions[0].span, "until")

    def as_chooser(self, local: Local, env: Env) -> None:
        if local.type == PLAYER:
            env[CHOOSER] = env[local]

    # -- for each

    def lower_each(self, frame: Frame) -> None:
        choice, env, writer = frame.checked.choice, frame.env, self.writer
        assert choice is not None
        local = choice.binders[0][0]
        if len(choice.binders) > 1:
            hint = "put one loop into the other"
            raise mistake("wrong-shape", "for each takes one name", choice.pos.span, hint=hint)
        listed = self.chosen_list(choice, env)
        bounds = self.ranges.item_bounds(listed)
        if not frame.cut:
            self.each_inside(frame, local, listed, bounds)
            return
        exit_block = writer.block()
        items = self.layout.add_list(f"the {local.name}s of a loop", kind=kind_name(local.type))
        position = self.layout.add_int("position in a loop", 0, self.ranges.most_items(listed))
        writer.write("store", items, listed)
        writer.write("set", position, 0, 0)
        head, onward = writer.block(), writer.block()
        writer.lead_to(head)
        self.exit_on(frame, exit_block)
        writer.end_with("branch", ["lt", ["var", position], ["size", items]], onward, exit_block)
        writer.go(onward)
        item = ["nth", ["cards", items], ["var", position], 0]
        writer.assign(self.locals.bind(local, env, True, bounds), item)
        writer.write("set", position, 0, ["add", ["var", position], 1])
        self.as_chooser(local, env)
        self.one_pass(frame)
        writer.end_with("goto", head)
        writer.go(exit_block)

    def each_inside(self, frame: Frame, local: Local, listed: ir.Expr, bounds: Bounds | None) -> None:
        """Write an `each` loop without decisions; once an `until` condition holds, the remaining passes do nothing."""
        sentence, writer = frame.sentence, self.writer
        done = [self.lower(typed, frame.env) for typed in frame.checked.until]
        register = self.locals.bind(local, frame.env, False, bounds)
        self.as_chooser(local, frame.env)
        with writer.inside() as body:
            self.one_pass(frame)
        if done:
            with writer.inside() as asked:
                self.until(sentence.until)
            body = [*asked, ["if", make("or", *done), [], body]]
        self.go_through(frame, register, listed, body)
        for condition, holds in zip(sentence.until, done, strict=True) if self.ends_the_game(sentence) else ():
            with writer.inside() as told:
                self.store_end_reason(condition.words or sentence.words)
            writer.write("if", holds, told, [])

    def go_through(self, frame: Frame, register: ir.Expr, listed: ir.Expr, body: list[ir.Stmt]) -> None:
        """Write a loop over a list without decisions."""
        self.writer.write("for", register, listed, body)
        self.ranges.refuse_too_long(self.ranges.least_done(self.writer.out[-1:]), "this loop", frame.sentence.span)

    # -- turns

    def turns(self, frame: Frame) -> None:
        checked, env, writer = frame.checked, frame.env, self.writer
        choice, exit_block = checked.choice, writer.block()
        assert choice is not None and checked.round is not None
        local, source = choice.binders[0]
        listed = self.lower(source, env)
        order = self.layout.add_list(f"the order of {local.name}s")
        position = self.layout.add_int("turn in the round", 0, self.layout.players)
        skipped = self.layout.add_int("seats passed over", 0, self.layout.players)
        place = self.locals.bind(local, env, True, self.ranges.item_bounds(listed))
        rounds = self.locals.bind(checked.round, env, True, (0, 1_000_000))
        writer.write("store", order, listed)
        for slot in (position, rounds[1], skipped):
            writer.write("set", slot, 0, 0)
        writer.write("set", place[1], 0, ["nth", ["cards", order], 0, 0])
        head, start, next_turn = writer.block(), writer.block(), writer.block()
        writer.lead_to(head)
        # counted here, so that `until` reads the round and the position of the turn that would come
        writer.write("if", ["eq", ["var", position], 0], [["set", rounds[1], 0, ["add", rounds, 1]]], [])
        if not self.running:
            seat = place if checked.following is not None else ["nth", ["cards", order], ["var", position], 0]
            self.positions.count(seat)
        self.exit_on(frame, exit_block)
        writer.end_with("branch", ["eq", ["size", order], 0], exit_block, start)
        writer.go(start)
        self.as_chooser(local, env)
        if checked.following is None:
            writer.assign(place, ["nth", ["cards", order], ["var", position], 0])
        writer.write("set", position, 0, ["mod", ["add", ["var", position], 1], ["most", ["size", order], 1], 0])
        if choice.where is not None:
            self.pass_over(frame, self.lower(choice.where, env), order, skipped, next_turn)
        if not self.running:
            writer.write("set", ir.TURNS, 0, ["add", ["var", ir.TURNS], 1])
            writer.emit("turn", place, rounds)
        self.running.append(next_turn)
        self.one_pass(frame)
        self.running.pop()
        writer.lead_to(next_turn)
        if checked.following is not None:
            writer.assign(place, self.lower(checked.following, env))
        writer.end_with("goto", head)
        writer.go(exit_block)

    def pass_over(self, frame: Frame, condition: ir.Expr, order: int, skipped: int, next_turn: int) -> None:
        """Skip the turns for which a condition does not hold; fail if it holds for nobody."""
        writer = self.writer
        take, skip = writer.branch(condition)
        writer.go(skip)
        message = writer.message("nobody can take a turn", frame.sentence.span)
        writer.write("if", ["ge", ["var", skipped], ["size", order]], [["fail", message]], [])
        writer.write("set", skipped, 0, ["add", ["var", skipped], 1])
        writer.end_with("goto", next_turn)
        writer.go(take)
        writer.write("set", skipped, 0, 0)

    # -- repeat, until

    def repeat(self, frame: Frame) -> None:
        sentence, checked, writer = frame.sentence, frame.checked, self.writer
        endless = f"'{sentence.words or 'this loop'}' never ends"
        message = writer.message(endless, sentence.span)
        times = self.times(frame)
        if not frame.cut:
            self.repeat_inside(frame, times, message)
            return
        left = -1
        if times is not None:
            left = self.count_down(times)
            writer.write("set", left, 0, times)
        exit_block, head = writer.block(), writer.block()
        writer.lead_to(head)
        self.exit_on(frame, exit_block)
        if checked.times is not None:
            onward = writer.block()
            writer.end_with("branch", ["gt", ["var", left], 0], onward, exit_block)
            writer.go(onward)
            writer.write("set", left, 0, ["sub", ["var", left], 1])
        self.one_pass(frame)
        writer.end_with("goto", head)
        writer.go(exit_block)

    def times(self, frame: Frame) -> ir.Expr:
        """The number of repetitions; None if not given."""
        typed = frame.checked.times
        if typed is None:
            return None
        times = self.lower(typed, frame.env)
        self.layout.at_least_none(times, typed, "a step cannot be repeated {} times")
        return self.limit_repetitions(times, typed, "a step is repeated {} times here")

    def repeat_inside(self, frame: Frame, times: ir.Expr, message: int) -> None:
        """Write a `repeat` loop without decisions."""
        checked, writer = frame.checked, self.writer
        if times is not None and not checked.until:
            register = writer.register("pass")
            with writer.inside() as body:
                self.one_pass(frame)
            self.go_through(frame, register, ["range", 1, times], body)
            return
        going = make("not", make("or", *(self.lower(t, frame.env) for t in checked.until)))
        with writer.inside() as body:
            if times is not None:
                left = self.count_down(times)
                going = make("and", ["gt", ["var", left], 0], going)
                writer.write("set", left, 0, ["sub", ["var", left], 1])
            self.one_pass(frame)
        if times is not None:
            writer.write("set", left, 0, times)
        self.until(frame.sentence.until)
        writer.write("while", going, body, message)

    def count_down(self, times: ir.Expr) -> int:
        """A slot for the number of passes that are left."""
        low, high = self.ranges.bounds(times) or (0, 1 << 20)
        return self.layout.add_int("passes left", min(0, low), max(0, high))

    # -- end

    def end(self, done: CheckedEnd, env: Env) -> None:
        """Jump behind what ends; statements written after that are unreachable, and get a block of their own."""
        writer = self.writer
        words = writer.reason_words
        if done.sentence is not None:
            if self.ends_the_game(done.sentence):
                self.store_end_reason(words)
            writer.write("goto", self.after[done.sentence])
        elif done.turn:
            if not self.running:
                hint = (
                    "only turns: has turns to end; elsewhere write end: game, or end: with the words of an outer step"
                )
                raise mistake("no-turn", "there is no turn here to end", done.span, hint)
            writer.write("goto", self.running[-1])
        else:
            if done.winner is not None:
                self.name_winners(done.winner, env)
            self.store_end_reason(words)
            writer.write("over")
        writer.go(writer.block())

    def name_winners(self, winner: Typed, env: Env) -> None:
        """Store the winners, each once; `winner: none` and an empty list become ir.NOBODY."""
        slot, listed = self.layout.winners, winner.type.kind == "list"
        found = self.listed(winner, env) if winner.op != "none" else ir.NOBODY
        if self.layout.checked.ruleset.teams and winner.op != "none":
            found = whole_teams(winner, found, self.layout, self.writer)
        elif listed and not holds_once(winner):
            found = ["distinct", found]
        self.writer.write("store", slot, found)
        if listed and not winner.type.some:
            self.writer.write("if", ["size", slot], [], [["store", slot, ir.NOBODY]])

    def store_end_reason(self, words: str) -> None:
        """Store the reason for the game's end, should it end now."""
        self.writer.write("set", ir.REASON, 0, number_of(words, self.writer.reasons))

    def ends_the_game(self, sentence: m.Sentence) -> bool:
        """Whether nobody decides anything after this phase, so that its end is the reason for the game's end."""
        phases = self.layout.checked.ruleset.phases
        if sentence not in phases:
            return False
        later = walk(phases[phases.index(sentence) + 1 :])
        return not any(asks(part) or isinstance(part.effect, m.Run) for part in later)
