"""Lay out a seat's belief: cards renumbered and reordered so that positions reveal only what the seat knows."""

from __future__ import annotations

from collections.abc import Collection, Set
from functools import cached_property

from ..backend.native.belief import BeliefPosition, Cell, Choice
from ..game.state import State
from ..program import ir
from ..seats.offers import offered
from .inference import Inference, inference_of, place_in
from .observed_choices import Snapshot as Before
from .program_analysis import analysis_of, bits
from .watcher import watcher_of

# faces known, looks, marks, tag, choices that depended on the card, what else holds it
Key = tuple[int, tuple[object, ...], tuple[int, ...], int, tuple[int, ...], list[int]]


class BeliefLayout:
    """The layout of one seat's belief. Cards of one look are renumbered in the order of their places."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat, self.program = state, seat, state.game.program
        self.cards = watcher_of(state, seat).cards
        self.trail: Inference = inference_of(state, seat)
        self.v, self.z = self.trail.present(state)
        self.facts = analysis_of(state.game)
        self.lost = self.trail.lost_numbers()
        self.places: dict[int, int] = {}
        self.renamed: dict[int, int] = {}
        self.pools: list[list[int]] = []
        self.mixed: list[list[Cell]] = []
        self.loose: list[set[int]] = []

    # -- cards: in which order they are laid out, how they are numbered

    @cached_property
    def signs(self) -> dict[int, tuple[int, ...]]:
        """For each card unknown to the seat, the choices of others that depended on it."""
        found: dict[int, list[int]] = {}
        for number, item in enumerate(self.trail.seen):
            for card in item.apart:
                found.setdefault(card, []).append(number)
        return {card: (*numbers,) for card, numbers in found.items()}

    def mask(self, card: int) -> int:
        """The faces of a card that the seat knows, as bits."""
        return self.cards.known(card)

    def is_known(self, card: int) -> bool:
        """Whether the seat knows everything on a card."""
        return self.mask(card) == self.cards.visibility.card_has[card]

    @cached_property
    def links(self) -> dict[int, list[int]]:
        """The slots and lists other than zones that the seat knows to hold each card; a list as ~ of its number."""
        found: dict[int, list[int]] = {}
        left_out = self.trail.left_out()
        left_out |= {slot for one in self.trail.meant for slot in one.slots if len(one.cards) > 1 and not one.own}
        spent, gone = self.left_out(self.v[ir.PC], left_out)
        for number in self.facts.lists:
            if number >= self.program.zones and number not in gone:
                for card in self.z[number]:
                    found.setdefault(card, []).append(~number)
        for number in self.facts.numbers:
            if number not in spent:
                found.setdefault(self.v[number], []).append(number)
        return found

    @cached_property
    def key(self) -> list[Key]:
        """For each card everything by which the seat can tell it from others, where it lies."""
        found: list[Key] = []
        tags = self.cards.tags
        for card in range(len(self.program.cards)):
            mask = self.mask(card)
            looks = tuple((x is None, x or 0) for x in self.cards.visibility.looks(card, mask))
            marks = tuple(self.v[slot + card] for slot in self.facts.marks)
            signs, links = self.signs.get(card, ()), self.links.get(card, [])
            found.append((-mask, looks, marks, tags.get(card, 1 << 30), signs, links))
        return found

    def sort_key(self, card: int) -> tuple[object, ...]:
        """The key by which cards are sorted: BeliefLayout.key, and for equal ones a random number, as for options."""
        return self.key[card], self.cards.lot(card)

    def order(self) -> dict[int, list[int]]:
        """The cards of each zone in an order that depends only on what the seat knows."""
        found = {}
        for number, slot in enumerate(self.program.lists[: self.program.zones]):
            if slot.kind not in ("set", "pile"):
                continue
            inside = self.z[number]
            if slot.kind == "pile":
                found[number] = self.pile_order(number, inside)
            else:
                marks = self.z[slot.groups] if slot.groups >= 0 else [0] * len(inside)
                laid = {mark: at for at, mark in reversed(list(enumerate(marks)))}  # groups keep their order
                groups = {card: laid[mark] for card, mark in zip(inside, marks, strict=True)}
                found[number] = sorted(inside, key=lambda card: (groups[card], self.sort_key(card)))
        return found

    def pile_order(self, zone: int, inside: list[int]) -> list[int]:
        """The order of a pile: cards with places known to the seat stay there, the others by what is known of them."""
        order = self.cards.order[zone]
        if all(card is not None for card in order):
            return inside[:]
        placed = {card for card in order if card is not None}
        cells: list[Cell] = [(zone, at) for at, card in enumerate(order) if card is None]
        parts = self.z[self.program.lists[zone].segments] if self.program.lists[zone].segments >= 0 else []
        spans = list(zip(parts[::2], parts[1::2], strict=False))
        at = {card: place_in(parts, n) for n, card in enumerate(inside)}
        lying = (card for card in inside if card not in placed)
        loose = sorted(lying, key=lambda card: (self.key[card], self.turn(card), at[card], self.cards.lot(card)))
        together = any(low <= cells[0][1] and cells[-1][1] < high for low, high in spans)
        if not together and any(self.key[card] != self.key[loose[0]] for card in loose):
            self.mixed.append(cells)
        self.loose.append({*loose})
        rest = iter(loose)
        return [next(rest) if card is None else card for card in order]

    def turn(self, card: int) -> int:
        """The place of a card in the first list that the seat knows to hold it, -1 without one."""
        held = next((~link for link in self.links.get(card, ()) if link < 0), None)
        return -1 if held is None else self.z[held].index(card)

    def number(self, cards: list[int]) -> None:
        """Give known cards the first numbers of their look, and assign places to the others."""
        looks: dict[int, list[int]] = {}
        for number, made in enumerate(self.program.cards):
            looks.setdefault(made.look, []).append(number)
        among = self.trail.among
        for card in sorted(filter(self.is_known, cards), key=lambda card: among[card].bit_count()):
            rest = looks[self.program.cards[card].look]
            name = next((name for name in rest if among[card] >> name & 1), rest[0])
            rest.remove(name)
            self.renamed[card] = name
        left: dict[str, list[int]] = {}
        for name in sorted(name for rest in looks.values() for name in rest):
            left.setdefault(self.program.cards[name].component, []).append(name)
        for component in self.program.attributes:
            hidden = [
                card for card in cards if self.program.cards[card].component == component and card not in self.renamed
            ]
            if hidden:
                for card in hidden:
                    self.places[card] = len(self.places)
                self.pools.append(left[component])

    def fits(self, card: int) -> tuple[int, int]:
        """The cards of its pool that a card may be, by all that the seat has seen and by its look alone, as bits."""
        pool = next(pool for pool in self.pool_bits if pool & self.facts.any_card[card])
        looks = self.facts.alike(card, self.mask(card)) & pool
        return looks & self.trail.among[card], looks

    @cached_property
    def pool_bits(self) -> list[int]:
        """The pools as bit sets."""
        return [bits(pool) for pool in self.pools]

    # -- positions

    @cached_property
    def names(self) -> list[int]:
        """The new number of each card, or ~ of its place's number."""
        found = {**self.renamed, **{card: ~place for card, place in self.places.items()}}
        return [found.get(card, card) for card in range(len(self.program.cards))]

    def position(
        self,
        before: Before,
        order: dict[int, list[int]],
        unseen: Collection[int],
        names: list[int] | None = None,
        matter: Set[int] | None = None,
    ) -> BeliefPosition:
        """A position with its cards renumbered; `order` has the cards of zones with another order.

        What is `unseen` is left out. `names`: what each card is called, where that is not what it is called now; of
        those that do not `matter` any one is taken.
        """
        v, z = before
        made, names, (spent, gone) = BeliefPosition(v[:], z[:]), names or self.names, self.left_out(v[ir.PC], unseen)
        any_card = self.pools[0][0] if self.pools else 0
        then = {~name: card for card, name in enumerate(names) if name < 0}
        if matter is not None:
            names = [name if card in matter else any_card for card, name in enumerate(names)]
        for number in spent:
            made.v[number] = self.program.ints[number].low if number in unseen else 0
        for number in gone:
            made.z[number] = []
        for number in self.facts.lists:
            if number in gone:
                continue
            cards = order.get(number, z[number])
            marks = self.program.lists[number].groups
            if marks >= 0 and number in order:
                groups = dict(zip(z[number], z[marks], strict=True))
                made.z[marks] = [groups[card] for card in cards]
            found = [names[card] if card >= 0 else any_card for card in cards]
            if not order or number in self.facts.computed:
                self.sort(found, number, z)
            if found and min(found) < 0:
                made.cells += [((number, at), ~name) for at, name in enumerate(found) if name < 0]
                found = [any_card if name < 0 else name for name in found]
            made.z[number] = found
        for number in self.facts.numbers:
            if 0 <= v[number] < len(names) and number not in spent:
                name = names[v[number]]
                made.v[number] = any_card if name < 0 else name
                if name < 0:
                    made.cells.append(((-1, number), ~name))
        for slot in self.facts.marks:
            marks_on = v[slot : slot + len(names)]
            made.v[slot : slot + len(names)] = [0] * len(names)
            for card, name in enumerate(names):
                if name >= 0 and (matter is None or card in matter):
                    made.v[slot + name] = marks_on[card]
            made.marks.append((slot, [marks_on[then.get(place, card)] for card, place in self.places.items()]))
        return made

    def left_out(self, block: int, unseen: Collection[int]) -> tuple[set[int], set[int]]:
        """The number slots and lists to leave empty: nobody will read them, or the seat cannot know them."""
        first = len(self.program.ints)
        numbers, lists = self.facts.dead_slots[block] if block >= 0 else ([], [])
        listed = {slot - first for slot in unseen if slot >= first}
        return {*numbers, *(slot for slot in unseen if slot < first)}, {*lists, *listed}

    def sort(self, names: list[int], number: int, z: list[list[int]]) -> None:
        """Sort lists whose order might reveal something, unless the seat certainly knows it."""
        slot = self.program.lists[number]
        parts = z[slot.segments] if slot.segments >= 0 else []
        if (slot.kind == "set" and slot.groups < 0) or number in self.facts.computed:
            parts = [0, len(names)]
        for low, high in zip(parts[::2], parts[1::2], strict=False):
            names[low:high] = sorted(names[low:high], key=rank)

    def chosen_card_cells(self) -> list[tuple[Cell, list[int]]]:
        """The cells that hold a card chosen unseen, each with the numbers of the cards it may be."""
        found: list[tuple[Cell, list[int]]] = []
        spent = self.facts.dead_slots[self.v[ir.PC]][0]
        open_ = {slot: one for one in self.trail.meant if not one.own for slot in one.slots if len(one.cards) > 1}
        for slot, meant in sorted(open_.items(), key=lambda item: item[0]):
            if self.v[slot] == meant.card and slot not in spent and slot not in self.lost:
                found.append(((-1, slot), sorted(self.names[card] for card in meant.cards)))
        return found

    # -- options

    def options(self, made: BeliefPosition) -> list[Choice]:
        """The seat's options in the order shown; of cards alike to it the first comes first."""
        site = dict(self.state.sites()).get(self.seat)
        if site is None:
            return []
        found = [self.choice(site, number, made, (self.v, self.z)) for number in offered(self.state, self.seat)]
        cards = {place: card for card, place in self.places.items()}
        alike: dict[tuple[object, ...], list[Choice]] = {}
        for base, place in found:
            if place >= 0:
                mask, looks, _, tag, *_ = self.key[card := cards[place]]
                alike.setdefault((base, self.cards.zone[card], mask, looks, tag), []).append((base, place))
        rest = {choice: one for same in alike.values() for choice, one in zip(same, sorted(same), strict=True)}
        return [rest.get(choice, choice) for choice in found]

    def choice(
        self, site: int, number: int, made: BeliefPosition, before: Before, names: list[int] | None = None
    ) -> Choice:
        """An option with its card renumbered, from the position `before` to the position `made`.

        `names` as for `position`.
        """
        entry = next(e for e in self.program.sites[site].entries if e.base <= number < e.base + e.count)
        card = number - entry.base + entry.low
        if not entry.kind.startswith("card ") or card < 0:
            return number, -1
        base = entry.base - entry.low
        name = (names or self.names)[card]
        if name < 0:
            return base, ~name
        if site in self.facts.once:
            zones = enumerate(self.program.lists)
            zone = next(n for n, slot in zones if slot.kind in ("set", "pile") and card in before[1][n])
            name = first_like(self.program, name, zone, made, self.facts.once[site])
        return base + name, -1


def rank(name: int) -> tuple[bool, int]:
    """The sort key of a card's new number: known cards before places."""
    return name < 0, abs(name)


def first_like(program: ir.Program, name: int, zone: int, made: BeliefPosition, naming: set[Cell]) -> int:
    """The first card in its zone that looks like the one offered, among those held by the same cells.

    So it is none that is chosen already, or excepted by its name.
    """
    drawn, looks = {cell for cell, _ in made.cells}, program.tables["look"]

    def cells_naming(card: int) -> set[Cell]:
        numbers = {(-1, at) for number, at in naming if number < 0 and made.v[at] == card}
        lists = {(number, 0) for number, _ in naming if number >= 0 and card in made.z[number]}
        return numbers - drawn | lists

    alike = [c for at, c in enumerate(made.z[zone]) if (zone, at) not in drawn and looks[c] == looks[name]]
    return next((card for card in alike if cells_naming(card) == cells_naming(name)), name)
