"""`stammtisch export`: what a game is made of, for printers and for tabletop simulators."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..console import output, progress
from ..options import ruleset_options

if TYPE_CHECKING:
    from ...base.layouts import PrintLayout
    from ...front.api import Ruleset

F = TypeVar("F", bound=Callable[..., Any])
DRAWINGS = (".svg", ".png")


@click.group("export")
def command() -> None:
    """Write what a game is made of, for printers and for tabletop simulators."""


def _shared_options(function: F) -> F:
    """The options of both commands."""
    out = click.option(
        "--out",
        type=click.Path(path_type=Path),
        required=True,
        metavar="FILE|FOLDER",
        help="A PDF if it ends in .pdf; .png or .svg: a numbered file for each page; else a folder for the pages.",
    )
    players = click.option(
        "--players", type=int, metavar="N", help="What N players need (default: enough for any number)."
    )
    tabletop = click.option(
        "--tabletop", is_flag=True, help="Pictures of ten by seven cards, as Tabletop Simulator takes them."
    )
    return ruleset_options(players(out(tabletop(function))))


@command.command("print")
@_shared_options
@click.option("--paper", metavar="A4|Letter", help="The paper (default: as in the ruleset, else A4).")
@click.option("--bleed", metavar="MM", help="How far colours reach beyond the cut (default: 3).")
@click.option("--marks", metavar="corners|lines|none", help="How cuts are shown (default: corners).")
@click.option("--shift", metavar="'RIGHT DOWN'", help="How far to move the backs, such as '0.5 -0.3' (mm).")
@click.option("--gap", metavar="MM", help="The space between cards (default: 0).")
def print_command(
    ruleset: Ruleset, options: dict[str, Any], players: int | None, out: Path, tabletop: bool, **lengths: str | None
) -> None:
    """Lay out RULESET for a printer: cards in true size with backs and cut marks, on A4 or Letter."""
    _export(ruleset, options, players, out, tabletop, _print_layout(ruleset.looks.print, lengths))


@command.command("cards", hidden=True)
@_shared_options
def cards(ruleset: Ruleset, options: dict[str, Any], players: int | None, out: Path, tabletop: bool) -> None:
    """Lay out the cards of RULESET on sheets: A4 with backs and cut marks, or pictures for a tabletop simulator."""
    _export(ruleset, options, players, out, tabletop, ruleset.looks.print)


def _print_layout(layout: PrintLayout, words: dict[str, str | None]) -> PrintLayout:
    """The layout of the ruleset with what the options say instead. Raises UsageError for wrong words."""
    from ...base.errors import UsageError
    from ...base.layouts import MARKS, MOST_BLEED, MOST_GAP, MOST_SHIFT, PAPERS, read_length, read_shift
    from ...base.similar import ask_if_meant

    if (paper := words["paper"]) is not None:
        named = next((name for name in PAPERS if name.lower() == paper.lower()), "")
        if not named:
            known = ask_if_meant(paper, PAPERS, f"write {' or '.join(PAPERS)}", "did you mean {}?")
            raise UsageError(f"--paper {paper}: there is no such paper; {known}")
        layout = replace(layout, paper=named)
    if (marks := words["marks"]) is not None:
        if marks not in MARKS:
            known = ask_if_meant(marks, MARKS, f"write {', '.join(MARKS[:-1])} or {MARKS[-1]}", "did you mean {}?")
            raise UsageError(f"--marks {marks}: there are no such marks; {known}")
        layout = replace(layout, marks=marks)
    for name, most in (("bleed", MOST_BLEED), ("gap", MOST_GAP)):
        if (text := words[name]) is not None:
            length = read_length(text, 0, most)
            if length is None:
                raise UsageError(f"--{name} {text}: write a number of millimetres from 0 to {most}")
            layout = replace(layout, bleed=length) if name == "bleed" else replace(layout, gap=length)
    if (text := words["shift"]) is not None:
        shift = read_shift(text)
        if shift is None:
            raise UsageError(
                f"--shift {text}: write how far backs move right and down, at most {MOST_SHIFT} mm, as '0.5 -0.3'"
            )
        layout = replace(layout, shift=shift)
    return layout


def _export(
    ruleset: Ruleset, options: dict[str, Any], players: int | None, out: Path, tabletop: bool, layout: PrintLayout
) -> None:
    """Write the cards in the form that `out` asks for, and say so."""
    from ...base.errors import UsageError
    from ...base.files import make_folder, write_all
    from ...sheets.card_pages import lay_out_sheets
    from ...sheets.cards import cards_of, ruleset_style
    from ...sheets.sheet import pictures, sheets_pdf
    from ...sheets.tabletop import card_pictures

    found, style = cards_of(ruleset, options, players), ruleset_style(ruleset, options)
    many = f"{len(found)} card{'s' if len(found) > 1 else ''} of {ruleset.name}"
    ending = out.suffix.lower()
    if tabletop and ending:
        raise UsageError("the sheets for a tabletop simulator are pictures: give a folder, such as --out sheets")
    if ending not in ("", ".pdf", *DRAWINGS):
        raise UsageError(
            f"{out} is neither a PDF nor a folder: give a name that ends in .pdf, or one without an ending"
        )
    make_folder(out.parent if ending else out)
    if tabletop:
        files = [(out / f"{picture.sheet.name}.png", picture.png) for picture in card_pictures(found, style)]
        write_all(files)
        output(f"{many} are written to {out}: {', '.join(file.name for file, _ in files)}.")
        return
    pages = lay_out_sheets(found, style, layout)
    if ending in ("", ".svg"):
        names = [page.name for page in pages] if not ending else _numbered(out, len(pages))
        folder = out if not ending else out.parent
        files = [(folder / f"{name}.svg", page.svg.encode()) for name, page in zip(names, pages, strict=True)]
        write_all(files)
        output(f"{many} are written to {folder}: {', '.join(file.name for file, _ in files)}.")
        return
    printed = sheets_pdf(pages)
    if ending == ".pdf":
        write_all([(out, printed.content)])
        output(f"{many} on {len(pages) // 2} sheets, each with its backs, are written to {out}.")
    else:
        files = [
            (out.parent / f"{name}.png", content)
            for name, content in zip(_numbered(out, len(pages)), pictures(printed.content), strict=True)
        ]
        write_all(files)
        output(f"{many} are written to {out.parent}: {', '.join(file.name for file, _ in files)}.")
    for character in printed.missing:
        progress(f"no font has {character}")


def _numbered(out: Path, count: int) -> list[str]:
    """The names of numbered files without their endings."""
    return [f"{out.stem}-{number:0{len(str(count))}}" for number in range(1, count + 1)]
