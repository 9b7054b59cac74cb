"""Everything that is given for one seat, as bytes, and the check that two worlds which it cannot tell apart give the same.

What is given later, such as a bot's choice or a page, is one more function in GIVEN.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from helpers.worlds.search import Played, other_world

from stammtisch.base.errors import ChoiceError
from stammtisch.base.languages.catalogues import LANGUAGES
from stammtisch.base.streams import BOTS, Stream, seed_stream
from stammtisch.bots.by_name import HUMAN
from stammtisch.cli.autosave import Keeper
from stammtisch.cli.session import Session, result_lines
from stammtisch.cli.terminal import Terminal
from stammtisch.game.game import Game
from stammtisch.game.refusals import candidates
from stammtisch.game.state import State
from stammtisch.records.undo import last_undoable
from stammtisch.seats.actions import Actions
from stammtisch.seats.observation import Observation
from stammtisch.seats.offers import offered, option_texts
from stammtisch.seats.perception.events import perception_of
from stammtisch.seats.phrases import event_text, event_texts
from stammtisch.seats.render import table
from stammtisch.seats.running_game import game_wording
from stammtisch.seats.score import score_parts
from stammtisch.seats.score_lines import ScoreLine
from stammtisch.seats.score_text import ranking_texts
from stammtisch.solving.tree import Memory
from stammtisch.table.pages.pictures import Update, passage_since
from stammtisch.table.pages.render import seat_page, seat_pieces
from stammtisch.table.pages.seat_pages import more_page, why_page
from stammtisch.table.pages.sidebar import sidebar_data
from stammtisch.table.play.table import Table
from stammtisch.table.storage.table_record import Seat
from stammtisch.table.web.page_updates import message

Given = Callable[[State, int], bytes]


class Told(AssertionError):
    """A seat is given something that it cannot have perceived; `what` is the name of what gives it."""

    def __init__(self, what: str, words: str) -> None:
        super().__init__(words)
        self.what = what


def data(value: Any) -> bytes:
    return json.dumps(value, indent=1).encode()


def lines(texts: list[str]) -> bytes:
    return "\n".join(texts).encode()


class Page(Terminal):
    """A terminal that keeps what is written."""

    def __init__(self) -> None:
        super().__init__([])
        self.lines: list[str] = []

    def write(self, text: str = "") -> None:
        self.lines.append(text)


def options_of(state: State, seat: int) -> bytes:
    """The options as texts, in the order in which they are offered."""
    site = dict(state.sites()).get(seat)
    return data(None if site is None else [*option_texts(state, site, offered(state, seat), seat).values()])


def refusals_of(state: State, seat: int) -> bytes:
    """What is not offered, by the text that it would have, and why."""
    site = dict(state.sites()).get(seat)
    return data(None if site is None else [(text, state.refusal(n, seat)) for n, text in refused(state, seat, site)])


def refused(state: State, seat: int, site: int) -> list[tuple[int, str]]:
    """Numbers and texts of what could be asked about and is not offered, by text."""
    asked = candidates(state.game.program.sites[site], state.evaluator(seat))
    legal = set(state.option_numbers(seat, site))
    texts = option_texts(state, site, [number for number in asked if number not in legal], seat)
    return sorted(texts.items(), key=lambda item: item[1])


def errors_of(state: State, seat: int) -> bytes:
    """What is said to choices that cannot be made."""
    site = dict(state.sites()).get(seat)
    if site is None:
        return data(
            error_of(state, 0, seat)
            if not state.sites() or state.game.program.sites[state.sites()[0][1]].group < 0
            else None
        )
    wrong: list[Any] = [-1, len(offered(state, seat)), 10**6, True]
    wrong += [state.option(site, number) for number, _ in refused(state, seat, site)]
    return data([error_of(state, choice, seat) for choice in wrong])


def error_of(state: State, choice: Any, seat: int) -> str:
    try:
        state.clone().choose(choice, seat)
    except ChoiceError as error:
        return str(error)
    return "none"


def screen_of(state: State, seat: int) -> bytes:
    """What `play` shows: news, table, options, `why`, the log, and answers to what is no option."""
    page = Page()
    seats = ["human" if other == seat else "random" for other in range(state.game.players)]
    session = Session(state, seats, page, 10**6, Keeper(None, False))
    session.show_news(seat)
    session.show_table(seat)
    site = dict(state.sites()).get(seat)
    if site is not None:
        question = session.question(seat, site)
        session.show_options(question)
        for word in ("why", "log", "table", "?"):
            session.command(word, "", question)
        tried = {text[:1] for text in question.texts} | {"zzz", "0", "99", "-1"}
        for answer in [*sorted(tried), *question.texts[:3]]:
            session.why(answer, question)
            page.write(session.explain_refusal(answer, [], question))
    if state.over:
        page.lines += result_lines(state, session.names, ranking_texts(state, session.names, seat))
    return lines(page.lines)


def scores_of(state: State, seat: int) -> bytes:
    """Where each player's points come from, as far as the seat may know; at the end all that adds up is laid open."""
    lines = [line for who in range(state.game.players) for line in score_parts(state, who, seat)]
    return data([*map(str, stands_beside(lines) if state.over else lines)])


def stands_beside(lines: Iterable[ScoreLine]) -> Iterator[ScoreLine]:
    """What does not add up to a score and is shown beside a value."""
    for line in lines:
        yield from line.parts if line.kind == "value" else stands_beside(line.parts)


def learning_of(state: State, seat: int) -> bytes:
    """What programs that learn get: legal actions, observation, information state."""
    legal = list(Actions(state.game).legal(state, seat))
    site = dict(state.sites()).get(seat, -1)
    numbers = offered(state, seat)
    known = Memory(seat).after(state, site, sorted(numbers)).text() if seat >= 0 else ""
    return data([legal, Observation(state.game).numbers(state.view(seat)), known])


def undo_of(state: State, seat: int) -> bytes:
    """Whether and why the last choice of the seat cannot be taken back."""
    return data(last_undoable(state, seat)[1])


def table_at(state: State) -> Table:
    """A table of people at which a game stands so."""
    seats = [Seat("x", name, HUMAN, True) for name in state.game.program.names["player"]]
    return Table(id="0", host="", watch="", seats=seats, state=state, header={})


def page_of(state: State, seat: int) -> bytes:
    """The pages in a browser: that of the table in each language, and that for what is seldom done."""
    names, table = state.game.program.names["player"], table_at(state)
    pages = []
    for language in LANGUAGES:
        wording, side = game_wording(state.game, names, language), sidebar_data(table, seat, "", language)
        pages.append(seat_page(state, seat, wording, table.bots, "/table/0/1/x", "", side))
    return b"".join(pages) + more_page(table, seat, "/table/0/1/x")


def why_of(state: State, seat: int) -> bytes:
    """What is answered to who asks why nothing else is offered."""
    names = state.game.program.names["player"]
    return b"".join(why_page(state, seat, names, "/table/0/1/x", live) for live in (False, True))


def record_of(state: State, seat: int) -> bytes:
    """The record of what the seat has perceived."""
    return lines([*map(repr, perception_of(state, seat).record)])


def message_of(state: State, seat: int) -> bytes:
    """What is sent to an open page that shows what was so many events ago: pictures in between, and the page now."""
    names = state.game.program.names["player"]
    side = sidebar_data(table_at(state), seat, "")
    page, pieces = seat_pieces(state, seat, names, [False] * len(names), "/table/0/1/x", side)
    begun = f"0.{max(0, len(state.seen(seat)) - 40)}"
    passage = passage_since(begun, state, seat, names, [False] * len(names), "/table/0/1/x", 0, page["scene"])
    return message({}, Update(pieces, page["mark"]), passage).encode()


EVERYBODY: dict[str, Given] = {
    "view": lambda state, seat: data(state.view(seat)),
    "log": lambda state, seat: data(state.seen(seat)),
    "log from the middle": lambda state, seat: data(state.seen(seat, len(state.seen(seat)) // 2)),
    "texts": lambda state, seat: lines(event_texts(state.seen(seat), ["Anna", "Ben"])),
    "texts one by one": lambda state, seat: lines([event_text(event) for event in state.seen(seat)]),
    "table": lambda state, seat: lines(table(state, seat, ["Anna"])),
    "page": page_of,
    "record": record_of,
    "message": message_of,
}
GIVEN: dict[str, Given] = EVERYBODY | {
    "options": options_of,
    "refusals": refusals_of,
    "errors": errors_of,
    "screen": screen_of,
    "scores": scores_of,
    "learning": learning_of,
    "why": why_of,
    "undo": undo_of,
}


def drawn_from(doubt: Callable[[State, int], Any]) -> Given:
    """What samples of a seat that has to decide are drawn from; doubt: `stammtisch.sampling.sampler.belief`."""
    return lambda state, seat: repr(doubt(state, seat)).encode() if seat in dict(state.sites()) else b""


def differences(one: State, two: State, seat: int, given: Mapping[str, Given] = GIVEN) -> Iterator[tuple[str, str]]:
    """What gives the seat something else in the other world, and the first line that differs."""
    for name, of in given.items():
        if seat < 0 and name not in EVERYBODY:
            continue
        mine, theirs = of(one.clone(), seat), of(two.clone(), seat)
        if mine != theirs:
            yield name, first_difference(mine.decode(), theirs.decode())


def first_difference(one: str, two: str) -> str:
    a, b = one.splitlines(), two.splitlines()
    at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    around = slice(max(0, at - 12), at + 3)
    return "\n".join(["--- in one world", *a[around], "--- in the other", *b[around]])


@dataclass
class Looked:
    """How often a second world was looked for, found, and was another one than the first."""

    tried: int = 0
    found: int = 0
    other: int = 0


@dataclass(frozen=True)
class Plan:
    """At which decisions of a random game other worlds are looked for: `every` so many of the first `most`.

    `seats`: for all seats and an onlooker, else for one of them, in turn. `budget`: steps of a search.
    """

    most: int = 12
    every: int = 1
    seats: bool = True
    budget: int = 400


def hides(game: Game) -> bool:
    """Whether anything is hidden from anybody in a game, or chosen in secret or at once."""
    program = game.program
    all_ = (1 << program.players) - 1
    zones = [slot for slot in program.lists[: program.zones] if slot.kind in ("set", "pile")]
    numbers = any(slot.declared and slot.see != all_ for slot in program.ints)
    return numbers or any(slot.see["front"] != all_ for slot in zones) or any(s.secret for s in program.sites)


def looked(game: Game, seed: int, plan: Plan, judged: bool = False, given: Mapping[str, Given] = GIVEN) -> Looked:
    """Plays a random game and looks for other worlds. `judged`: the rules have a judge, who tells by what is offered.

    Raises Told where a seat is given what it cannot have perceived.
    """
    state, bots, count = Played(game, seed, judged), Stream(seed_stream(seed, BOTS)), Looked()
    seats = [*range(-1, game.players)]
    while True:
        if state.decisions % plan.every == 0:
            turn = (seed + state.decisions // plan.every) % len(seats)
            for seat in seats if plan.seats else seats[turn : turn + 1]:
                compare(state, seat, 1000 * seed + 1, plan.budget, given, count)
        if state.over or state.decisions >= plan.most:
            return count
        state.choose(bots.draw(len(state.decision)))


def compare(state: Played, seat: int, random: int, budget: int, given: Mapping[str, Given], count: Looked) -> None:
    """Looks for one other world and compares what is given there."""
    other = other_world(state, seat, random, budget)
    count.tried += 1
    count.found += other is not None
    if other is None:
        return
    count.other += (other.v, other.z) != (state.v, state.z)
    for name, words in differences(state, other, seat, given):
        who = "an onlooker" if seat < 0 else f"player {seat + 1}"
        where = f"{state.game.name}, seed {state.seed}, decision {state.decisions}"
        raise Told(name, f"{where}: {who} learns something hidden by: {name}\n{words}")
