"""`stammtisch export`: what a game is made of, for other programs and for printers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..console import output
from ..options import ruleset_options

if TYPE_CHECKING:
    from ...front.api import Ruleset


@click.group("export")
def command() -> None:
    """Write what a game is made of, for other programs and for printers."""


@command.command("cards")
@ruleset_options
@click.option("--players", type=int, metavar="N", help="The cards for N players (default: enough for any number).")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE|FOLDER",
    help="A PDF if it ends in .pdf, else a folder for the sheets.",
)
@click.option("--tabletop", is_flag=True, help="Pictures of ten by seven cards, as Tabletop Simulator takes them.")
def cards(ruleset: Ruleset, options: dict[str, Any], players: int | None, out: Path, tabletop: bool) -> None:
    """Lay out the cards of RULESET on sheets: A4 with backs and cut marks, or pictures for a tabletop simulator."""
    from ...base.errors import UsageError
    from ...base.files import write
    from ...sheets.cards import cards_of, ruleset_style
    from ...sheets.layout import lay_out_boards, lay_out_sheets, sheet_png, sheets_pdf

    found, style = cards_of(ruleset, options, players), ruleset_style(ruleset, options)
    many = f"{len(found)} card{'s' if len(found) > 1 else ''} of {ruleset.name}"
    if out.suffix.lower() == ".pdf":
        if tabletop:
            raise UsageError("the sheets for a tabletop simulator are pictures: give a folder, such as --out sheets")
        pages = lay_out_sheets(found, style)
        write(out, sheets_pdf(pages))
        output(f"{many} on {len(pages) // 2} sheets, each with its backs, are written to {out}.")
        return
    if out.suffix:
        raise UsageError(
            f"{out} is neither a PDF nor a folder: give a name that ends in .pdf, or one without an ending"
        )
    files = (
        [(f"{sheet.name}.png", sheet_png(sheet)) for sheet in lay_out_boards(found, style)]
        if tabletop
        else [(f"{sheet.name}.svg", sheet.svg.encode()) for sheet in lay_out_sheets(found, style)]
    )
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{out} cannot be made: {(error.strerror or str(error)).lower()}") from None
    for name, content in files:
        write(out / name, content)
    output(f"{many} are written to {out}: {', '.join(name for name, _ in files)}.")
