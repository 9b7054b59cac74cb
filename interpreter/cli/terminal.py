"""The terminal of a game: output, and answers from a terminal, a pipe, or a list."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator

from .line_wrapping import fit_text, width_of

PAGE = 50
PLAIN_WIDTH = 100
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class Terminal:
    """Writes lines to stdout and reads answers from stdin, or from `answers` (lines with their ends) if given.

    On a terminal the screen can be cleared and, if colour is wanted, headings are bold; elsewhere all is plain text and
    answers are repeated in the output, so that it can be read later.
    """

    def __init__(self, answers: Iterable[str] | None = None, colour: bool = False) -> None:
        self.colour = colour
        self.answers = iter(answers) if answers is not None else None
        self.kept = ""
        # what stands where no answer comes any more
        self.at_the_end = "(end of input)"
        self.screen = sys.stdout.isatty()
        self.typed = answers is None and self.screen and sys.stdin.isatty()
        if self.typed:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  # input() then knows the arrow keys

    @property
    def width(self) -> int:
        """The number of characters in a line."""
        return (self.screen and width_of(sys.stdout)) or PLAIN_WIDTH

    def write(self, text: str = "") -> None:
        """Print a line at once; on a terminal it is broken between words."""
        print(fit_text(text, width_of(sys.stdout)), flush=True)

    def heading(self, text: str) -> None:
        """Print a heading."""
        self.write(f"\x1b[1m{text}\x1b[0m" if self.colour else text)

    @contextlib.contextmanager
    def meanwhile(self, text: str) -> Iterator[None]:
        """Show a text while something takes its time, and remove it afterwards."""
        if not self.screen:
            yield
            return
        print(text, end="", flush=True)
        try:
            yield
        finally:
            print("\r" + " " * len(text) + "\r", end="", flush=True)

    def note(self, text: str) -> None:
        """Print a line about the program, not the game, to stderr."""
        print(fit_text(text, width_of(sys.stderr)), file=sys.stderr, flush=True)

    def ask(self, prompt: str) -> str | None:
        """The next answer without spaces around it; None when there are no more. Raises KeyboardInterrupt on Ctrl-C."""
        if self.typed:
            try:
                return input(prompt).strip()
            except EOFError:
                self.write()
                return None
        print(prompt, end="", flush=True)
        answer = self._next()
        self.write(self.at_the_end if answer is None else answer)
        return answer

    def wait(self, prompt: str) -> None:
        """Wait for Enter. Answers from a list may leave out the empty line for it."""
        if self.typed:
            with contextlib.suppress(EOFError):
                input(prompt)
            return
        self.write(prompt)
        self.kept = self._next() or ""

    def wipe(self) -> None:
        """Make everything shown and typed so far unreadable: clear the screen, or fill a page with empty lines."""
        if "readline" in sys.modules:
            # or the next player could recall these answers with the arrow keys
            sys.modules["readline"].clear_history()
        self.write(CLEAR if self.screen else "\n" * PAGE)

    def _next(self) -> str | None:
        if self.kept:
            kept, self.kept = self.kept, ""
            return kept
        line = next(self.answers, "") if self.answers is not None else sys.stdin.readline()
        return line.strip() if line else None
