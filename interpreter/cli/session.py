"""A game at one terminal: show it, ask people, let bots decide, and never lose it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

from ..base.captions import caption_in
from ..base.display_names import Wording
from ..base.errors import GameError, UsageError
from ..base.languages.catalogues import ENGLISH, mark
from ..bots.bot_seats import BotSeats
from ..bots.by_name import HUMAN, bot, timed_bot
from ..bots.search import ITERATIONS
from ..game.failures import place
from ..game.state import State
from ..program.options import Option, asked_text
from ..program.wording import fill
from ..records.undo import undo_last
from ..seats import phrases, render
from ..seats.offers import group_by_reason, offered_once, option_text, option_texts, refusal_texts
from ..seats.perception.events import perception_of
from ..seats.phrases.event_lines import win_text
from ..seats.phrases.symbols import add_symbols, colouring
from ..seats.running_game import game_wording
from ..seats.score_text import ranking_texts, standing_texts
from ..seats.view import view
from ..seats.visibility import ONLOOKER
from . import answers, hints
from .autosave import Keeper
from .console import CANNOT, INTERRUPTED, NO, YES
from .rule_files import RuleFiles
from .signals import Terminated, hold_signals, ignore_signals, raise_on_signals
from .terminal import Terminal

PATIENCE = 0.5  # seconds that a signal waits for a choice to be saved
MOST_LINES = 12
COMMANDS = {
    "?": mark("this help"),
    mark("why OPTION"): mark("why something cannot be chosen; `why` alone: everything that cannot"),
    "log": mark("what you have seen so far"),
    "table": mark("what lies on the table now"),
    "hint": mark("your best options, from a search that knows no more than you do"),
    "score": mark("how the scores stand and where they come from, as far as you know"),
    "undo": mark("take back your last decision, as long as nobody has learned anything from it"),
    "reload": mark("continue under the rules as you have changed them, as far as your choices fit"),
    mark("save FILE"): mark("save a copy of the game as it is now; every choice is saved anyway"),
    "quit": mark("leave; the game can be resumed"),
}
ABOUT_BOTS = {
    "perfect": mark("{players}: perfect, which has worked out the whole game."),
    "expert": mark("{players}: {bot}, which has learned this game by playing against itself."),
    "search": mark("{players}: {bot}, which plays {number} games out in its head for each choice."),
}
WORDS = ("?", "help", "why", "hint", "log", "table", "score", "undo", "reload", "save", "quit")


@dataclass(slots=True)
class Question:
    """A decision as a seat is asked it: options in an order that reveals nothing, words, texts shown, numbers."""

    seat: int
    site: int
    name: str
    options: list[Option]
    texts: list[str]
    shown: list[str]
    labels: list[int]


class Departure(Exception):
    """The player leaves the game before its end; with the exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Session:
    """One game at the terminal.

    seats: who sits where, HUMAN or the name of a bot each; think: how many seconds a bot that searches, or a hint, may
    take, None: as many iterations as its name says; language: of what people read; most is the number of decisions
    after which the game counts as endless; keeper keeps the game in a file. Afterwards `state` is how far the game got.
    """

    def __init__(
        self,
        state: State,
        seats: list[str],
        terminal: Terminal,
        most: int,
        keeper: Keeper,
        think: float | None = None,
        language: str = ENGLISH,
    ) -> None:
        self.seats, self.terminal, self.most, self.think, self.language = seats, terminal, most, think, language
        self.people = [seat for seat, kind in enumerate(seats) if kind == HUMAN]
        self.begin(state, keeper)

    def begin(self, state: State, keeper: Keeper) -> None:
        """Take a game at its current state, kept in a file."""
        self.state, self.keeper = state, keeper
        self.rules = RuleFiles(keeper.recorder.header) if keeper.recorder is not None and self.people else None
        self.looks = state.game.looks.in_language(self.language)
        self.wording = self.looks.wording.with_players(state.game.program.names["player"])
        self.say = self.wording.say
        self.keeper.wording, self.terminal.at_the_end = self.wording, self.say("(end of input)")
        self.names = [self.wording.player(seat) for seat in range(len(self.seats))]
        tokens = {slot.token for slot in state.game.program.ints}
        self.tinted = colouring(self.looks, tokens) if self.terminal.colour else str
        self.bots = self.seat_bots()
        self.holder = self.people[0] if len(self.people) == 1 else None
        readers = [ONLOOKER, *range(state.game.players)]
        self.shown = dict.fromkeys(readers, 0)
        self.told: dict[int, list[tuple[int, str]]] = {reader: [] for reader in readers}
        self.tables: dict[int, list[str]] = {}

    def seat_bots(self) -> BotSeats:
        """The bots, at the current state of the game."""
        bots = [
            None if kind == HUMAN else timed_bot(kind, self.think) if self.think else bot(kind) for kind in self.seats
        ]
        return BotSeats(bots, self.state)

    # -- the course of the game

    def run(self) -> int:
        """Play to the end; return the exit code: 0 finished or left, 1 failed or endless, 2 no answers, 130 Ctrl-C."""
        with raise_on_signals():
            try:
                self.terminal.write(opening_line(self.state, self.wording))
                for line in opponent_lines(self.seats, self.wording):
                    self.terminal.write(line)
                self.terminal.note(self.keeper.opening_note())
                while not self.state.over:
                    if self.state.decisions >= self.most:
                        self.leave(
                            self.say(
                                "After {number} decisions the game is not over: it counts as endless.", number=self.most
                            )
                        )
                        return NO
                    self.step()
                self.finish()
                return YES
            except KeyboardInterrupt:
                with ignore_signals():
                    self.leave(("\n" if self.terminal.screen else "") + self.say("Interrupted."))
                return INTERRUPTED
            except Terminated as stopped:
                with ignore_signals():
                    self.leave(self.say("The program was asked to stop."))
                return stopped.code
            except GameError as error:
                self.report_failure(error)
                return NO
            except Departure as left:
                return left.code
            except OSError as error:
                if self.people:
                    why = (error.strerror or str(error)).lower()
                    self.leave(self.say("The output has ended: {why}.", why=why))
                else:
                    # the seed makes the same game again, and nobody waits for it
                    self.keeper.discard()
                raise
            finally:
                with hold_signals():
                    self.keeper.close()

    def step(self) -> None:
        """Make one decision, by whoever has the screen if that player is among those who decide now."""
        sites = dict(self.state.sites())
        seat = self.due()
        if seat not in self.people:
            with (
                self.terminal.meanwhile(self.say("{player} thinks ...", player=self.names[seat]))
                if self.bots.thinks(seat)
                else nullcontext()
            ):
                position = self.bots.choose(self.state, seat)
            self.choose(position, seat)
            if not self.people:
                self.show_news(ONLOOKER)
            return
        question = self.question(seat, sites[seat])
        if len(question.options) == 1 == len(self.state.option_numbers(seat, question.site)):
            self.queue_message(seat, self.say("There was only one option for {player}:", player=self.names[seat]))
            self.choose(question.options[0], seat)
        else:
            self.ask(question)

    def due(self) -> int:
        """The seat that decides next."""
        sites = dict(self.state.sites())
        return self.holder if self.holder in sites else next(iter(sites))

    def choose(self, option: Option | int, seat: int) -> None:
        """Make a choice and save it before anything of it is shown; a signal comes before it if it takes long."""
        with hold_signals(PATIENCE):
            try:
                self.state.choose(option, seat)
            except GameError as error:
                self.keeper.fail(error, option, seat)
                raise
            self.keep()

    def keep(self) -> None:
        """Update the saved file to the state of the game."""
        trouble = self.keeper.keep(self.state)
        if trouble:
            self.terminal.note(trouble)

    def report_failure(self, error: GameError) -> None:
        """Print where the rules failed; the state is still the one before the decision that led there."""
        where, nodes = "", self.state.game.program.nodes
        if 0 <= error.node < len(nodes):
            node = nodes[error.node]
            if f"{Path(node.file).name}:{node.line}" not in str(error):
                where = f"{place(self.state.game.program, error.node)}: "
        # it would fail again, unless a person chooses differently
        why = f"{where}{error}"
        words = self.say("The game cannot go on: {why}", why=why)
        self.leave(words, stuck=self.state.over or self.due() not in self.people)

    # -- what people see

    def queue_message(self, seat: int, text: str) -> None:
        """Queue a message for one seat, shown when it next has the screen."""
        self.told[seat].append((self.events_seen(seat), text))

    def events_seen(self, reader: int) -> int:
        """The number of events that a seat has seen."""
        return len(perception_of(self.state, reader).log.events)

    def show_news(self, reader: int) -> None:
        """Show what a seat has seen since it last looked; ONLOOKER sees what everybody sees."""
        first, told, program = self.shown[reader], self.told[reader], self.state.game.program
        events = self.state.seen(reader, first)
        for position, text in [*told, (first + len(events), "")]:
            fresh = events[self.shown[reader] - first : max(0, position - first)]
            worth = add_symbols(phrases.events_to_show(program, fresh, self.looks.table.out_of_log), self.looks)
            for line in phrases.event_texts(worth, self.wording):
                self.terminal.write(self.tinted(line))
            if text:
                self.terminal.write(text)
            self.shown[reader] = max(self.shown[reader], position)
        told.clear()

    def hand_over(self, seat: int) -> None:
        """Hand the screen to another player, cleared of everything that this one may not see."""
        if seat == self.holder:
            return
        self.terminal.wipe()
        self.holder = None
        self.terminal.heading(self.say("{player} is next; the others look away.", player=self.names[seat]))
        self.terminal.wait(self.say("Press Enter, {player}.", player=self.names[seat]) + " ")
        self.holder = seat

    def show_table(self, seat: int, always: bool = False) -> None:
        width = min(self.terminal.width, render.WIDTH)
        shown = add_symbols(view(self.state, seat), self.looks)
        lines = render.table_of(shown, self.wording, width, self.looks.table)
        if always or lines != self.tables.get(seat):
            self.terminal.write()
            for line in lines:
                self.terminal.write(self.tinted(line))
        self.tables[seat] = lines

    def question(self, seat: int, site: int) -> Question:
        numbers = offered_once(self.state, seat)
        options = [self.state.option(site, number) for number in numbers]
        words = option_texts(self.state, site, numbers, seat, self.wording)
        texts = [words[number] for number in numbers]
        program = self.state.game.program
        asks = self.wording.name(program.sites[site].asks)
        name = asked_text(fill(program, self.wording.step(program.sites[site].words), self.wording), asks)
        dressed_words = option_texts(self.state, site, numbers, seat, self.wording, self.looks)
        shown = [dressed_words[number] for number in numbers]
        labels = answers.labels(texts, [option.kind for option in options])
        return Question(seat, site, name, options, texts, shown, labels)

    def show_options(self, question: Question) -> None:
        self.terminal.write()
        self.terminal.heading(f"{self.names[question.seat]}, {question.name}:")
        for line in option_lines(question, self.terminal.width if self.terminal.screen else 0):
            self.terminal.write(self.tinted(line))

    # -- asking a person

    def ask(self, question: Question) -> None:
        """Ask until the seat has chosen, or the game has changed by `undo`."""
        seat = question.seat
        self.hand_over(seat)
        self.show_news(seat)
        self.show_table(seat)
        for line in self.rules.news(self.say) if self.rules else ():
            self.terminal.write(line)
        self.show_options(question)
        self.shown[ONLOOKER] = self.events_seen(ONLOOKER)
        while True:
            answer = self.terminal.ask("> ")
            if answer is None:
                self.leave(self.say("There are no more answers."))
                raise Departure(CANNOT)
            if not answer:
                if self.terminal.typed:
                    self.show_options(question)
                continue
            word, _, rest = answer.partition(" ")
            if word.casefold() in WORDS and (not rest or word.casefold() in ("why", "save")):
                if self.command(word.casefold(), rest.strip(), question):
                    return
                continue
            found = answers.match_answer(answer, question.texts, question.labels)
            if found.position is not None:
                self.choose(question.options[found.position], seat)
                return
            self.terminal.write(self.explain_refusal(answer, found.found, question))

    def explain_refusal(self, answer: str, found: list[int], question: Question) -> str:
        """The message for an answer that does not mean exactly one option."""
        if found:
            return answers.which_question(question.texts, found, question.labels, self.wording)
        reasons = refusal_texts(self.state, question.seat, self.wording)
        other = answers.match_answer(answer, [*reasons]).position
        if other is not None:
            text = [*reasons][other]
            return self.say("{option} is not possible: {reason}.", option=text, reason=reasons[text])
        if answer.lstrip("-").isdigit():
            return self.say("There is no option {number}.", number=answer)
        return answers.unknown_answer(answer, question.texts, WORDS, self.wording)

    def command(self, word: str, rest: str, question: Question) -> bool:
        """Carry out a command; return True if the decision has to be asked again."""
        if word in ("?", "help"):
            for line in help_lines(self.wording):
                self.terminal.write(line)
        elif word == "why":
            self.why(rest, question)
        elif word == "log":
            self.shown[question.seat] = 0
            self.show_news(question.seat)
        elif word == "table":
            self.show_table(question.seat, always=True)
        elif word == "hint":
            self.hint(question)
        elif word == "score":
            for line in standing_texts(self.state, question.seat, self.wording):
                self.terminal.write(line)
        elif word == "undo":
            return self.undo(question.seat)
        elif word == "reload":
            return self.reload()
        elif word == "save":
            self.save(rest)
        else:
            self.quit()
        return False

    def hint(self, question: Question) -> None:
        texts = {option.number: text for option, text in zip(question.options, question.texts, strict=True)}
        try:
            with self.terminal.meanwhile(self.say("Looking ahead ...")):
                found = hints.hint_texts(self.state, question.seat, texts, self.think, self.wording)
        except UsageError as error:
            found = [f"{caption_in(error.args[0], self.wording)}."]
        for line in found:
            self.terminal.write(line)

    def why(self, answer: str, question: Question) -> None:
        reasons, texts = refusal_texts(self.state, question.seat, self.wording), question.texts
        if not answer:
            for reason, several in group_by_reason(reasons).items():
                self.terminal.write(f"{self.wording.join(several)}: {reason}.")
            if not reasons:
                self.terminal.write(self.say("Nothing is refused here: these are all the options."))
            return
        offer = answers.match_answer(answer, texts, question.labels)
        others = [*reasons]
        other = answers.match_answer(answer, others)
        if offer.exact or (offer.found and not other.exact):
            self.terminal.write(
                self.say("{options}: you may choose this.", options=self.wording.join([texts[i] for i in offer.found]))
            )
        elif other.found:
            for i in other.found:
                self.terminal.write(f"{others[i]}: {reasons[others[i]]}.")
        else:
            self.terminal.write(answers.unknown_answer(answer, [*texts, *others], wording=self.wording))

    def undo(self, seat: int) -> bool:
        before, reason = undo_last(self.state, seat)
        if before is None:
            self.terminal.write(
                self.say("This cannot be taken back: {reason}.", reason=self.say(caption_in(reason, self.wording)))
            )
            return False
        link = next(link for link in reversed(self.state.choices()) if link.seat == seat and link.count > 1)
        text = option_text(before, link.site, link.number, seat, self.wording)
        self.state = before
        for reader, shown in self.shown.items():
            length = len(perception_of(before, reader).log.events)
            self.shown[reader] = min(shown, length)
            self.told[reader] = [entry for entry in self.told[reader] if entry[0] <= length]
        with hold_signals():
            self.keep()
        self.terminal.write(self.say("Taken back: {choice}", choice=text))
        return True

    def reload(self) -> bool:
        try:
            assert self.rules is not None
            state, keeper, lines = self.rules.carry_over(self.keeper, self.seats, self.say)
        except UsageError as error:
            self.terminal.write(caption_in(error.args[0], self.wording))
            return False
        self.begin(state, keeper)
        for line in lines:
            self.terminal.write(line)
        return True

    # -- leaving

    def save(self, name: str) -> None:
        if not name:
            saved = self.say("Every choice is saved as soon as it is made.")
            self.terminal.write(f"{saved}\n{self.keeper.where()}")
            return
        path = Path(name).expanduser()
        try:
            self.keeper.copy(path, self.seats)
        except UsageError as error:
            why = caption_in(error.args[0], self.wording)
            self.terminal.write(self.say("{why}. The game is not saved there: choose another name.", why=why))
            return
        saved = self.say("Saved as it stands now: {file}", file=path)
        again = self.say("To come back to this point: {command}", command=self.keeper.resume(path))
        self.terminal.write(f"{saved}\n{again}")

    def quit(self) -> None:
        while True:
            yes, no = self.say("yes"), self.say("no")
            answer = self.terminal.ask(self.say("Keep the game, to resume it later? yes or no") + " > ")
            if answer is None or yes.startswith(answer.casefold()):
                self.leave(self.say("Goodbye."))
                raise Departure(YES)
            if no.startswith(answer.casefold()):
                with hold_signals():
                    self.keeper.discard()
                kept = self.keeper.recorder is not None
                seed = self.say("The game is not kept; its seed is {seed}.", seed=self.state.seed)
                words = self.keeper.where() if kept else seed
                self.terminal.write(" ".join([self.say("Goodbye."), words]))
                raise Departure(YES)

    def leave(self, words: str, stuck: bool = False) -> None:
        """Print that the game is left, and how to resume it or, if it is stuck, how to see its course."""
        with suppress(OSError):
            # perhaps nobody can read it any more
            self.terminal.note(f"{words}\n{self.keeper.where(stuck)}")

    # -- the end

    def finish(self) -> None:
        """Show the last news and the result to everybody."""
        if len(self.people) > 1 and self.holder is not None:
            self.terminal.wipe()
        reader = self.people[0] if len(self.people) == 1 else ONLOOKER
        self.show_news(reader)
        self.terminal.write()
        for line in result_lines(self.state, self.wording, ranking_texts(self.state, self.wording, reader)):
            self.terminal.write(line)
        with hold_signals():
            kept = self.keeper.finish()
        if kept is not None:
            self.terminal.note(self.say("The game is kept in {file}; `replay` shows it again.", file=kept))


def opening_line(state: State, wording: Wording) -> str:
    """The first line: the game, how many play, and the seed."""
    return wording.say_count(
        "{game}: {number} player, seed {seed}",
        "{game}: {number} players, seed {seed}",
        state.game.players,
        game=state.game.name,
        seed=state.seed,
    )


def opponent_lines(seats: Sequence[str], wording: Wording) -> list[str]:
    """Which bots that look ahead people play against, a line each."""
    lines = []
    for kind in dict.fromkeys(seats) if HUMAN in seats else ():
        word, _, number = kind.partition(":")
        if word in ABOUT_BOTS:
            players = wording.join([wording.player(seat) for seat, one in enumerate(seats) if one == kind])
            games = wording.number(int(number or ITERATIONS))
            lines.append(wording.say(ABOUT_BOTS[word], players=players, bot=kind, number=games))
    return lines


def option_lines(question: Question, width: int) -> list[str]:
    """The numbered options; many of them in columns, as far as the width of a screen allows."""
    wide = max(len(str(number)) for number in question.labels)
    lines = [
        f"{number:>{wide + 2}}" + ("" if text == str(number) else f"  {text}")
        for number, text in zip(question.labels, question.shown, strict=True)
    ]
    widest = max(map(len, lines)) + 2
    columns = max(1, width // widest) if len(lines) > MOST_LINES else 1
    rows = -(-len(lines) // columns)
    return ["".join(line.ljust(widest) for line in lines[row::rows]).rstrip() for row in range(rows)]


def help_lines(wording: Wording) -> list[str]:
    """What can be typed at a decision."""
    about = wording.say("Type the number of an option, or its words, or how they begin. You can also type:")
    return [about, *(f"  {wording.say(name):<12}{wording.say(meaning)}" for name, meaning in COMMANDS.items())]


def result_lines(state: State, words: Sequence[str] | Wording, ranking: list[str]) -> list[str]:
    """Why the game ended, the lines of the ranking, and who has won."""
    wording = game_wording(state.game, words)
    reason = caption_in(state.reason, wording)
    winners, program = state.winners, state.game.program
    won = win_text(winners, program.players, winners in program.teams, wording)
    over = wording.say("The game is over: {reason}.", reason=reason)
    return [over, *ranking, f"{won[:1].upper()}{won[1:]}."]
