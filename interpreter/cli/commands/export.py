"""`stammtisch export`: what a game is made of, for printers and tabletop simulators; the game itself as a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ...base.languages.catalogues import ENGLISH, LANGUAGES
from ..console import output, progress
from ..options import ruleset_options
from ..web_export import web

if TYPE_CHECKING:
    from ...base.appearance.layouts import PrintLayout
    from ...front.api import Ruleset

F = TypeVar("F", bound=Callable[..., Any])
DRAWINGS = (".svg", ".png")
# what `--tabletop` writes
PICTURES, OBJECT = "pictures", "object"


@click.group("export")
def command() -> None:
    """Write a game for printers, tabletop simulators or browsers."""


command.add_command(web)


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
    return ruleset_options(players(out(function)))


@command.command("print")
@_shared_options
@click.option(
    "--tabletop",
    is_flag=False,
    flag_value=PICTURES,
    metavar="[object]",
    help="For Tabletop Simulator: pictures of ten by seven cards; `--tabletop object` also decks, boards and tokens.",
)
@click.option("--address", metavar="URL", help="Where the pictures of `--tabletop object` will lie (default: FOLDER).")
@click.option(
    "--only", metavar="PARTS", help="Print only these: cards, boards, tokens, dice, contents, rules, measure."
)
@click.option("--paper", metavar="A4|Letter", help="The paper (default: as in the ruleset, else A4).")
@click.option("--bleed", metavar="MM", help="How far colours reach beyond the cut (default: 3).")
@click.option("--marks", metavar="corners|lines|none", help="How cuts are shown (default: corners).")
@click.option("--shift", metavar="'RIGHT DOWN'", help="How far to move the backs, such as '0.5 -0.3' (mm).")
@click.option("--gap", metavar="MM", help="The space between cards (default: 0).")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default=ENGLISH,
    help="The language of all that is printed; what has no words in it is printed in English.",
)
def print_command(
    ruleset: Ruleset,
    options: dict[str, Any],
    players: int | None,
    out: Path,
    tabletop: str | None,
    address: str | None,
    only: str | None,
    language: str,
    **lengths: str | None,
) -> None:
    """Lay out RULESET for a printer: cards with backs and cut marks, boards, tokens, dice, contents, the rules."""
    layout, parts = _print_layout(ruleset.looks.print, lengths), _parts(only)
    _check_tabletop(tabletop, address)
    _check_ending(out, tabletop is not None)
    if tabletop == OBJECT:
        _write_object(ruleset.in_language(language), options, players, out, address)
    elif tabletop:
        _write_card_pictures(ruleset.in_language(language), options, players, out)
    else:
        _write_box(ruleset, options, players, out, layout, parts, language)


@command.command("cards", hidden=True)
@_shared_options
@click.option("--tabletop", is_flag=True, help="Pictures of ten by seven cards, as Tabletop Simulator takes them.")
def cards(ruleset: Ruleset, options: dict[str, Any], players: int | None, out: Path, tabletop: bool) -> None:
    """Lay out the cards of RULESET on sheets: A4 with backs and cut marks, or pictures for a tabletop simulator."""
    _check_ending(out, tabletop)
    if tabletop:
        _write_card_pictures(ruleset, options, players, out)
    else:
        _write_cards(ruleset, options, players, out)


def _parts(only: str | None) -> tuple[str, ...]:
    """The parts that `--only` names, in the order in which they are printed. Raises UsageError for unknown ones."""
    from ...base.errors import UsageError
    from ...base.similar import ask_if_meant
    from ...sheets.box import PARTS, USUAL

    if only is None:
        return USUAL
    words = [word for word in only.replace(",", " ").split() if word]
    for word in words:
        if word not in PARTS:
            known = ask_if_meant(word, PARTS, f"write some of {', '.join(PARTS)}", "did you mean {}?")
            raise UsageError(f"--only {only}: nothing that is printed is called '{word}'; {known}")
    if not words:
        raise UsageError(f"--only needs a list with commas, some of {', '.join(PARTS)}")
    return tuple(part for part in PARTS if part in words)


def _print_layout(layout: PrintLayout, words: dict[str, str | None]) -> PrintLayout:
    """The layout of the ruleset with what the options say instead. Raises UsageError for wrong words."""
    from ...base.appearance.layouts import MARKS, MOST_BLEED, MOST_GAP, MOST_SHIFT, PAPERS, read_length, read_shift
    from ...base.errors import UsageError
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


def _check_ending(out: Path, tabletop: bool) -> None:
    """Raise UsageError where nothing can be written under that name; make its folder."""
    from ...base.errors import UsageError
    from ...base.files import make_folder

    ending = out.suffix.lower()
    if tabletop and ending:
        raise UsageError("the sheets for a tabletop simulator are pictures: give a folder, such as --out sheets")
    if ending not in ("", ".pdf", *DRAWINGS):
        raise UsageError(
            f"{out} is neither a PDF nor a folder: give a name that ends in .pdf, or one without an ending"
        )
    make_folder(out.parent if ending else out)


def _check_tabletop(tabletop: str | None, address: str | None) -> None:
    """Raise UsageError for an unknown word behind `--tabletop`, and for an address that is none or not needed."""
    from ...base.errors import UsageError

    if tabletop not in (None, PICTURES, OBJECT):
        raise UsageError(f"--tabletop {tabletop}: write `--tabletop object`, or nothing behind it")
    if address is not None and tabletop != OBJECT:
        raise UsageError("--address is for `--tabletop object`")
    if address is not None and not address.startswith(("http://", "https://", "file:///")):
        raise UsageError(f"--address {address}: write where the pictures will lie, such as https://example.org/game/")


def _write_object(
    ruleset: Ruleset, options: dict[str, Any], players: int | None, out: Path, address: str | None
) -> None:
    """Write a saved object for Tabletop Simulator, and the pictures that it names, into a folder."""
    from ...base.files import write_all
    from ...sheets.saved_object import save_object

    place = out.resolve().as_uri() if address is None else address
    saved = save_object(ruleset, options, players, f"{place.rstrip('/')}/")
    file = out / f"{ruleset.id}.json"
    write_all([*((out / name, content) for name, content in saved.files.items()), (file, saved.text.encode())])
    output(f"{ruleset.name} is written to {file}, with its pictures beside it: {', '.join(saved.files)}.")


def _write_card_pictures(ruleset: Ruleset, options: dict[str, Any], players: int | None, out: Path) -> None:
    """Write pictures of cards for a tabletop simulator."""
    from ...base.files import write_all
    from ...sheets.cards import cards_of, ruleset_style
    from ...sheets.tabletop import card_pictures

    found, style = cards_of(ruleset, options, players), ruleset_style(ruleset, options)
    files = [(out / f"{picture.sheet.name}.png", picture.png) for picture in card_pictures(found, style)]
    write_all(files)
    output(f"{_many(len(found), ruleset)} are written to {out}: {', '.join(file.name for file, _ in files)}.")


def _write_cards(ruleset: Ruleset, options: dict[str, Any], players: int | None, out: Path) -> None:
    """Write sheets of cards alone, as a PDF or a folder of drawings."""
    from ...base.files import write_all
    from ...sheets.box import CARDS, pack_box
    from ...sheets.sheet import sheets_pdf

    box = pack_box(ruleset, options, players, ruleset.looks.print, [CARDS])
    many = _many(len(box.cards), ruleset)
    if out.suffix.lower() == ".pdf":
        write_all([(out, sheets_pdf(box.sheets).content)])
        output(f"{many} on {len(box.sheets) // 2} sheets, each with its backs, are written to {out}.")
        return
    files = [(out / f"{sheet.name}.svg", sheet.svg.encode()) for sheet in box.sheets]
    write_all(files)
    output(f"{many} are written to {out}: {', '.join(file.name for file, _ in files)}.")


def _many(count: int, ruleset: Ruleset) -> str:
    """A number of cards of a game in words."""
    return f"{count} card{'s' if count > 1 else ''} of {ruleset.name}"


def _write_box(
    ruleset: Ruleset,
    options: dict[str, Any],
    players: int | None,
    out: Path,
    layout: PrintLayout,
    parts: Sequence[str],
    language: str,
) -> None:
    """Write all pages of a game in the form that `out` asks for, and say what they hold."""
    from ...base.errors import UsageError
    from ...base.files import write_all
    from ...sheets.box import RULES, pack_box
    from ...sheets.cards import ruleset_style
    from ...sheets.glyphs import missing_glyphs
    from ...sheets.sheet import pictures, sheets_pdf

    shown, ending = ruleset.in_language(language), out.suffix.lower()
    box = pack_box(shown, options, players, layout, parts)
    drawn = ending in ("", ".svg")
    rules = [_rules(ruleset, options, players, layout.paper, language)] if RULES in parts and not drawn else []
    said = [*box.said, *(["the rules"] if rules else [])]
    if not said:
        missing = "the rules are not drawn: write a PDF" if RULES in parts else "the game has none of that"
        raise UsageError(f"--only {','.join(parts)}: there is nothing to print, {missing}")
    printed = None
    if drawn:
        names = _numbered(out, len(box.sheets)) if ending else [sheet.name for sheet in box.sheets]
        folder = out.parent if ending else out
        files = [(folder / f"{name}.svg", sheet.svg.encode()) for name, sheet in zip(names, box.sheets, strict=True)]
    elif ending == ".pdf":
        printed = sheets_pdf(box.pages, *rules)
        files = [(out, printed.content)]
    else:
        printed = sheets_pdf(box.sheets, *rules)
        pages = [*pictures(printed.content)]
        files = [
            (out.parent / f"{name}.png", page) for name, page in zip(_numbered(out, len(pages)), pages, strict=True)
        ]
    write_all(files)
    where = (
        str(out) if ending == ".pdf" else f"{files[0][0]} … {files[-1][0].name}" if len(files) > 1 else str(files[0][0])
    )
    output(f"{ruleset.name} is written to {where}: {', '.join(said)}.")
    for line in missing_glyphs(printed.missing, box.cards, ruleset_style(shown, options)) if printed else ():
        progress(line)
    if RULES in parts and drawn and ending:
        progress("The rules are not drawn as SVG: `stammtisch rulebook` writes them.")


def _rules(ruleset: Ruleset, options: dict[str, Any], players: int | None, paper: str, language: str) -> str:
    """The rules as a page for a printer."""
    from ...rulebook.illustrations.illustrated import illustrated_rulebook
    from ...rulebook.page import rulebook_page

    return rulebook_page(illustrated_rulebook(ruleset, options, players, language).blocks, paper, language)


def _numbered(out: Path, count: int) -> list[str]:
    """The names of numbered files without their endings."""
    return [f"{out.stem}-{number:0{len(str(count))}}" for number in range(1, count + 1)]
