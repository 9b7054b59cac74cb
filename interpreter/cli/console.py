"""The console: output, progress, and errors as messages with exit codes."""

from __future__ import annotations

import contextlib
import gc
import os
import re
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click

from ..base.tables import Document
from .line_wrapping import cut_line, fit_text, width_of

YES, NO, CANNOT, INTERRUPTED = 0, 1, 2, 130
OUTPUT = "the output cannot be written"

F = TypeVar("F", bound=Callable[..., Any])


def output(text: str = "") -> None:
    """Print a line of the result to stdout. Raises OSError if it cannot be written."""
    try:
        click.echo(text)
    except OSError as error:
        error.filename = error.filename or OUTPUT
        raise


def say(text: str | Document) -> None:
    """Print a result for people, as `output`; on a terminal it is made to fit."""
    output(fit_text(text, width_of(sys.stdout)))


def print_result(result: str | Document) -> None:
    """Print a result: a document for people as `say`, data as it is."""
    if isinstance(result, Document):
        say(result)
    else:
        output(result)


def progress(text: str = "") -> None:
    """Print a line that is not part of the result to stderr; on a terminal it is made to fit."""
    click.echo(fit_text(text, width_of(sys.stderr)), err=True)


class StatusLine:
    """The progress of some work, on stderr: a line that changes on a terminal, else a new line every ten seconds."""

    def __init__(self, pause: float = 0.1) -> None:
        self.live = sys.stderr.isatty()
        self.pause = pause if self.live else 10.0
        self.started = self.last = time.monotonic()
        self.width = 0

    def due(self) -> bool:
        """Whether it is time to write again."""
        return time.monotonic() - self.last >= self.pause

    def write(self, text: str) -> None:
        """Rewrite the line."""
        self.last = time.monotonic()
        if self.live:
            text = cut_line(text, width_of(sys.stderr))
            self.width = max(self.width, len(text))
            click.echo("\r" + text.ljust(self.width), nl=False, err=True)
        else:
            progress(text)

    @property
    def seconds(self) -> float:
        """The seconds since the work began."""
        return time.monotonic() - self.started

    def count(self, number: int, what: str) -> None:
        """Write the count so far and its speed, when it is time to."""
        if self.due():
            self.write(f"{number:,} {what} so far, {number / max(self.seconds, 1e-6):,.0f} a second")

    def __enter__(self) -> StatusLine:
        return self

    def __exit__(self, *error: object) -> None:
        """Clear the line."""
        if self.width:
            click.echo("\r" + " " * self.width + "\r", nl=False, err=True)


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Pause Python's garbage collector, for work that makes many objects but hardly any cycles.

    What is kept of a long game would be searched again and again, and each decision cost more the longer the game is.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def usable_cores() -> int:
    """The number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def duration(seconds: float) -> str:
    """A time in words: 8 s, 2 min 05 s, 1 h 10 min."""
    whole = int(seconds + 0.5)
    if whole < 60:
        return f"{whole} s"
    return f"{whole // 60} min {whole % 60:02} s" if whole < 3600 else f"{whole // 3600} h {whole % 3600 // 60:02} min"


def is_terminal() -> bool:
    """Whether people read stdout as it is written."""
    return sys.stdout.isatty()


def has_colour() -> bool:
    """Whether stdout may have colour: only on a terminal, and not with NO_COLOR set."""
    return is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def program() -> str:
    """The command that started this program, for commands that people can copy: `stammtisch`, `python cli.py` ..."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return "python -m stammtisch"
    if started.suffix == ".py":
        return f"python {sys.argv[0]}"
    found = shutil.which("stammtisch")
    return "stammtisch" if found is None or Path(found).resolve() == started.resolve() else sys.argv[0]


def starting_words() -> list[str]:
    """The words that start this program once more: itself where it is one file, else this Python and what it runs."""
    if getattr(sys, "frozen", False):
        return [sys.executable]
    start = Path(sys.argv[0])  # from a checkout that is not installed only its cli.py finds the program
    return [sys.executable, *([str(start.resolve())] if start.name == "cli.py" else ["-m", "stammtisch"])]


def lenient_streams() -> None:
    """Replace characters that a terminal or pipe cannot carry, instead of ending the program.

    Input that was closed is empty, output that was closed goes nowhere.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # it stays open to the end
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def refuse(error: click.ClickException) -> int:
    """Print one line about a wrong command line, or the help if it is empty; return the exit code."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        progress(error.format_message())
        return CANNOT
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else program()
    message = _in_words(error.format_message().rstrip("."))
    progress(f"{command}: {message[:1].lower()}{message[1:]} ({command} --help explains)")
    return CANNOT


def _in_words(message: str) -> str:
    """The mistake of a number on the command line, in the words of messages."""
    message = re.sub(r" is not a valid integer( range)?$", " is not a whole number", message)
    message = re.sub(r"(-?\d+) is not in the range x>=(\d+)$", r"\1 is too small, the least is \2", message)
    return re.sub(r"(-?\d+) is not in the range (\d+)<=x<=(\d+)$", r"\1 is not from \2 to \3", message)


def fail(error: BaseException) -> int:
    """Print an error for people on stderr; return the exit code for it."""
    from ..base.diagnostics import RulesetError
    from ..base.errors import ChoiceError, GameError, UsageError

    if isinstance(error, KeyboardInterrupt | click.Abort):
        progress("Interrupted.")
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        # whoever read the output has left; nothing more may be written, not even at the end of the process
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CANNOT
    if isinstance(error, RulesetError):
        return _ruleset_error(error)
    if isinstance(error, GameError):
        progress(f"The game cannot go on: {error}")
        return NO
    if isinstance(error, UsageError | ChoiceError):
        progress(str(error))
        return CANNOT
    if isinstance(error, OSError):
        name = error.filename if error.filename is not None else "a file"
        cannot = "" if name == OUTPUT else " cannot be read or written"
        progress(f"{name}{cannot}: {(error.strerror or str(error)).lower()}")
        return CANNOT
    frame = traceback.extract_tb(error.__traceback__)[-1:]
    place = f" ({Path(frame[0].filename).name}:{frame[0].lineno})" if frame else ""
    told = f"{type(error).__name__}: {error}{place}"
    progress(f"A mistake in Stammtisch itself, not in your files: {told}. Please report it.")
    return CANNOT


def _ruleset_error(error: Any) -> int:
    """Print the mistakes of a ruleset; return 2 if it does not exist, else 1."""
    named = [d for d in error.diagnostics if d.code.startswith("unknown-") and not os.path.isfile(d.span.file)]
    if named and len(named) == len(error.diagnostics):
        for diagnostic in named:
            progress(f"{diagnostic.message}. {diagnostic.hint}")
        return CANNOT
    from ..base.diagnostics import render

    colour = sys.stderr.isatty() and has_colour()
    progress(render(error.diagnostics, error.sources, colour, width_of(sys.stderr)))
    return NO
