"""A net that has learned a game, and the file beside a ruleset that keeps such nets: `.learned`, as JSON.

A net belongs to what play depends on: a change of names, layout or `about` leaves it as it is, others make it stale.
"""

from __future__ import annotations

import base64
import hashlib
import json
import struct
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...base.errors import UsageError
from ...program import ir
from .writing.layout import HEAD, UNITS

FORMAT = "stammtisch-learned-1"
ENDING = ".learned"
Groups = list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class SearchSetting:
    """How a search asks the net.

    heat: how much it follows its liking; ahead: how many of its decisions come before its value counts; iterations: how
    many games are begun for a choice.
    """

    heat: float
    ahead: int
    iterations: int


@dataclass(frozen=True, slots=True)
class LearnedNet:
    """A net: the hash of the play it has learned, payoffs as shares (least, scale), its weights as 32-bit floats.

    rows, options: names of the groups of rows and how many each has. measured: what it came to, in the words of
    `learn`; made: how it was learned.
    """

    hash: str
    players: int
    payoffs: tuple[float, float]
    rows: Groups
    options: Groups
    weights: array[float]
    search: SearchSetting
    measured: dict[str, Any] = field(default_factory=dict)
    made: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The net as JSON data; weights are kept with 16 bits."""
        halves = struct.pack(f"<{len(self.weights)}e", *self.weights)
        return {
            "hash": self.hash,
            "players": self.players,
            "payoffs": [*self.payoffs],
            "search": [self.search.heat, self.search.ahead, self.search.iterations],
            "measured": self.measured,
            "made": self.made,
            "rows": self.rows,
            "options": self.options,
            "weights": base64.b64encode(zlib.compress(halves, 9)).decode(),
        }


def net_from_json(data: dict[str, Any]) -> LearnedNet:
    """A net from its JSON data. Raises ValueError, KeyError or TypeError where it is none."""
    halves = zlib.decompress(base64.b64decode(data["weights"]))
    weights = array("f", struct.unpack(f"<{len(halves) // 2}e", halves))
    rows, options = ([(str(name), int(size)) for name, size in data[part]] for part in ("rows", "options"))
    wanted = HEAD // 4 + UNITS * sum(size for _, size in rows) + HEAD // 4 * sum(size for _, size in options)
    if len(weights) != wanted:
        raise ValueError(f"{len(weights)} weights, where there should be {wanted}")
    heat, ahead, iterations = data["search"]
    low, scale = map(float, data["payoffs"])
    return LearnedNet(
        str(data["hash"]),
        int(data["players"]),
        (low, scale),
        rows,
        options,
        weights,
        SearchSetting(float(heat), int(ahead), int(iterations)),
        dict(data["measured"]),
        dict(data["made"]),
    )


def strength_words(against: str, games: int, share: float, low: float, high: float, even: float) -> str:
    """Measured strength as a sentence without its end: wins 62.5 % (54.1 to 70.2) of 120 games against search:200."""
    won = f"wins {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {games} games"
    return f"{won} against {against} (even: {100 * even:.1f} %)"


def play_hash(program: ir.Program) -> str:
    """A hash of all that play depends on; names, layout and explanations are not among it."""
    told = [
        program.players,
        [(slot.low, slot.high, slot.see, slot.kind) for slot in program.ints],
        [
            (slot.kind, slot.component, sorted(slot.see.items()), slot.start, slot.segments, slot.groups, slot.settled)
            for slot in program.lists
        ],
        sorted(program.tables.items()),
        [(name, made.params, made.body) for name, made in program.functions.items()],
        [block.body for block in program.blocks],
        [
            (
                site.seat,
                site.options,
                site.group,
                [(e.kind, e.base, e.low, e.count, e.apply, e.target) for e in site.entries],
            )
            for site in program.sites
        ],
        [(card.component, card.values, card.look) for card in program.cards],
        program.ranking,
        (program.score, program.payoff),
    ]
    return hashlib.blake2b(repr(told).encode(), digest_size=16).hexdigest()


def net_file(ruleset: Path) -> Path:
    """The file of the nets of a ruleset's file."""
    return ruleset.with_suffix(ENDING)


def read_nets(file: Path) -> list[LearnedNet]:
    """The nets of a file, none where there is no such file. Raises UsageError where it is damaged or too new."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} cannot be read: {error}") from None
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise UsageError(f"{file} has the format {data['format']!r}, which this version does not know")
        return [net_from_json(one) for one in data["nets"]]
    except (ValueError, KeyError, TypeError, struct.error, zlib.error) as error:
        raise UsageError(f"{file} is damaged ({error}): delete it and learn again") from None


def nets_text(nets: Sequence[LearnedNet]) -> str:
    """The text of a file with nets, each on a line."""
    lines = ",\n".join(json.dumps(net.to_json(), ensure_ascii=False) for net in nets)
    return f'{{"format": "{FORMAT}", "nets": [\n{lines}\n]}}\n'
