"""Requests about scenarios: which there are, how they come out, and one made of a position at a table."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ...base.diagnostics import RulesetError, render
from ...editor.changes.creation import insertion
from ...reading.nodes import Entry, Mapping
from ...reading.source import Source
from ...scenarios.from_game import scenario_of
from ...scenarios.run import ScenarioResult, run
from ...scenarios.scenario_file import entries, file_tested, load_described, reading, scenario_path
from ..jobs import Job, Step
from ..refusals import impossible
from ..studio import Studio
from ..texts import content_of
from .playing import find_table, names_in, tests_of, update_rules

Found = list[dict[str, Any]]


def scenarios(studio: Studio, game: str) -> dict[str, Any]:
    """The scenarios of a game and its variants, without files that cannot be read."""
    found = []
    for path in _files_of(studio, game, None):
        with suppress(RulesetError):
            for entry in _entries(studio, path):
                found.append({"file": studio.folder.name(path), "words": _words(entry), "line": entry.key.span.line})
    return {"scenarios": found}


def run_tests(studio: Studio, game: str, file: str | None = None, words: str | None = None) -> dict[str, Any]:
    """Begin a job that runs the scenarios of a game, or of one file, or one of them by its words."""
    wanted: list[tuple[Path, Entry | RulesetError]] = []
    for path in _files_of(studio, game, file):
        try:
            wanted += [(path, entry) for entry in _entries(studio, path) if words in (None, _words(entry))]
        except RulesetError as error:
            wanted.append((path, error))
    if words is not None and not wanted:
        raise impossible("There is no such scenario any more.")
    return studio.jobs.begin(Job(_run(studio, wanted)))


def _run(studio: Studio, wanted: list[tuple[Path, Entry | RulesetError]]) -> Generator[Step, None, None]:
    """Run scenarios one after another; a file that cannot be read is a failure."""
    found: Found = []
    yield Step(0, len(wanted), _summary(found))
    for path, entry in wanted:
        with studio.files.reading():
            if isinstance(entry, RulesetError):
                name = studio.folder.name(path)
                found.append({"file": name, "words": name, "line": 1} | _mistakes(studio, entry))
            else:
                found.append(_outcome(studio, path, entry))
        yield Step(len(found), len(wanted), _summary(found))


def _summary(found: Found) -> dict[str, Any]:
    passed = sum(one["passed"] for one in found)
    return {"passed": passed, "failed": len(found) - passed, "tests": [*found]}


def _outcome(studio: Studio, path: Path, entry: Entry) -> dict[str, Any]:
    """How a scenario comes out; mistakes in it, or in the game, are its failure."""
    about = {"file": studio.folder.name(path), "words": _words(entry), "line": entry.key.span.line}
    try:
        result = _result(studio, path, entry)
    except RulesetError as error:
        return about | _mistakes(studio, error)
    span = studio.spots.span(result.span) if result.span is not None else None
    message, failure = map(studio.folder.without_root, (result.message, result.failure))
    return about | {"passed": result.is_passed, "message": message, "failure": failure, "span": span}


def _mistakes(studio: Studio, error: RulesetError) -> dict[str, Any]:
    """The outcome of what cannot be read."""
    first = error.diagnostics[0]
    failure = studio.folder.without_root(render(error.diagnostics))
    return {"passed": False, "message": first.message, "failure": failure, "span": studio.spots.span(first.span)}


def _result(studio: Studio, path: Path, entry: Entry) -> ScenarioResult:
    root = load_described(path, "a scenario file", "scenarios")
    analysis = studio.files.analysis(file_tested(path, root))
    if analysis.ruleset is None:
        raise RulesetError(analysis.found)
    return run(reading(analysis.ruleset, root)(entry))


def _files_of(studio: Studio, game: str, file: str | None) -> list[Path]:
    """The files of scenarios of a game, or the one that is asked for."""
    if file is not None:
        return [studio.take(file, None)]
    return studio.files.scenario_files(studio.take(game, None))


def _entries(studio: Studio, path: Path) -> list[Entry]:
    """The scenarios of a file, not read yet. Raises RulesetError."""
    with studio.files.reading():
        return entries(load_described(path, "a scenario file", "scenarios"))


def _words(entry: Entry) -> str:
    return " ".join(entry.key.text.split())


# -- made of a moment of play


def test_from(studio: Studio, table: str, words: str, save: bool = False) -> dict[str, Any]:
    """The moment at which a table is as a scenario, tried so that it passes; with `save` added to the game's file."""
    there = find_table(studio, table)
    update_rules(studio, there)
    if there.rules is not None:
        raise impossible("The rules were changed since this game began. Carry the game over, or begin another one.")
    words = " ".join(words.split())
    if not words:
        raise impossible("Give the test a name that says what it shows.")
    game = Path(there.header["files"][-1])
    path = scenario_path(game)
    root = tests_of(studio, game)
    if root is not None and any(_words(entry) == words for entry in entries(root)):
        raise impossible(f"There is already a test with the name '{words}'.")
    with studio.files.reading():
        path_of_game, *over = map(Path, there.header["files"])
        ruleset = studio.files.analysis(path_of_game, over).ruleset
        assert ruleset is not None  # its rules are those of the game
        lines = scenario_of(ruleset, there.state, words, names_in(root))
    found: dict[str, Any] = {"text": "\n".join(lines) + "\n", "file": studio.folder.name(path)}
    if not save:
        return found
    if len(there.header["files"]) > 2:
        raise impossible("A game with several variants has no file for its tests: copy the text.")
    return found | _save(studio, game, path, root, lines)


def _save(studio: Studio, game: Path, path: Path, root: Mapping | None, lines: list[str]) -> dict[str, Any]:
    """Write a scenario at the end of a file, which begins if it is not there."""
    name = studio.folder.name(path)
    studio.folder.own_path(name)
    if root is None:
        text = f"format: 1\ntests: {game.name}\n\nscenarios:\n\n  " + "\n  ".join(lines) + "\n"
        former = None
    else:
        former = studio.folder.content(name)
        source = Source(str(path), studio.files.text(path))
        change = insertion(root, source, "scenarios", lines[0])
        before = change.text[: change.text.index(lines[0])]
        if "\n" not in before:
            raise impossible(f"The tests in {name} stand in braces: write one below the other, or copy the text.")
        pad = before.rpartition("\n")[2]
        at = source.starts[change.span.line - 1] + change.span.column - 1
        added = change.text.replace(lines[0], f"\n{pad}".join(lines), 1)
        text = f"{source.text[:at]}\n{added}{source.text[at:]}"
    content = content_of(text, former)
    digest = studio.folder.write({name: content})[name]
    studio.files.close(path)
    line = next(number for number, one in enumerate(text.split("\n"), 1) if one.strip() == lines[0])
    return {"line": line, "digest": digest}


REQUESTS = (scenarios, run_tests, test_from)
