"""Add the pictures that looks name to a ruleset: they are read from the folder of the game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..base.diagnostics import Diagnostic, RulesetError
from ..language import model as m
from ..reading.picture_files import game_folder, read_picture


def add_pictures(rules: m.Ruleset, folder: Path | None = None) -> list[Diagnostic]:
    """Add the pictures to the looks of a ruleset, and return what is wrong with their files; these are left out.

    folder: of the game, where the rules are not read from there.
    """
    problems: list[Diagnostic] = []
    for shown in rules.look.values():
        for number, look in enumerate(shown.looks):
            if not look.file:
                continue
            span = shown.spans[number]
            try:
                picture = read_picture(look.file, span, folder or game_folder(Path(span.file)))
            except RulesetError as error:
                problems += error.diagnostics
            else:
                shown.looks[number] = replace(look, picture=picture)
    return problems
