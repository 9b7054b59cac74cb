"""A game as a saved object of Tabletop Simulator: decks, boards and tokens as JSON, with the pictures that it names.

The names in the JSON are those of the program's save files.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..base.appearance.layouts import POKER, PrintLayout
from ..drawing.style import CardStyle
from ..front.api import Ruleset
from ..seats.phrases import card_text
from .board_pages import PrintedBoard, board_picture, boards_of
from .cards import PrintedCard, cards_of, has_cards, ruleset_style
from .sheet import pictures, sheets_pdf
from .tabletop import HIGH, WIDE, CardPicture, card_pictures
from .tokens import Token, token_picture, tokens_of

# a length of 1 on the table in millimetres, as a poker card is there, and how wide a tile is that is not scaled
UNIT, TILE = 28.6, 2.0
# the rows of decks, boards and tokens on the table, and the space between things in a row
DECKS, BOARDS, TOKENS, SPACE = 0.0, 12.0, -6.0, 1.0
CIRCLE, BOX = 2, 0
WHITE = {"r": 1.0, "g": 1.0, "b": 1.0}
BOARD_DOTS, TOKEN_DOTS = 150, 360


@dataclass(slots=True)
class SavedObject:
    """The JSON of a saved object, and the files with its pictures by name."""

    text: str
    files: dict[str, bytes]


def save_object(ruleset: Ruleset, options: dict[str, Any], players: int | None, address: str) -> SavedObject:
    """Return a game as a saved object; address: where its pictures will lie, before their names.

    Raises UsageError for a wrong number of players or setting, or if a library is missing.
    """
    style = ruleset_style(ruleset, options)
    game = ruleset.game(ruleset.players[-1] if players is None else players, options)
    maker = _Maker(style, address)
    cards = cards_of(ruleset, options, players) if has_cards(ruleset, options, players) else []
    decks = [*maker.decks(cards)]
    boards = [maker.board(board) for board in boards_of(game, style, PrintLayout())]
    tokens = [maker.token(token) for token in tokens_of(ruleset, options, players)]
    for row, found in ((DECKS, decks), (BOARDS, boards), (TOKENS, tokens)):
        _lay_in_row(found, row)
    states = [state for state, _ in (*decks, *boards, *tokens)]
    saved = {"SaveName": ruleset.name, "GameMode": "", "Date": "", "Table": "", "Sky": "", "Note": "", "Rules": ""}
    text = json.dumps(saved | {"TabStates": {}, "ObjectStates": states}, ensure_ascii=False, indent=1)
    return SavedObject(text + "\n", maker.files)


def _lay_in_row(found: Sequence[tuple[dict[str, Any], float]], row: float) -> None:
    """Give things in a row their places, from the left; each comes with its width."""
    left = -sum(width + SPACE for _, width in found) / 2
    for state, width in found:
        state["Transform"] |= {"posX": round(left + width / 2, 3), "posZ": row}
        left += width + SPACE


@dataclass(slots=True)
class _Maker:
    """Makes the states of things, and the pictures that they name."""

    style: CardStyle
    address: str
    files: dict[str, bytes] = field(default_factory=dict)
    count: int = 0

    def picture(self, name: str, content: Callable[[], bytes]) -> str:
        """The address of a picture, which is made unless it is there."""
        if name not in self.files:
            self.files[name] = content()
        return self.address + name

    def state(self, name: str, nickname: str, scale: float = 1.0, **more: Any) -> dict[str, Any]:
        """The state of a thing that lies face up in the middle of the table."""
        self.count += 1
        places = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
        scales = {"scaleX": round(scale, 3), "scaleY": 1.0, "scaleZ": round(scale, 3)}
        return {
            "GUID": f"{self.count:06x}",
            "Name": name,
            "Transform": places | scales,
            "Nickname": nickname,
            "Description": "",
            "ColorDiffuse": WHITE,
            **more,
        }

    # -- cards

    def decks(self, cards: Sequence[PrintedCard]) -> Iterator[tuple[dict[str, Any], float]]:
        """Yield a deck for each kind of cards, and for the cards of each player who has own ones, with its width."""
        sheets: dict[str, dict[str, Any]] = {}
        places: dict[tuple[str, int], list[tuple[PrintedCard, int]]] = {}
        found = [*card_pictures(cards, self.style)]
        widths = {picture.component: picture.card for picture in found}
        for number, fronts in enumerate((picture for picture in found if picture.side == "front"), 1):
            sheets[str(number)] = self.sheet(fronts, found)
            for at, card in enumerate(fronts.cards):
                places.setdefault((card.component, card.seat), []).append((card, 100 * number + at))
        for (component, seat), held in places.items():
            whose = f", {self.style.looks.wording.player(seat)}" if seat >= 0 else ""
            width = widths[component] / UNIT
            yield self.deck(held, sheets, self.style.word(component) + whose, widths[component] / POKER.width), width

    def sheet(self, fronts: CardPicture, found: Sequence[CardPicture]) -> dict[str, Any]:
        """What a deck says about the pictures of its cards."""
        backs = next(
            one
            for one in found
            if one.side == "back" and one.component == fronts.component and (one.alike or one.part == fronts.part)
        )
        return {
            "FaceURL": self.picture(f"{fronts.sheet.name}.png", lambda: fronts.png),
            "BackURL": self.picture(f"{backs.sheet.name}.png", lambda: backs.png),
            "NumWidth": WIDE,
            "NumHeight": HIGH,
            # what others see of a card in a hand: its back if all are alike, else the last place of the picture
            "BackIsHidden": backs.alike,
            "UniqueBack": not backs.alike,
            "Type": 0,
        }

    def deck(
        self, held: Sequence[tuple[PrintedCard, int]], sheets: dict[str, dict[str, Any]], name: str, scale: float
    ) -> dict[str, Any]:
        """A deck that lies face down, or its card if it has just one."""
        used = {number: sheets[number] for number in dict.fromkeys(str(at // 100) for _, at in held)}
        contents = [
            self.state(
                "CardCustom" if len(held) == 1 else "Card",
                self.words(card),
                scale,
                CardID=at,
                CustomDeck={str(at // 100): sheets[str(at // 100)]},
                HideWhenFaceDown=True,
                Hands=True,
            )
            for card, at in held
        ]
        state = contents[0]
        if len(contents) > 1:
            ids = [at for _, at in held]
            state = self.state("DeckCustom", name, scale, DeckIDs=ids, CustomDeck=used, ContainedObjects=contents)
        state["Transform"]["rotZ"] = 180.0
        return state

    def words(self, card: PrintedCard) -> str:
        """The words for the front of a card."""
        return card_text({"component": card.component, "front": dict(card.front)}, self.style.looks.wording)

    # -- boards and tokens

    def board(self, board: PrintedBoard) -> tuple[dict[str, Any], float]:
        """A board as a tile that cannot be moved, with its width."""
        sheet = board_picture(board)
        name = f"{board.name}.png"
        address = self.picture(name, lambda: next(pictures(sheets_pdf([sheet]).content, BOARD_DOTS)))
        image = _image(address, BOX, stackable=False)
        width = sheet.width / UNIT
        return self.state("Custom_Tile", board.label, width / TILE, Locked=True, CustomImage=image), width

    def token(self, token: Token) -> tuple[dict[str, Any], float]:
        """A stack of tokens, with its width."""
        sheet = token_picture(token, self.style)
        name = f"token-{token.name}.png"
        address = self.picture(name, lambda: next(pictures(sheets_pdf([sheet]).content, TOKEN_DOTS)))
        width, image = sheet.width / UNIT, _image(address, CIRCLE, stackable=True)
        several: dict[str, Any] = {"Number": token.count} if token.count > 1 else {}
        kind = "Custom_Tile_Stack" if several else "Custom_Tile"
        return self.state(kind, self.style.word(token.name), width / TILE, CustomImage=image, **several), width


def _image(address: str, shape: int, stackable: bool) -> dict[str, Any]:
    """What a tile says about its picture."""
    tile = {"Type": shape, "Thickness": 0.1, "Stackable": stackable, "Stretch": True}
    return {
        "ImageURL": address,
        "ImageSecondaryURL": address,
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": tile,
    }
