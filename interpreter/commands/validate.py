"""`stammtisch validate`: every mistake in rulesets, variants and libraries."""

from __future__ import annotations

import json

import click

from ..console import NO, YES, has_colour, output, progress


@click.command("validate")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="The form of the result.")
def command(paths: tuple[str, ...], form: str) -> int:
    """Check each PATH: the id or file of a ruleset, variant or library, or a folder with any number of them.

    Every ruleset is checked for all its numbers of players. The exit code is 1 if there is any mistake; warnings alone
    are none.
    """
    from ..diagnostics import render, to_json
    from ..validation import files, validate_file

    chosen = list(dict.fromkeys(file for path in paths for file in files(path)))
    found = list(dict.fromkeys(diagnostic for file in chosen for diagnostic in validate_file(file)))
    errors = sum(diagnostic.severity == "error" for diagnostic in found)
    if form == "json":
        output(json.dumps(to_json(found), indent=2, ensure_ascii=False))
    elif found:
        output(render(found, colour=has_colour()))
    counts = [_count(len(chosen), "file"), _count(errors, "mistake"), _count(len(found) - errors, "warning")]
    progress(", ".join(counts) if found else f"{counts[0]}, all is well")
    return NO if errors else YES


def _count(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")
