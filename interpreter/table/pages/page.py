"""The data of a seat's page, made only from what `seats` gives."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from ...base.captions import caption_in
from ...base.display_names import Wording
from ...drawing.board_plans import BoardPlan
from ...drawing.last_moves import NO_MOVES, LastMoves, last_moves
from ...program import ir
from ...program.wording import fill
from ...seats.percepts import SeatEvent
from ...seats.phrases.arrangement import Item, player_of, unhidden
from ...seats.phrases.event_lines import win_text
from ...seats.phrases.log_lines import LogLine, log_lines
from ...seats.phrases.things import value_text
from ...seats.progress import ToGo
from ...seats.running_game import StartedGame, game_wording
from ...seats.scene import Asked, InformationState
from ...seats.score_lines import FIXED, part_words, tie_text, total
from ...seats.seat_log import SeatLog
from ...seats.seat_view import view_of
from ...seats.standing_choices import standing_choices
from ...seats.visibility import ONLOOKER, shown_value
from ...seats.worked_values import worked_values
from ..play.sets import is_set
from ..play.table import moment_of
from .layout.areas import Presentation, areas, hand_labels
from .layout.cards import PageStyle, is_piece, page_style
from .layout.losses import pieces_taken
from .layout.panels import closed_zones, lies_in_middle
from .layout.passes import Pass, current_pass, pass_text
from .layout.recent import lost_pieces, mark_new_cards
from .layout.subject import RECENT as RECENT_SUBJECTS
from .layout.subject import Subject, find_subject
from .layout.taps import NO_TAPS, Taps, find_alike, find_taps
from .layout.tricks import BACK, first_to_lay, leader_of
from .log_entries import ROUND, Entry, log_entries, log_wording, newest_lines
from .page_content import PageContent
from .points import counted_data, trick_data, with_points
from .questions import cost_words, is_turn, question, question_data

# how many lines of the log are looked through, and how many of them a page has: at least so many of before one's choice
MOST_LINES, LINES_SHOWN, LEAST_SHOWN = 150, 40, 12
# among so many of the last events the beginning of a turn is looked for
MOST_OF_A_TURN = 400
# of the page with all that has happened
ALL_LINES = 1_000_000
# what `standing_choices` returns for the sites of a game, by site, seat, and whether others are hasty
_STANDING: WeakKeyDictionary[StartedGame, dict[tuple[int, int, bool], frozenset[tuple[str, str]]]] = WeakKeyDictionary()


def page_data(
    content: PageContent,
    names: Sequence[str] | Wording,
    bots: Sequence[bool],
    epoch: int = 0,
    asks: bool = True,
    back: bool = False,
) -> dict[str, Any]:
    """The data of a seat's page (ONLOOKER: of everybody's), as JSON data except for `look` and `scene`.

    names: the players', one a seat, or the game's wording with them in the reader's language; bots: for each seat
    whether a bot plays there, which everybody knows; epoch: of its `moment`; asks: whether the seat can choose now;
    back: whether it looks back, so that what was done last is marked. `arranged` puts in order what `areas` hold.
    """
    information, wording = content.information, game_wording(content.game, names)
    log, seat, program = information.log, information.seat, information.log.program
    style = page_style(content.game, wording.language)
    shown = _view_for_table(content, style, words := log_wording(wording, style))
    own = information.scene.asked if asks and seat != ONLOOKER and not bots[seat] else None
    taps = _taps_for(content, own, shown, wording) if own is not None else NO_TAPS
    turned = seat == 1 and any(plan.turns for plan in style.boards.values())
    moves = _moves_on_boards(information, back) if style.boards else NO_MOVES
    hand = hand_labels(program, seat)
    look = Presentation(wording, style, taps, turned, moves, content.game.looks.table)
    items = mark_new_cards(unhidden(shown, look.table), log, hand)
    if own is not None:
        look = replace(look, subject=_subject_of(content, items, look, hand))
    asked = None if own is None else _question(content, own, look, items, bots)
    lines, fresh = page_lines(log, words, content.game)
    passed = current_pass(look.table.numbered, program, information.scene, shown["values"])
    earlier, since = _log_parts(lines, fresh, log, words, content.game)
    return {
        "game": program.game,
        "seat": seat,
        "name": "" if seat == ONLOOKER else wording.player(seat),
        "names": list(wording.players),
        "over": information.scene.over,
        "mark": f"{epoch}.{len(log.events)}",
        "moment": "" if seat == ONLOOKER else moment_of(log, epoch),
        "stage": "" if information.scene.over else " · ".join(_stage_words(information, look.wording)),
        "where": _whereabouts([*lines, *fresh], information, look.wording, passed),
        "turn": _turn(information, shown, asked, look.wording),
        "chosen": sum(line.chosen for line in fresh),
        "asked": asked,
        "look": look,
        "scene": information.scene,
        "areas": areas(shown, items, look, bots, hand, closed_zones(program, seat)),
        "trick": shown["trick"],
        "counted": counted_data(log, look.wording, passed, information.scene.over),
        "lost": lost_pieces(log, fresh, moves, _owner_facts(program, style.boards), look.wording),
        "log": earlier,
        "fresh": since,
        "leads_back": True,
        "ends": [_end_text(end, log.program, wording) for end in content.ends],
        "scores": scores(content, wording),
        "ended": _ended_data(content, look.wording) if information.scene.over else None,
        "ties": [tie_text(tie, look.wording) for tie in content.ties],
    }


def _taps_for(content: PageContent, own: Asked, shown: dict[str, Any], wording: Wording) -> Taps:
    """What can be tapped for the options of the seat's question."""
    program = content.game.program
    taps = find_taps(shown, is_set(program.sites[own.site]), cost_words(content.scope, wording))
    taps.cards.update(find_alike(shown, taps.cards, program))
    return taps


def _moves_on_boards(information: InformationState, back: bool) -> LastMoves:
    """What others have changed on boards since the seat's last choice; looking back and at the end, what was last."""
    reader = ONLOOKER if back or information.scene.over else information.seat
    return last_moves(information.log.events[:], reader)


def _question(
    content: PageContent, own: Asked, look: Presentation, items: Sequence[Item], bots: Sequence[bool]
) -> dict[str, Any]:
    """The question to the seat, as `question_data` makes it, with `twice` and whose `turn` it is."""
    information, seat = content.information, content.information.seat
    asked = question_data(content, own, look, items)
    if not asked["whole"]:
        hasty = any(bot for other, bot in enumerate(bots) if other != seat)
        # a single button cannot go wrong; what lies on the table takes as many taps however many options there are
        several = len(asked["options"]) > 1 or asked["tapped"]
        asked["twice"] = _standing_positions(content, own, hasty) if several else []
    asked["turn"] = _turn_words(information, look.wording)
    return asked


def _view_for_table(content: PageContent, style: PageStyle, words: Wording) -> dict[str, Any]:
    """The seat's view, with what definitions that the table's panels name say of players among its values.

    `led`: the seat of the player who laid the first of the cards in the middle, where the layout says who that is;
    `taken`: what was taken from players on boards, by their seats; `trick`: the last one, in words of the log.
    """
    table, shown, events = content.game.looks.table, view_of(content.information, False), content.information.log.events
    shown["trick"] = trick_data(content.game, content.information.log, words)
    shown["led"] = leader_of(shown["values"], table)
    if shown["led"] is not None:
        middle = [item for item in shown["zones"] if player_of(item) is not None and item["name"] in table.middle]
        first = first_to_lay(events[max(0, len(events) - BACK) :], middle)
        shown["led"] = shown["led"] if first is None else first
    shown["taken"] = pieces_taken(events, shown["values"], style.men, style.boards.values()) if style.men else {}
    shown["values"] += worked_values(content.game, content.information, table.worked_out)
    return shown


def _log_parts(
    lines: Sequence[LogLine], fresh: Sequence[LogLine], log: SeatLog, words: Wording, game: StartedGame
) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The entries of the log that a page shows: up to the seat's last choice, and since then."""
    shown = newest_lines(lines, max(LEAST_SHOWN, LINES_SHOWN - len(fresh)))
    setup = partial(setup_words, words) if len(shown) == len(lines) else None
    earlier, since = with_points([shown, fresh], log, words, game)
    return log_entries(earlier, setup), log_entries(since)


def setup_words(wording: Wording, number: int) -> str:
    """The line for what was done before anybody chose."""
    return wording.say_count("Set-up: {number} step", "Set-up: {number} steps", number)


def page_lines(
    log: SeatLog, words: Wording, game: StartedGame, most: int = MOST_LINES
) -> tuple[list[LogLine], list[LogLine]]:
    """The last lines of a page's log up to the seat's last choice, and those since then; words: of its log."""
    lines, fresh = log_lines(log, words, most, page_style(game, words.language).unlogged)
    return lines, fresh[1:] if fresh and _is_own_move(log, fresh[0].number) else fresh


def _owner_facts(program: ir.Program, boards: Mapping[str, BoardPlan]) -> set[str]:
    """The facts of the places of boards that say whose a piece is."""
    return {slot.declared for slot in program.ints if slot.kind == "thing player" and is_piece(slot, boards)}


def _is_own_move(log: SeatLog, number: int) -> bool:
    """Whether an event only does what the seat has chosen just before: its choice has a line already."""
    chosen, event = log.events[number - 1 : number + 1] if number else ({}, {})
    own = chosen.get("kind") == "choose" and chosen["seat"] == log.visibility.seat
    return bool(own and event["kind"] == "move" and event["words"] == chosen["decision"])


def _standing_positions(content: PageContent, asked: Asked, hasty: bool) -> list[int]:
    """The positions of the options that may stand as soon as they are chosen."""
    program, seat = content.game.program, content.information.seat
    kept = _STANDING.setdefault(content.game, {})
    found = kept.get((asked.site, seat, hasty))
    if found is None:
        found = kept[asked.site, seat, hasty] = standing_choices(program, program.sites[asked.site], seat, hasty)
    return [at for at, offer in enumerate(asked.offers) if (offer.words, offer.kind) in found]


def _whereabouts(lines: Sequence[str], information: InformationState, wording: Wording, passed: Pass | None) -> str:
    """Where the game is: the passes of its phase and of the loops around the question, and its round and turn as the
    log has them, else the step around the question; or why it ended.
    """
    if information.scene.over:
        return _reason(information, wording)
    number = pass_text(passed, information.log.program, wording) if passed is not None else ""
    step = _turn_or_step(lines, information, wording, "" if passed is None else passed.phase)
    return " · ".join(part for part in [number, *_stage_words(information, wording), step] if part)


def _stage_words(information: InformationState, wording: Wording) -> list[str]:
    """The passes of the loops around the question: morning."""
    names, stages = information.log.program.names, information.scene.stages
    return [str(value_text(shown_value(names, kind, number), kind, wording)) for kind, number in stages]


def _turn_or_step(lines: Sequence[str], information: InformationState, wording: Wording, phase: str) -> str:
    """The round and turn as the log has them, else the step around the question, if it is not that phase."""
    turn = next((line.removeprefix(ROUND) for line in reversed(lines) if line.startswith(ROUND)), "")
    if turn:
        own = _last_turn(information)
        return wording.say("round {number}", number=own["round"]) if own["seat"] == information.seat else turn
    asked, program = information.scene.asked, information.log.program
    site = asked.site if asked is not None else information.scene.others
    around = program.sites[site].path[:-1] if site >= 0 else []
    return fill(program, wording.step(around[-1]), wording) if around and around[-1] != phase else ""


def _turn_words(information: InformationState, wording: Wording) -> str:
    """The words for being asked: somebody may be asked in the turn of somebody else."""
    own = _last_turn(information)["seat"] in (None, information.seat)
    return wording.say("Your turn") if own else wording.say("Your choice")


def _last_turn(information: InformationState) -> SeatEvent:
    """The event with which the turn began, as far as it is among the last ones."""
    events = information.log.events
    recent = events[max(0, len(events) - MOST_OF_A_TURN) :]
    return next((event for event in reversed(recent) if event["kind"] == "turn"), {"seat": None})


def _reason(information: InformationState, wording: Wording) -> str:
    """Why the game is over, in the words of the rules."""
    events = information.log.events
    ended = [event for event in events[max(0, len(events) - 1) :] if event["kind"] == "end"]
    return caption_in(ended[0]["reason"], wording) if ended else ""


def _subject_of(content: PageContent, shown: Sequence[Item], look: Presentation, hand: Collection[str]) -> Subject:
    """What the seat's question is about, of the items that are drawn on the table and in its hand."""
    events = content.information.log.events
    closed = closed_zones(content.game.program, content.information.seat)
    # a place of a player that nobody else sees into is a number in that player's panel
    items = {item["label"]: item for item in shown}
    drawn = {
        label: item
        for label, item in items.items()
        if label not in hand and (label not in closed or player_of(item) is None or lies_in_middle(item, look.table))
    }
    own = {label: items[label] for label in hand if label in items}
    return find_subject(events[max(0, len(events) - RECENT_SUBJECTS) :], drawn, own)


def _turn(information: InformationState, shown: dict[str, Any], asked: dict[str, Any] | None, wording: Wording) -> str:
    """The line that says what is asked, and of whom."""
    if shown["over"]:
        winners, program = shown["winners"], information.log.program
        result = win_text(winners, program.players, winners in program.teams, wording)
        return wording.say("The game is over: {result}.", result=result)
    if asked is not None:
        turn = wording.say("Your turn")
        return turn if asked["text"] == turn else wording.say("Your turn: {question}", question=asked["text"])
    others = [wording.player(seat) for seat in shown["pending"] if seat != shown["seat"]]
    program, site = information.log.program, information.scene.others
    # what the one who has to choose is asked, as all may know: the log says it once the choice is made
    waits = wording.say("Waiting for {players}", players=wording.join(others) if others else wording.say("the others"))
    # words such as `a turn` say nothing more
    told = site >= 0 and not is_turn(program.sites[site])
    return f"{waits}: {question(program, program.sites[site], wording)}" if told else waits


# -- the score, and how far it is to the end


def _end_text(end: ToGo, program: ir.Program, wording: Wording) -> str:
    """What ends the game, and how much is missing until then."""
    words = fill(program, wording.step(end.words), wording)
    return wording.say("{number} to go ({condition})", condition=words, number=end.number)


def _ended_data(content: PageContent, wording: Wording) -> dict[str, Any]:
    """How the game has ended: who has won, why it is over and what decides, and each player's place and points."""
    information, program = content.information, content.game.program
    winners = list(information.scene.end.winners) if information.scene.end is not None else []
    result = win_text(winners, program.players, winners in program.teams, wording)
    if information.seat != ONLOOKER and 0 < len(winners) < program.players:
        own = wording.say("You won") if information.seat in winners else wording.say("You lost")
        result = f"{own}: {result}"
    rows = scores(content, wording)
    told = len(rows) > 2 or any(row["score"] for row in rows)
    return {
        "result": result[:1].upper() + result[1:],
        "why": _reason(information, wording),
        "rule": _winning_rule(program, rows, wording),
        # which of two has won is said above
        "rows": [row | {"own": row["name"] == wording.player(information.seat)} for row in rows] if told else [],
    }


def _winning_rule(program: ir.Program, rows: Sequence[Mapping[str, Any]], wording: Wording) -> str:
    """Which points win, in a sentence; "" unless the points that are shown have decided."""
    most, of = program.ranking[0][1], program.ranking_words[0]
    named = of == "score" or of in {part.words for part in program.score_parts}
    points = [row["score"] for row in rows]
    if not program.scored or not named or not all(text.lstrip("-").isdigit() for text in points):
        return ""
    best = (max if most else min)(map(int, points))
    if any((int(row["score"]) == best) != (row["rank"] == 1) for row in rows):
        return ""
    return (
        wording.say("The highest number of points wins.") if most else wording.say("The lowest number of points wins.")
    )


def scores(content: PageContent, names: Sequence[str] | Wording) -> list[dict[str, Any]]:
    """Each player's score as far as this seat may know, with its parts; best first when the game is over."""
    if not content.scores:
        return []
    wording = game_wording(content.game, names)
    end, players = content.information.scene.end, range(content.game.program.players)
    ranks = end.ranks if end is not None else (0,) * len(players)
    found = []
    for player in sorted(players, key=lambda player: (ranks[player], player)):
        parts = content.scores[player]
        known = total(parts)
        score = ("?" if known is None else str(known)) if content.game.program.scored else ""
        found.append(
            {
                "name": wording.player(player),
                "rank": ranks[player],
                "score": score,
                "lines": [f"{amount}  {text}".replace(FIXED, " ") for amount, text in part_words(parts, wording)],
            }
        )
    return found
