"""A game at one terminal: shows it, asks people, lets bots decide, and never loses it."""

from __future__ import annotations

import shlex
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from . import answers, phrases, render, saves
from .bots import bots_stream, random_bot
from .errors import GameError, UsageError
from .explain import candidates
from .game import Option, State
from .sight import ONLOOKER
from .terminal import Terminal
from .trace import Recorder
from .undo import replayed, undone

FINISHED, FAILED, CANNOT, INTERRUPTED = 0, 1, 2, 130
MOST_LINES = 12
COMMANDS = {
    "?": "this help",
    "why OPTION": "why something cannot be chosen; `why` alone: everything that cannot",
    "log": "what you have seen so far",
    "table": "what lies on the table now",
    "undo": "take back your last decision, as long as nobody has learned anything from it",
    "save FILE": "save the game, without FILE under a name of its own",
    "quit": "leave; the game can be saved first",
}
WORDS = ("?", "help", "why", "log", "table", "undo", "save", "quit")


class Left(Exception):
    """The game is left before its end, with an exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@contextmanager
def held() -> Iterator[None]:
    """Lets Ctrl-C wait until the body is done. For the main thread."""
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda *_: came.append(1))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


class Session:
    """One game being played.

    table says who sits where; most is the number of decisions after which the game counts as endless; program is the
    command in advice such as how to go on; file the save this game came from, if any; recorder writes the trace.
    Afterwards `state` is how far the game got.
    """

    def __init__(
        self,
        state: State,
        table: saves.Table,
        terminal: Terminal,
        most: int,
        program: str = "stammtisch",
        file: Path | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self.recorder = recorder
        self.state, self.table, self.terminal, self.most, self.program = state, table, terminal, most, program
        self.names = state.game.program.names["player"]
        self.people = [seat for seat, kind in enumerate(table.seats) if kind == "human"]
        drawn = sum(table.seats[link.seat] != "human" for link in state.choices())
        self.bots = bots_stream(state.seed, drawn)
        self.holder = self.people[0] if len(self.people) == 1 else None
        self.shown = [0] * state.game.players
        self.told: list[list[tuple[int, str]]] = [[] for _ in self.names]
        self.tables: list[list[str]] = [[] for _ in self.names]
        self.files = {file} if file is not None else set()
        self.file = file

    # -- the course of the game

    def run(self) -> int:
        """Plays to the end; the exit code: 0 finished or left, 1 failed or endless, 2 no more answers, 130 Ctrl-C."""
        failure: GameError | None = None
        try:
            while not self.state.over:
                if self.state.decisions >= self.most:
                    self.keep(f"After {self.most} decisions the game is not over: it counts as endless.")
                    return FAILED
                self.step()
            self.finish()
            return FINISHED
        except KeyboardInterrupt:
            self.terminal.write()
            self.keep("Interrupted.")
            return INTERRUPTED
        except GameError as error:
            failure = error
            self.failed(error)
            return FAILED
        except Left as left:
            return left.code
        except OSError as error:
            if self.people:
                self.keep(f"The output has ended: {(error.strerror or str(error)).lower()}.")
            raise
        finally:
            if self.recorder is not None:
                with held():
                    self.recorder.end(self.state, failure)

    def step(self) -> None:
        """One decision, of whoever has the screen if that player is among those who decide now."""
        pending = self.state.pending
        seat = self.holder if self.holder in pending else next(iter(pending))
        decision = pending[seat]
        if seat not in self.people:
            self.choose(random_bot(len(decision.options), self.bots), seat)
            if not self.people:
                self.news(None)
        elif decision.forced:
            self.tell(seat, f"{self.header(decision)}: {self.texts(decision)[0]} (there was no other option)")
            self.choose(0, seat)
        else:
            self.ask(seat, decision)

    def choose(self, position: int, seat: int) -> None:
        with held():
            if self.recorder is not None:
                self.recorder.before(self.state, position, seat)
            self.state.choose(position, seat)

    def failed(self, error: GameError) -> None:
        """Says where the rules failed; the state is still the one before the decision that led there."""
        place = self.state.place(error.node) if error.node >= 0 else ""
        where = "" if not place or str(error).startswith(place) else f"{place}: "
        self.keep(f"The game cannot go on: {where}{error}")

    # -- what people see

    def tell(self, seat: int, text: str) -> None:
        """Something for one seat only, shown when it next has the screen."""
        self.told[seat].append((len(self.state.seen(seat)), text))

    def news(self, reader: int) -> None:
        """What a seat has seen since it last looked; ONLOOKER sees what everybody sees."""
        own = self.told[reader]
        for number, event in enumerate(self.state.seen(reader, self.shown[reader]), self.shown[reader]):
            while own and own[0][0] <= number:
                self.terminal.write(own.pop(0)[1])
            text = phrases.event_text(event, self.names)
            if text:
                self.terminal.write(text)
            self.shown[reader] = number + 1
        while own:
            self.terminal.write(own.pop(0)[1])

    def hand_over(self, seat: int) -> None:
        """Gives the screen to another player, with nothing on it that the one before may not show."""
        if seat == self.holder:
            return
        self.terminal.wipe()
        self.holder = None
        self.terminal.heading(f"{self.names[seat]} is next; the others look away.")
        self.terminal.wait("Press Enter, " + self.names[seat] + ". ")
        self.holder = seat

    def show_table(self, seat: int, always: bool = False) -> None:
        lines = render.table(self.state, seat, self.names)
        if always or lines != self.tables[seat]:
            self.terminal.write()
            for line in lines:
                self.terminal.write(line)
        self.tables[seat] = lines

    def header(self, decision: Decision) -> str:
        return f"{self.names[decision.seat]}, {phrases.fill(self.state.game.program, decision.name)}"

    def texts(self, decision: Decision) -> list[str]:
        return [self.text(decision, option.number) for option in decision.options]

    def text(self, decision: Decision, number: int) -> str:
        return phrases.option_text(self.state, decision.site, number, decision.seat, self.names)

    def show_options(self, decision: Decision, numbers: list[int], texts: list[str]) -> None:
        self.terminal.write()
        self.terminal.heading(self.header(decision) + ":")
        wide = max(len(str(number)) for number in numbers)
        lines = [f"{number:>{wide + 2}}  {text}" for number, text in zip(numbers, texts, strict=True)]
        columns = 1
        if self.terminal.screen and len(lines) > MOST_LINES:
            columns = max(1, self.terminal.width // (max(map(len, lines)) + 2))
        rows = -(-len(lines) // columns)
        width = max(map(len, lines)) + 2
        for row in range(rows):
            self.terminal.write("".join(line.ljust(width) for line in lines[row::rows]).rstrip())

    # -- asking a person

    def ask(self, seat: int, decision: Decision) -> None:
        """Asks until the seat has chosen, or the game has changed by `undo`."""
        self.hand_over(seat)
        self.news(seat)
        self.show_table(seat)
        texts = self.texts(decision)
        numbers = answers.labels(texts, [option.kind for option in decision.options])
        self.show_options(decision, numbers, texts)
        while True:
            answer = self.terminal.ask("> ")
            if answer is None:
                self.keep("There are no more answers.")
                raise Left(CANNOT)
            if not answer:
                if self.terminal.typed:
                    self.show_options(decision, numbers, texts)
                continue
            word, _, rest = answer.partition(" ")
            if word.casefold() in WORDS and (not rest or word.casefold() in ("why", "save")):
                if self.command(word.casefold(), rest.strip(), decision):
                    return
                continue
            found = answers.match(answer, texts, numbers)
            if found.position is None:
                self.terminal.write(self.misunderstood(answer, found.found, decision, texts, numbers))
                continue
            if texts[found.position].casefold() != answer.casefold():
                self.terminal.write(f"{self.names[seat]}: {texts[found.position]}")
            self.choose(found.position, seat)
            return

    def misunderstood(
        self, answer: str, found: list[int], decision: Decision, texts: list[str], numbers: list[int]
    ) -> str:
        """What to say to an answer that does not mean one option."""
        if found:
            return answers.which(texts, found, numbers)
        if answer.lstrip("-").isdigit():
            return f"There is no option {answer}."
        refused = self.refused(decision)
        other = answers.match(answer, [text for text, _ in refused]).position
        if other is not None:
            text, reason = refused[other]
            return f"{text} is not possible: {reason}."
        return answers.unknown(answer, texts, WORDS)

    def command(self, word: str, rest: str, decision: Decision) -> bool:
        """Carries out a command; True if the decision has to be asked anew."""
        if word in ("?", "help"):
            self.help()
        elif word == "why":
            self.why(rest, decision)
        elif word == "log":
            self.shown[decision.seat] = 0
            self.news(decision.seat)
        elif word == "table":
            self.show_table(decision.seat, always=True)
        elif word == "undo":
            return self.undo(decision.seat)
        elif word == "save":
            self.save(rest)
        else:
            self.quit()
        return False

    def help(self) -> None:
        self.terminal.write("Type the number of an option, or its words or their beginning. Besides:")
        for name, meaning in COMMANDS.items():
            self.terminal.write(f"  {name:<12}{meaning}")

    def refused(self, decision: Decision) -> list[tuple[str, str]]:
        """The words of each option that is not offered, and why."""
        offered = {option.number for option in decision.options}
        found = []
        for number in candidates(self.state, decision.site, decision.seat):
            if number not in offered:
                reason = self.state.refusal(number, decision.seat)
                text = self.text(decision, number)
                reason = phrases.fill(self.state.game.program, reason)
                found.append((text, reason or "what has to follow it could then not be done"))
        return list(dict.fromkeys(found))

    def why(self, answer: str, decision: Decision) -> None:
        refused = self.refused(decision)
        if not answer:
            reasons: dict[str, list[str]] = {}
            for text, reason in refused:
                reasons.setdefault(reason, []).append(text)
            for reason, texts in reasons.items():
                self.terminal.write(f"{', '.join(texts)}: {reason}.")
            if not refused:
                self.terminal.write("Nothing is refused here: the options are all there is.")
            return
        texts = self.texts(decision)
        numbers = answers.labels(texts, [option.kind for option in decision.options])
        offered, other = answers.match(answer, texts, numbers), answers.match(answer, [text for text, _ in refused])
        if offered.exact or (offered.found and not other.exact):
            self.terminal.write(f"{', '.join(texts[i] for i in offered.found)}: you may choose this.")
        elif other.found:
            for i in other.found:
                self.terminal.write(f"{refused[i][0]}: {refused[i][1]}.")
        else:
            self.terminal.write(answers.unknown(answer, [*texts, *(text for text, _ in refused)]))

    def undo(self, seat: int) -> bool:
        before, reason = undone(self.state, seat)
        if before is None:
            self.terminal.write(f"This cannot be taken back: {reason}.")
            return False
        link = self.state.choices()[before.decisions]
        text = phrases.option_text(before, link.site, link.number, seat, self.names)
        self.state = before
        self.shown = [min(shown, len(before.log or ())) for shown in self.shown]
        self.terminal.write(f"Taken back: {text}")
        return True

    # -- keeping the game

    def save(self, name: str) -> None:
        try:
            path = self.store(Path(name).expanduser() if name else None)
        except UsageError as error:
            self.terminal.write(f"{error}. The game is not saved: choose another name.")
            return
        self.terminal.write(f"Saved: {path}\n{self.advice(path)}")

    def quit(self) -> None:
        while True:
            answer = self.terminal.ask("Save the game first? yes or no > ")
            if answer is None or "yes".startswith(answer.casefold()):
                self.keep("Goodbye.")
                raise Left(FINISHED)
            if "no".startswith(answer.casefold()):
                self.terminal.write(f"Goodbye. The game is not saved; its seed is {self.state.seed}.")
                raise Left(FINISHED)

    def store(self, path: Path | None) -> Path:
        """Saves the game and returns where; never over a file that holds anything else.

        Raises UsageError if that file cannot be written.
        """
        if path is None:
            path = self.file or saves.free_name(self.state)
        if path not in self.files and path.exists() and not saves.is_earlier(path, self.state):
            raise UsageError(f"{path} exists already and is not a save of this game")
        with held():
            # the choices are the game: played again they make it whole even where Ctrl-C cut something short
            saves.write(path, replayed(self.state.game, self.state.seed, self.state.choices()), self.table)
        self.files.add(path)
        self.file = path
        return path

    def keep(self, words: str) -> None:
        """Saves the game because it is being left, somewhere at least, and says how to go on."""
        folder = Path(tempfile.gettempdir())
        for path in (None, folder / saves.default_name(self.state), folder / f"stammtisch-{self.state.hash[:12]}.json"):
            try:
                kept = self.store(path)
            except UsageError as error:
                words = f"{words} {error}."
                continue
            self.terminal.note(f"{words}\nThe game is saved: {kept}\n{self.advice(kept)}")
            return
        self.terminal.note(f"{words} The game could not be saved anywhere; its seed is {self.state.seed}.")

    def advice(self, path: Path) -> str:
        return f"Go on with: {self.program} play --resume {shlex.quote(str(path))}"

    # -- the end

    def finish(self) -> None:
        """The last news and the result, for everybody."""
        if len(self.people) > 1:
            self.holder = None
        if len(self.people) != 1:
            self.news(None)
        else:
            self.news(self.people[0])
        self.terminal.write()
        for line in result(self.state, self.names):
            self.terminal.write(line)


def result(state: State, names: list[str]) -> list[str]:
    """Why the game ended, the ranking with scores, and who has won."""
    reason = phrases.fill(state.game.program, state.reason)
    ranks, scores = state.ranks, state.scores
    lines = [f"The game is over: {reason}."]
    wide = max(map(len, names))
    for seat in sorted(range(len(names)), key=lambda seat: (ranks[seat], seat)):
        lines.append(f"  {ranks[seat]}. {names[seat]:<{wide}}  {scores[seat]:>4}")
    winners = [names[seat] for seat in state.winners]
    lines.append("Nobody wins." if not winners else f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}.")
    return lines
