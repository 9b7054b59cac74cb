"""Add the pictures that looks and maps name to a ruleset: they are read from the folder of the game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..base.appearance.pictures import Picture
from ..base.diagnostics import Diagnostic, RulesetError, Span
from ..language import model as m
from ..reading.picture_files import game_folder, read_picture
from ..reading.sheets.files import path_of

YAML = (".yaml", ".yml")


def add_pictures(rules: m.Ruleset, home: Path, kept: bool = False) -> list[Diagnostic]:
    """Add the pictures to the looks and maps of a ruleset, and return what is wrong with files; these are left out.

    home: the folder of the game; kept: the rules are not read from there, but all pictures are.
    """
    problems: list[Diagnostic] = []

    def read(file: str, span: Span) -> Picture | None:
        try:
            return read_picture(file, span, home if kept else _folder_of(span.file, home)) if file else None
        except RulesetError as error:
            problems.extend(error.diagnostics)
            return None

    for shown in rules.look.values():
        for number, look in enumerate(shown.looks):
            shown.looks[number] = replace(look, picture=read(look.file, shown.spans[number]))
    for board in rules.layout.boards.values():
        if board.layout.map:
            board.layout = replace(board.layout, ground=read(board.layout.map, board.keys["map"]))
    return problems


def _folder_of(file: str, home: Path) -> Path:
    """The folder from which a file names pictures: a sheet does like the ruleset that it belongs to."""
    path = Path(path_of(file))
    if path.suffix in YAML:
        return game_folder(path)
    return home if path.resolve().is_relative_to(home.resolve()) else path.parent
