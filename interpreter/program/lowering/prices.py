"""Prices: the goods that a step must pay, and the words of a refusal if one is missing."""

from __future__ import annotations

from dataclasses import dataclass

from ...check.checked import Price
from ...check.types import Local, Typed, free
from .layout import Env, Layout


@dataclass(frozen=True, slots=True)
class Due:
    """One good to pay, for one member where it has an index; all: the goods of the same payment, in order."""

    words: str
    price: Price
    bound: dict[Local, int]
    all: list[Due]

    def names(self, env: Env) -> Env:
        """The names known, with the member among them."""
        return {**env, **self.bound} if self.bound else env

    @property
    def others(self) -> list[Due]:
        """The other goods of the payment that may come from the same place, which must hold enough for all."""
        mine = self.price.source
        return [
            due
            for due in self.all
            if due is not self
            and (mine.op != "variable" or due.price.source.op != "variable" or mine.value is due.price.source.value)
            and (due.price is not self.price)  # places of different members are different ones
        ]

    def mentions(self) -> set[Local]:
        """The names that decide whether the whole payment is possible."""
        prices = [due.price for due in self.all]
        return {name for price in prices for part in (price.amount, price.source) for name in free(part)}


def dues(prices: list[Price], layout: Layout) -> list[Due]:
    """The goods to pay for these prices."""
    found: list[Due] = []
    for price in prices:
        if price.each is None:
            words = good_words(price.source, layout, {}) if len(prices) > 1 else "that much cannot be paid"
            found.append(Due(words, price, {}, found))
            continue
        member, every = price.each
        for index in range(layout.sizes[every.value]):
            bound = {member: index}
            found.append(Due(good_words(price.source, layout, bound), price, bound, found))
    return found


def good_words(source: Typed, layout: Layout, bound: dict[Local, int]) -> str:
    """The words of a refusal that names what is missing: clay, gems (ruby)."""
    name, about = source.pos.text, []
    if source.op == "variable":
        name = source.value.name.replace("_", " ")
        for arg in source.args[1 if source.value.owner else 0 :]:
            index = arg.value if arg.op == "const" else bound.get(arg.value)
            about.append(layout.label(arg.type.name, index) if isinstance(index, int) else arg.pos.text)
    which = f" ({', '.join(word.replace('_', ' ') for word in about)})" if about else ""
    return f"not enough {name}{which} to pay"
