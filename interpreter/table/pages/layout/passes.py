"""Which pass of its phase a game is in, by the number that the rules count them with: Hand 3."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ....base.display_names import Wording
from ....program import ir
from ....program.wording import fill
from ....seats.phrases.arrangement import Item
from ....seats.scene import Scene
from ....seats.seat_log import SeatLog
from .recent import Counted, points_before

# `a hand` is called Hand 3
ARTICLE = re.compile(r"(?:an?|the|eine?|der|die|das) ")


class Pass(NamedTuple):
    """A pass of a phase: the words of the phase, the name of the number that counts its passes, and that number."""

    phase: str
    counter: str
    number: int


def current_pass(numbered: Mapping[str, str], program: ir.Program, scene: Scene, values: Iterable[Item]) -> Pass | None:
    """Return the pass in which a question is; None where its phase is not counted.

    numbered: the counters of phases, as the layout has them; values: of the reader's view.
    """
    site = scene.asked.site if scene.asked is not None else scene.others
    phases = [program.sites[site].path[0]] if site >= 0 else [*numbered]
    if len(phases) != 1 or phases[0] not in numbered:
        return None
    counter = numbered[phases[0]]
    known = (one for one in values if one["name"] == counter and not one["indexes"] and not one.get("hidden"))
    number = next((one["value"] for one in known), 0)
    return Pass(phases[0], counter, number) if number else None


def pass_text(found: Pass, program: ir.Program, wording: Wording) -> str:
    """The name of a pass: Hand 3."""
    words = ARTICLE.sub("", fill(program, wording.step(found.phase), wording), count=1)
    return f"{words[:1].upper()}{words[1:]} {found.number}"


def finished_pass(counted: Counted, log: SeatLog, now: Pass, over: bool) -> Pass | None:
    """Return the pass at whose end a step has counted; None if it goes on, or the step counts more than once in it."""
    begun = [event for event in log.events if event["kind"] == "set" and event["label"] == now.counter]
    before = [event for event in begun if event["number"] < counted.number]
    if not before or (before[-1]["value"] == now.number and not over):
        return None
    end = next((event["number"] for event in begun if event["number"] > counted.number), len(log.events))
    times, counts = 0, False
    for event in log.events[before[-1]["number"] : end]:
        if event["kind"] == "choose":
            counts = False
        elif event.get("words") == counted.words:
            times, counts = times + (not counts), True
    return now._replace(number=before[-1]["value"]) if times == 1 else None


def is_within(step: str, phase: str, program: ir.Program) -> bool:
    """Whether a step stands in a phase itself, not in another step of it."""
    nodes = program.nodes
    return any(node.words == step and node.above >= 0 and nodes[node.above].words == phase for node in nodes)


def rows_of_all(counted: Counted, log: SeatLog, program: ir.Program) -> tuple[tuple[int, int, int | None], ...]:
    """The rows of what was counted, with those who got nothing, where everybody sees what all have."""
    everybody = (1 << program.players) - 1
    if any(slot.see != everybody for slot in program.ints if slot.declared == counted.counter):
        return counted.rows
    rows = {row[0]: row for row in counted.rows}
    for player in {*range(program.players)} - rows.keys():
        label = f"player {player + 1}.{counted.counter}"
        rows[player] = player, 0, points_before(log, label, len(log.events), program)
    return tuple(row for _, row in sorted(rows.items()))
