"""The designer's page: the whole state, every seat's options, every choice made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...base.display_names import Wording
from ...base.errors import UsageError
from ...base.languages.catalogues import ENGLISH
from ...game.game import Game
from ...game.state import State
from ...records.replay import reveal_all
from ...seats.offers import offered, option_text, option_texts
from ...seats.running_game import game_wording
from ..play.position_parts import position_parts
from ..play.positions import LONGEST, placement_lines, scenarios_of, seat_labels
from ..play.table import Refused, Table, moment, said
from .host_pages import note_lines
from .links import seat_path, table_path
from .page import page_data
from .page_content import content_of
from .questions import question
from .render import page_digest, page_macros, render_page, table_pieces, template_macros

MOST_BACK = 60


def designer_page(table: Table, there: str, notice: str = "", language: str = ENGLISH) -> bytes:
    """The page of a table's designer; arguments as for designer_pieces."""
    page, pieces = designer_pieces(table, there, language)
    values: dict[str, Any] = {"page": page, "pieces": pieces, "link": table_path(table, "designer"), "notice": notice}
    return render_page("designer.html", language, live=True, digest=page_digest(pieces.values()), **values)


def designer_pieces(table: Table, there: str, language: str = ENGLISH) -> tuple[dict[str, Any], dict[str, str]]:
    """The data of the designer's page, and its pieces by the ids of their elements.

    there: the path of the next game's page for onlookers, "" if there is none.
    """
    state = table.state
    wording = game_wording(state.game, table.names, language)
    page = page_data(content_of(_everything_shown(state), 0, wording), wording, [True] * len(table.seats))
    page["leads_back"] = False
    for area in page["areas"]:
        area["own"] = False
        area["bot"] = area["owner"] is not None and table.bots[area["owner"]]
    asked = [_question_data(table, seat, site, wording) for seat, site in state.sites()]
    if asked:
        page["turn"] = wording.say("Waiting for {players}", players=wording.join([one["name"] for one in asked]))
    # what has happened since seat 1 has chosen is nothing special here
    page["log"], page["fresh"] = page["fresh"] + page["log"], []
    designer = {
        "link": table_path(table, "designer"),
        "asked": asked,
        "made": _made_choices(state, wording),
        "allowed": table.allowed,
        "bots": any(table.bots),
        "carried": table.header.get("carried"),
        "seats": [(seat_path(table, n), wording.player(n)) for n, who in enumerate(table.seats) if who.token],
        "next": there,
    }
    heading = wording.say("{game}, everything shown", game=page["game"])
    own, hosting = template_macros("designing.html", language), template_macros("hosting.html", language)
    title = f"{wording.say('Designer')} – {page['game']}"
    changed = template_macros("new_rules.html", language).rules(
        table.rules, designer["carried"], designer["link"], "position" in table.header
    )
    found = {
        "top": page_macros(language).top(page, heading, page["turn"], title),
        "trouble": hosting.stopped(table.trouble),
        "changed": changed,
        "misfit": own.misfit(designer),
        "choose": own.choose(designer),
        "made": own.made(designer),
        "notes": own.notes(note_lines(table, wording)),
    }
    return page, found | table_pieces(page) | {"foot": own.foot(designer)}


def _everything_shown(state: State) -> State:
    """The state as somebody sees it who knows everything, also what the layout keeps out of panels."""
    opened = reveal_all(state)
    looks = opened.game.looks
    plain = replace(looks.table, panels=None, mine=None, hidden=frozenset(), only_if={})
    opened.game = Game(opened.game.program, replace(looks, table=plain))
    return opened


def _made_choices(state: State, wording: Wording) -> list[tuple[int, str]]:
    """The last choices, newest first: how many were made before each, and what was chosen."""
    choices = state.choices()
    first = max(0, len(choices) - MOST_BACK)
    made = [
        (number, f"{wording.player(link.seat)}: {option_text(state, link.site, link.number, link.seat, wording)}")
        for number, link in enumerate(choices[first:], first)
    ]
    return made[::-1]


def position_page(
    table: Table, earlier: Sequence[tuple[str, str]], notice: str = "", text: str = "", language: str = ENGLISH
) -> bytes:
    """The page to set up a position; `text` is what was entered and refused.

    earlier: the positions set up so far, each with its table's id.
    """
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
        parts=position_parts(table),
        earlier=earlier,
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
