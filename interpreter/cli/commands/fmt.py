"""`stammtisch fmt`: files in their canonical layout."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click

from ..console import NO, YES, fail, output, progress


@click.command("fmt")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--check", is_flag=True, help="Write nothing; name the files that would change, exit code 1 if any.")
def command(paths: tuple[str, ...], check: bool) -> int:
    """Format each PATH, a file or a folder of .yaml files, in one standard way: indents, spaces, blank lines, quotes.

    Parts in { } or [ ] go on one line, or on lines of their own if they are too long for one. Words, values, their
    order and comments stay. A file with mistakes in its YAML is reported and left as it is.
    """
    from ...base.diagnostics import RulesetError
    from ...base.errors import UsageError
    from ...reading.library import display_path

    changed, bad = 0, 0
    files: list[Path] = []
    for path in paths:
        found = list(_files(Path(path)))
        if not found:
            raise UsageError(f"there is nothing to lay out in the folder {path}: its files end in .yaml or .yml")
        files += [file for file in found if file not in files]
    for file in files:
        try:
            different = _format(file, check)
        except (RulesetError, UsageError) as error:
            fail(error)
            bad += 1
            continue
        if different:
            changed += 1
            output(f"{display_path(str(file))}: {'is not in the canonical layout' if check else 'formatted'}")
    progress(f"{len(files)} file{'' if len(files) == 1 else 's'}, {changed} {'to change' if check else 'changed'}")
    return NO if bad or (check and changed) else YES


def _files(path: Path) -> Iterator[Path]:
    """The file, or the .yaml files below the folder, without names that begin with a dot."""
    from ...base.errors import UsageError

    if not os.path.isdir(path):
        if not os.path.exists(path):
            raise UsageError(f"there is no file or folder {path}; fmt takes files, not the ids of rulesets")
        yield path
        return
    found = [entry for entry in sorted(path.iterdir()) if not entry.name.startswith(".")]
    for entry in found:
        if entry.is_dir():
            yield from _files(entry)
        elif entry.suffix in (".yaml", ".yml"):
            yield entry


def _format(file: Path, check: bool) -> bool:
    """Format a file, unless it is only checked; return whether it was not formatted."""
    from ...base.files import write
    from ...base.lookalikes import compose
    from ...reading.formatting import format_text
    from ...reading.load import load

    load(file)  # everything that is wrong with the file itself
    before = file.read_bytes()
    after = format_text(compose(before.decode()), str(file)).encode()
    if after == before:
        return False
    if not check:
        write(file, after)
    return True
