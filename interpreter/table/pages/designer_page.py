"""The designer's page: the whole state, every seat's options, every choice made."""

from __future__ import annotations

from typing import Any

from ...base.english import join_words
from ...base.errors import UsageError
from ...program.options import asked_text
from ...program.wording import fill
from ...records.replay import reveal_all
from ...seats.offers import offered, option_text, option_texts
from ...seats.visibility import ONLOOKER
from ..play.positions import LONGEST, placement_lines, scenarios_of, seat_labels
from ..play.table import Table, moment
from .links import seat_path, table_path
from .page import page_data
from .page_content import content_of
from .render import page_macros, render_page, table_pieces

MOST_BACK = 60


def designer_page(table: Table, there: str, notice: str = "") -> bytes:
    """The page of a table's designer; `there`: the path of the next game's page for onlookers, if any."""
    state, names = table.state, table.names
    page = page_data(content_of(reveal_all(state), 0, names), names, [True] * len(names))
    for area in page["areas"]:
        area["own"] = False
        area["bot"] = area["owner"] is not None and table.bots[area["owner"]]
    asked = [_question_data(table, seat, site) for seat, site in state.sites()]
    if asked:
        page["turn"] = f"Waiting for {join_words([one['name'] for one in asked])}"
    # what has happened since seat 1 has chosen is nothing special here
    page["log"], page["fresh"] = page["log"] + page["fresh"], []
    choices = state.choices()
    first = max(0, len(choices) - MOST_BACK)
    made = [
        (number, f"{names[link.seat]}: {option_text(state, link.site, link.number, link.seat, names)}")
        for number, link in enumerate(choices[first:], first)
    ]
    top = page_macros().top(page, f"{page['game']}, everything shown", page["turn"], "")
    return render_page(
        "designer.html",
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
        notes=[("the host" if n.seat == ONLOOKER else names[n.seat], n.decision, n.text) for n in table.notes],
        seats=[(seat_path(table, n), who.name) for n, who in enumerate(table.seats) if who.token],
        link=table_path(table, "designer"),
        next=there,
        notice=notice,
    )


def position_page(table: Table, notice: str = "", text: str = "") -> bytes:
    """The page to set up a position; `text` is what was entered and refused."""
    scenarios: list[str] = []
    try:
        scenarios = [one.words for one in scenarios_of(table)]
    except UsageError as error:
        notice = notice or f"The scenarios beside the rules have mistakes.\n{error}"
    return render_page(
        "position.html",
        game=table.state.game.name,
        scenarios=scenarios,
        seats=[*zip(seat_labels(table), table.names, strict=True)],
        stands=placement_lines(table),
        longest=LONGEST,
        text=text,
        link=table_path(table, "designer"),
        notice=notice,
    )


def _question_data(table: Table, seat: int, site: int) -> dict[str, Any]:
    """The decision of a seat, with all its options."""
    state, program = table.state, table.state.game.program
    numbers, asked = offered(state, seat), program.sites[site]
    words = option_texts(state, site, numbers, seat, table.names)
    return {
        "seat": seat,
        "name": table.names[seat],
        "kind": table.seats[seat].kind,
        "moment": moment(state, seat, table.seats[seat].epoch),
        "text": fill(program, asked_text(asked.words, asked.asks)),
        "options": [(index, words[number]) for index, number in enumerate(numbers)],
    }
