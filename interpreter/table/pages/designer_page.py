"""The designer's page: the whole state, every seat's options, every choice made."""

from __future__ import annotations

from typing import Any

from ...base.display_names import Wording
from ...base.errors import UsageError
from ...base.languages.catalogues import ENGLISH
from ...records.replay import reveal_all
from ...seats.offers import offered, option_text, option_texts
from ...seats.running_game import game_wording
from ..play.positions import LONGEST, placement_lines, scenarios_of, seat_labels
from ..play.table import Refused, Table, moment, said
from .host_pages import note_lines
from .links import seat_path, table_path
from .page import page_data, question
from .page_content import content_of
from .render import page_macros, render_page, table_pieces

MOST_BACK = 60


def designer_page(table: Table, there: str, notice: str = "", language: str = ENGLISH) -> bytes:
    """The page of a table's designer; `there`: the path of the next game's page for onlookers, if any."""
    state = table.state
    wording = game_wording(state.game, table.names, language)
    page = page_data(content_of(reveal_all(state), 0, wording), wording, [True] * len(table.seats))
    for area in page["areas"]:
        area["own"] = False
        area["bot"] = area["owner"] is not None and table.bots[area["owner"]]
    asked = [_question_data(table, seat, site, wording) for seat, site in state.sites()]
    if asked:
        page["turn"] = wording.say("Waiting for {players}", players=wording.join([one["name"] for one in asked]))
    # what has happened since seat 1 has chosen is nothing special here
    page["log"], page["fresh"] = page["log"] + page["fresh"], []
    choices = state.choices()
    first = max(0, len(choices) - MOST_BACK)
    made = [
        (number, f"{wording.player(link.seat)}: {option_text(state, link.site, link.number, link.seat, wording)}")
        for number, link in enumerate(choices[first:], first)
    ]
    heading = wording.say("{game}, everything shown", game=page["game"])
    top = page_macros(language).top(page, heading, page["turn"], "")
    return render_page(
        "designer.html",
        language,
        page=page,
        pieces={"top": top} | table_pieces(page),
        asked=asked,
        choices=made[::-1],
        allowed=table.allowed,
        bots=any(table.bots),
        rules=table.rules,
        carried=table.header.get("carried"),
        placed="position" in table.header,
        trouble=table.trouble,
        notes=note_lines(table, wording),
        seats=[(seat_path(table, n), wording.player(n)) for n, who in enumerate(table.seats) if who.token],
        link=table_path(table, "designer"),
        next=there,
        notice=notice,
    )


def position_page(table: Table, notice: str = "", text: str = "", language: str = ENGLISH) -> bytes:
    """The page to set up a position; `text` is what was entered and refused."""
    scenarios: list[str] = []
    wording = game_wording(table.state.game, table.names, language)
    try:
        scenarios = [one.words for one in scenarios_of(table)]
    except UsageError as error:
        mistakes = Refused("The scenarios beside the rules have mistakes.\n{why}", why=error)
        notice = notice or said(mistakes, language)
    return render_page(
        "position.html",
        language,
        game=table.state.game.name,
        scenarios=scenarios,
        seats=[*zip(seat_labels(table), map(wording.player, range(len(table.seats))), strict=True)],
        stands=placement_lines(table),
        longest=LONGEST,
        text=text,
        link=table_path(table, "designer"),
        notice=notice,
    )


def _question_data(table: Table, seat: int, site: int, wording: Wording) -> dict[str, Any]:
    """The decision of a seat, with all its options."""
    state, program = table.state, table.state.game.program
    numbers, asked = offered(state, seat), program.sites[site]
    words = option_texts(state, site, numbers, seat, wording)
    return {
        "seat": seat,
        "name": wording.player(seat),
        "kind": table.seats[seat].kind,
        "moment": moment(state, seat, table.seats[seat].epoch),
        "text": question(program, asked, wording),
        "options": [(index, words[number]) for index, number in enumerate(numbers)],
    }
