"""Where the hunter's random choices come from, and the odd names, numbers and texts that it likes.

For tests they come from hypothesis, which makes a failing program small; for long hunts from a plain random generator,
as hypothesis tries much that is nearly the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

ORDINARY = (
    *("score_of", "worth", "level", "mark", "stock", "tally", "width", "debt", "rank", "share", "pot", "store", "heap"),
    *("gift", "extra", "one_more", "drawn", "best", "rival", "friend", "held", "limit", "sum_of", "near", "price"),
    *("lane", "hut", "gate", "crop", "suit", "guild", "wood", "stone", "tile", "deed", "rope", "lamp", "kiln"),
)
# what Python, a file name or a reader may take otherwise than the language does
ODD = (
    *("μ", "fish", "x2", "hut", "Ångström", "K", "état", "été"),
    *("ß", "straße", "İ", "ı", "名前", "Ωmega", "a" * 120, "z" * 260, "_", "__", "__class__"),
    *("def", "lambda", "class", "None", "print", "self", "v", "z", "s", "random", "state", "list", "len", "T_x", "str"),
    *("top", "cards", "player_1", "phase", "turn", "game", "up", "phase_1"),
    *("yes", "no", "on", "null", "inf", "nan", "e1", "x_1_1", "n", "N", "count", "size", "number", "row", "value"),
)
# what is no name, as it is read in more than one way: a ruleset with one is refused, so they are rare
UNREADABLE = ("µ", "ﬁsh", "x²", "ſet", "ª", "ℌut", "\u212a", "ﬆone", "ｗide", "Ⅳ", "\u2126mega")
WORDS = (
    "take a step",
    "a market day",
    "somebody pays",
    "the cards move",
    "all look",
    "Sell it",
    "Build",
    "Rest",
    "Öffnen",
)
ODD_WORDS = (
    *(
        "it costs 1/2",
        "who's there",
        'a "quoted" word',
        "a: b",
        "# a sign",
        "- a dash",
        "[a list]",
        "{a: b} c",
        "a / b",
    ),
    *(
        "%s and %d",
        "a\\b c",
        "the end",
        "every decision",
        "a  b",
        "Ａ wide one",
        "for each one",
        "nothing at all",
        "*a b*",
    ),
    *("w" * 90 + " long", "long " * 70 + "words", "Nothing", "none of it", "turn again", "🍺 beer", "bold & small"),
)
HUGE = (
    127,
    255,
    256,
    1000,
    65_536,
    99_999,
    100_000,
    100_001,
    1_000_000,
    10**7,
    10**8,
    10**8,
    10**9,
    10**9,
    2**31,
    10**20,
)


class Source:
    """Draws with `draw(most)`, a number from 0 to `most`.

    oddness, hugeness, looseness, 0 to 1: how often a name or text is odd, a number huge, an expression of a wrong type.
    """

    def __init__(self, draw: Callable[[int], int]) -> None:
        self.draw = draw
        self.oddness = self.pick((*[0.0] * 8, 0.01, 0.03, 0.15, 0.4))
        self.hugeness = self.pick((*[0.0] * 7, 0.01, 0.02, 0.08))
        self.looseness = self.pick((*[0.0] * 14, 0.003, 0.03))
        self.taken: set[str] = set()
        self.counter = 0

    def upto(self, most: int) -> int:
        """A number from 0 to `most`."""
        return self.draw(most) if most > 0 else 0

    def between(self, low: int, high: int) -> int:
        return low + self.upto(high - low)

    def pick(self, among: Sequence[T]) -> T:
        return among[self.upto(len(among) - 1)]

    def chance(self, share: float) -> bool:
        """True so often; the smallest draw is False."""
        return share > 0 and self.upto(999) >= 1000 - round(1000 * share)

    def some(self, among: Sequence[T], least: int = 0) -> list[T]:
        """Some of them in their order, at least so many."""
        kept = [item for item in among if self.chance(0.5)]
        return kept if len(kept) >= least else list(among[:least])

    def name(self) -> str:
        """A name that stands for nothing yet."""
        pool: tuple[str, ...] = ODD if self.chance(self.oddness) else ORDINARY
        pool = UNREADABLE if pool is ODD and self.chance(0.02) else pool
        for _ in range(8):
            name = self.pick(pool)
            if name not in self.taken:
                break
        else:
            self.counter += 1
            name = f"{name}_{self.counter}"
        self.taken.add(name)
        return name

    def words(self) -> str:
        """Words of a designer, each only once."""
        self.counter += 1
        return f"{self.pick(ODD_WORDS if self.chance(self.oddness) else WORDS)} {self.counter}"

    def number(self, low: int = 0, high: int = 6) -> int:
        """A number, small in most programs."""
        return self.pick(HUGE) if self.chance(self.hugeness) else self.between(low, high)
