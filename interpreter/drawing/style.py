"""The style of a game's cards: their colours, symbols, words and layouts, and what is printed on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..base.appearance.inline_icons import plain_sentence
from ..base.appearance.layouts import CardLayout
from ..base.appearance.looks import NO_LOOK, Look, Looks
from ..program import ir

# colours of words that the ruleset gives none, in the order in which they are declared
OTHERS = ("blue", "orange", "green", "purple", "red", "brown", "pink", "grey")
FACES = ("front", "back")


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a kind of cards; kind: int, bool, text or `thing NAME`.

    group, member: the attribute with an index that it belongs to and the member that it is for; else "".
    """

    name: str
    kind: str
    group: str = ""
    member: str = ""

    @property
    def is_thing(self) -> bool:
        """Whether its values are members of a thing, or players."""
        return self.kind.startswith("thing ")


@dataclass(frozen=True, slots=True)
class CardStyle:
    """The style of a game's cards, for the table and print.

    others: the colours of words that have none of their own; kinds: by component and face what is printed there;
    members: by the name of a thing the words of its members.
    """

    game: str
    looks: Looks
    others: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[tuple[str, str], Sequence[Attribute]] = field(default_factory=dict)
    members: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def colour(self, words: Iterable[str]) -> str:
        """The colour name of the first word that has one of its own; else of the first that has any."""
        words = [*words]
        for word in words:
            if colour := self.looks.of(word).colour:
                return colour
        return next((colour for word in words if (colour := self.others.get(word, ""))), "")

    def look(self, attribute: Attribute) -> Look:
        """The look of the numbers of an attribute: its own, or that of the member that it is for."""
        own = self.looks.of(attribute.name)
        return self.looks.of(attribute.member) if attribute.member and own == NO_LOOK else own

    def word(self, name: str) -> str:
        """The words of a name as people read them: all words on cards are taken from here."""
        return self.looks.wording.name(name)

    def sentence(self, member: str) -> str:
        """The sentence for a member of a thing with words in place of icons, "" for none."""
        return plain_sentence(self.looks.texts.get(member, ""), self.looks.words, self.looks.names)

    def has_texts(self, attribute: Attribute) -> bool:
        """Whether members of its thing have sentences."""
        words = self.members.get(attribute.kind.partition(" ")[2], ()) if attribute.is_thing else ()
        return any(word in self.looks.texts for word in words)

    def layout(self, component: str, face: str) -> CardLayout:
        """The layout that the ruleset gives a face; of a back only its size."""
        laid = self.looks.cards.get(component, CardLayout())
        return laid if face == "front" else CardLayout(size=laid.size)


def card_style(
    game: str,
    looks: Looks,
    members: Mapping[str, Sequence[str]],
    attributes: Mapping[str, Sequence[tuple[str, str, str]]],
) -> CardStyle:
    """Return the style of a game's cards.

    members: the words of each kind of thing; attributes: by component, each with its name, face and kind, as a program
    has them.
    """
    named = {kind: words for kind, words in members.items() if kind != "player"}
    others: dict[str, str] = {}
    for kind, words in named.items():
        if not kind.isidentifier():  # texts on cards
            continue
        for number, word in enumerate(words):
            others.setdefault(word, OTHERS[number % len(OTHERS)])
    kinds = {
        (component, face): [
            Attribute(
                name,
                "text" if (component, name) in looks.sentences else kind,
                *looks.indexed.get(component, {}).get(name, ("", "")),
            )
            for name, side, kind in listed
            if side == face
        ]
        for component, listed in attributes.items()
        for face in FACES
    }
    return CardStyle(game, looks, others, kinds, named)


def card_orders(program: ir.Program) -> dict[str, dict[str, list[str]]]:
    """By kind of cards the attributes in the order of a hand: things as they are declared, then all others.

    With each: the words of its values in order, none where these are numbers.
    """
    kinds = [*program.names]
    found = {}
    for component, attributes in program.attributes.items():
        things = {name: kind.removeprefix("thing ") for name, _, kind in attributes if kind.startswith("thing ")}
        names = sorted(things, key=lambda name: kinds.index(things[name]) if things[name] in kinds else len(kinds))
        found[component] = {name: program.names.get(things[name], []) for name in names}
        found[component] |= {name: [] for name, _, _ in attributes if name not in things}
    return found
