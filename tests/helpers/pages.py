"""Blocks of the documentation's pages: YAML is checked and played, commands are run. docs/writing.md says how.

    python tests/helpers/pages.py PAGE...

writes what the commands of a page print into it.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import click
from click.testing import CliRunner

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.paths import ROOT
from helpers.reference import laid_over

from stammtisch.base.diagnostics import Diagnostic
from stammtisch.cli.commandline import group
from stammtisch.front import api
from stammtisch.front.validation import validate_file
from stammtisch.reading import library
from stammtisch.reading.dump import dump
from stammtisch.reading.load import load, load_text
from stammtisch.scenarios.run import run_file

FENCE = re.compile(r"^( *)```([^\n]*)\n(.*?)^\1```[ ]*$", re.M | re.S)


MARK = re.compile(r"<!-- (file|into|in|game|fragment|wrong|not run|run): ([^\n]+?) -->\n\n?\Z")


MOST_DECISIONS = 3000
# how far a command is, which it prints where it takes more than ten seconds
PROGRESS = re.compile(r"^[\d,]+ of [\d,]+ games, .*\n", re.M)


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its mark (kind and what stands behind it), its text and place."""

    language: str
    kind: str
    mark: str
    text: str
    place: str
    start: int
    end: int


def blocks(page: Path) -> list[Block]:
    """Every block of a page, in order. A fence that does not close is an error."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        mark = MARK.search(text, 0, match.start())
        place = f"{page.name}:{text.count(chr(10), 0, match.start()) + 1}"
        kind, name = (mark[1], mark[2]) if mark else ("", "")
        body = "".join(line.removeprefix(match[1]) for line in match[3].splitlines(keepends=True))
        first = re.match(r"# in: ([^\n]+)\n", body)
        if match[2] == "yaml" and first and not kind:
            kind, name = "in", first[1].strip()
        found.append(Block(match[2], kind, name, body, place, match.start(3), match.end(3)))
    assert 2 * len(found) == len(re.findall(r"^ *```", text, re.M)), f"{page.name}: a block does not end"
    return found


def put_sheet(block: Block, folder: Path) -> None:
    """Writes a sheet to its file; the ruleset below it reads it."""
    assert block.kind == "file", f"{block.place}: this sheet has no name"
    file = folder / block.mark
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(block.text, encoding="utf-8")


def check_yaml(block: Block, folder: Path) -> None:
    """Checks a block by its mark; what has none is a whole file, and says so by its first key."""
    if block.kind == "wrong":
        check_wrong(block, folder)
        return
    if block.kind in ("game", "fragment"):
        check_part(block, folder)
        return
    if block.kind in ("file", "into"):
        file = folder / block.mark
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block.text if block.kind == "file" else put_into(file, block.text), encoding="utf-8")
    elif block.kind == "in":
        base = block.mark if block.mark in known() else str(folder / block.mark)
        file = folder / "a variant.yaml"
        file.write_text(f"format: 1\nextends: {base}\n{block.text}", encoding="utf-8")
    else:
        assert not block.kind and block.text.lstrip().startswith(("format:", "#")), f"{block.place}: mark this block"
        assert "format" in load_text(block.text, block.place).entries, f"{block.place}: mark this block"
        file = folder / "a block.yaml"
        file.write_text(block.text, encoding="utf-8")
    check_file(file, block.place)
    if block.kind not in ("file", "into"):
        file.unlink()


def check_file(file: Path, place: str) -> None:
    """A ruleset has no mistakes and no warnings and is played; scenarios pass; settings of an editor can be read."""
    root = load(file)
    if "format" not in root.entries:
        return
    if "tests" in root.entries:
        outcomes = run_file(file)
        failed = [outcome.failure for outcome in outcomes if not outcome.is_passed]
        assert outcomes and failed == [], f"{place}: {failed}"
    else:
        found = [told(problem) for problem in validate_file(file)]
        assert found == [], f"{place}: {found}"
        if "library" not in root.entries:
            play(file)


def check_part(block: Block, folder: Path) -> None:
    """A game that the page is about, which stays until its end, or sections that are laid over it."""
    frame = folder / f"{block.mark}.game"
    if block.kind == "game":
        frame.write_text(block.text, encoding="utf-8")
    fragment = load_text(block.text, block.place)
    root = fragment if block.kind == "game" else laid_over(load(frame), fragment)
    file = folder / "a part.yaml"
    file.write_text(dump(root), encoding="utf-8")
    found = [told(problem) for problem in validate_file(file) if block.kind == "game" or problem.code != "unused"]
    assert found == [], f"{block.place}: {found}"
    play(file)
    file.unlink()


def check_wrong(block: Block, folder: Path) -> None:
    """A wrong example: a whole file, or with a game behind the code (`CODE in GAME`) a change of that game."""
    code, _, base = block.mark.partition(" in ")
    file = folder / "a mistake.yaml"
    file.write_text((f"format: 1\nextends: {base}\n" if base else "") + block.text, encoding="utf-8")
    assert code in [problem.code for problem in validate_file(file)], block.place
    file.unlink()


def told(problem: Diagnostic) -> str:
    return f"{problem.code} {problem.message}"


def put_into(file: Path, text: str) -> str:
    """The text of a file in which each section of the block takes the place of its namesake, or is added at the end."""
    old = file.read_text(encoding="utf-8")
    for section in re.split(r"^(?=\S[^\n]*:)", text, flags=re.M):
        if section.strip():
            name = re.escape(section.split(":")[0])
            namesake = re.compile(rf"^{name}:[^\n]*\n(?:(?:[ #][^\n]*)?\n(?=(?:\n*)[ ]|\S|\n|\Z))*", re.M)
            section = section.rstrip("\n") + "\n"
            found = namesake.search(old)
            if found is not None:
                old = f"{old[: found.start()]}{section}\n{old[found.end() :]}"
            else:
                old = f"{old.rstrip()}\n\n{section}"
    return re.sub(r"\n{3,}", "\n\n", old).rstrip("\n") + "\n"


def known() -> list[str]:
    ids = library.rulesets()
    return [*ids, *(f"{base}/{variant}" for base in ids for variant in library.variants(base))]


def play(file: Path) -> None:
    """A random game with the fewest players, and one with the most unless it is a variant, which takes longer."""
    ruleset = api.load_ruleset(file)
    for players in sorted({ruleset.players[0], ruleset.players[-1]})[: 1 if "extends" in load(file).entries else 2]:
        state, chance = ruleset.game(players).start(seed=players, log=False), Random(players)
        while not state.over:
            seat, site = state.sites()[0]
            state.choose(chance.randrange(len(state.option_numbers(seat, site))), seat)
            assert state.decisions < MOST_DECISIONS
        assert len(state.scores) == players


def commands(block: Block) -> Iterator[tuple[str, str | None]]:
    """The commands of a block, each with what it prints (None where the page shows nothing of it)."""
    if block.language == "sh":
        for line in block.text.splitlines():
            if line.strip() and not line.startswith("#"):
                yield line, None
        return
    for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def run(command: str, folder: Path) -> tuple[int, str]:
    """Runs a command in a folder; its exit code and all it prints."""
    words = shlex.split(command, comments=True)
    if words[0] == "stammtisch" and not re.search(r"[|<>;&$*]", command):
        done = CliRunner().invoke(group, words[1:], standalone_mode=False, prog_name="stammtisch")
        assert done.exception is None or isinstance(done.exception, click.ClickException | SystemExit), done.exception
        return int(done.return_value or done.exit_code), PROGRESS.sub("", done.output)
    program = folder.parent / "bin" / "stammtisch"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{ROOT / "cli.py"}" "$@"\n')
    program.chmod(0o755)
    environment = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
    shell = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    return shell.returncode, PROGRESS.sub("", shell.stdout + shell.stderr)


def same(shown: str, printed: str) -> bool:
    """Whether a command printed what is shown; a line `…` stands for any lines."""
    parts = [re.escape(part) for part in re.split(r"^…\n", shown.rstrip() + "\n", flags=re.M)]
    return re.fullmatch("(?s:.*)".join(parts), printed.rstrip() + "\n" if printed.strip() else "\n") is not None


def check_commands(block: Block, folder: Path) -> None:
    for command, shown in commands(block):
        code, printed = run(command, folder)
        assert "mistake in Stammtisch itself" not in printed, f"{block.place}: {command}\n{printed}"
        if shown is None or "…" in shown.splitlines():
            assert code == 0, f"{block.place}: {command}\n{printed}"
        else:
            assert same(shown, printed), f"{block.place}: {command}\nprints\n{printed}\ninstead of\n{shown}"


def check_read(block: Block) -> None:
    """The commands of a block that is not run: they and their options exist."""
    for command, _ in commands(block):
        words = shlex.split(command, comments=True)
        if words[:1] == ["stammtisch"] and words[1:2] != ["COMMAND"]:
            context = group.make_context("stammtisch", words[1:], resilient_parsing=False)
            found = group.get_command(context, words[1])
            assert found is not None, f"{block.place}: {command}"
            if isinstance(found, click.Group):
                found = found.commands[words.pop(2)]
            found.make_context(words[1], words[2:], parent=context, resilient_parsing=True)
            options = {name for parameter in found.params for name in (*parameter.opts, *parameter.secondary_opts)}
            used = {word.split("=")[0] for word in words[2:] if word.startswith("-") and word != "-"}
            assert used <= options | {"--help", "-h"}, f"{block.place}: {command}: {used - options}"


def renew(page: Path, folder: Path) -> None:
    """Writes into a page what its commands print, where it shows something of it without `…`."""
    text, out, at = page.read_text(encoding="utf-8"), "", 0
    os.chdir(folder)
    sys.argv, os.environ["COLUMNS"] = ["stammtisch"], "100"
    for block in blocks(page):
        if block.language == "yaml" and block.kind in ("file", "into"):
            check_yaml(block, folder)
        if block.language == "csv":
            put_sheet(block, folder)
        if block.language in ("sh", "console") and block.kind != "not run":
            new = ""
            for command, shown in commands(block):
                printed = run(command, folder)[1].rstrip()
                keep = shown is not None and same(shown, printed)
                new += f"$ {command}\n" + (shown if keep and shown else printed + "\n" * bool(printed))
            if block.language == "console":
                out, at = out + text[at : block.start] + new, block.end
    page.write_text(out + text[at:], encoding="utf-8")


if __name__ == "__main__":
    import tempfile

    for name in sys.argv[1:]:
        file = Path(name).resolve()
        with tempfile.TemporaryDirectory() as temporary:
            place = Path(temporary) / "here"
            place.mkdir()
            renew(file, place)
