"""Cards as pages draw them: what each shows, in the places that the style sheet gives it, and the text read aloud."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from ....base.appearance.inline_icons import Icon
from ....base.appearance.layouts import PLAYERS
from ....base.appearance.looks import Looks
from ....base.languages.catalogues import ENGLISH
from ....drawing.board_plans import BoardPlan, board_plans
from ....drawing.description import SHORT, CardDrawing, Value, describe_card
from ....drawing.fitting import divide, fit, text_width
from ....drawing.pawns import player_look
from ....drawing.read_piles import read_piles
from ....drawing.score_tracks import ScoreTrack, score_tracks
from ....drawing.short_forms import short_forms
from ....drawing.style import Attribute, CardStyle, card_orders, card_style
from ....program import ir
from ....seats.phrases import card_text, value_text
from ....seats.phrases.things import with_symbol
from ....seats.running_game import StartedGame
from ..fragments import FRAGMENTS
from .recent import lasting_pieces

# the size of the large text by the width of its longest word, in the style sheet's shares of a card's width
SIZES = {"huge": 0.4, "large": 0.24, "middling": 0.17, "little": 0.0}
# the share of a card's width that text may take: fonts of browsers are up to a sixth wider than those of print
ROOM = 0.78
# the most lines of text that a card is cut to, as the style sheet has them
MOST_LINES = 8
# the least size of text, and the width and height of a card that shows everything, in pixels
LEAST, FULL, HIGH = 11, 112, 156
# the room for a label below a number and for the line that says what is on the back, in pixels
LABEL, UNDER = 36, 50
# from which width on words of titles have no room on a card of usual width, and on a wider one, in pixels
LONG, LONGER = 48, 63
# from which width on words have no room on the smallest card with a title, in pixels
DIVIDED = 34
# the sizes of a title by the width of its longest word, in hundredths of a card's width; 0 stands for the usual one
USUAL, TITLES = 14, (0, 11, 9, 7, 5)
# the sizes of a picture on a card that shows everything, by the height that is left for it, in pixels
PICTURES = {"sign-4": 50, "sign-3": 36, "sign-2": 22, "sign-0": -HIGH}


class PageStyle(NamedTuple):
    """How a game looks on pages: its cards, its boards, a tint and a symbol for each player; `digest` identifies it.

    A tint is the name of a colour in the style sheet, "" for none. shorts: short forms of members, for boards.
    orders: see card_orders. tracks: on which players have pawns. dice: what is drawn as such. read_piles: names of
    piles whose cards the rules read. men: the facts of boards that say whose pieces stand there and may go.
    unlogged: the names of what a page's log leaves out.
    """

    cards: CardStyle
    players: list[tuple[str, str]]
    boards: dict[str, BoardPlan]
    shorts: dict[str, str]
    digest: bytes
    orders: Mapping[str, dict[str, list[str]]] = MappingProxyType({})
    tracks: tuple[ScoreTrack, ...] = ()
    dice: frozenset[str] = frozenset()
    read_piles: frozenset[str] = frozenset()
    men: frozenset[str] = frozenset()
    unlogged: frozenset[str] = frozenset()

    def tint(self, *words: str) -> str:
        """The tint of the first of these words that has a colour of its own."""
        return tint(self.cards.colour(words))

    def image(self, word: str) -> str:
        """The address of the ruleset's picture for a word, "" for none."""
        picture = self.cards.looks.of(word).picture
        return picture.source if picture else ""

    def symbol(self, word: str) -> str:
        """The ruleset's symbol for a word, "" for none."""
        return self.cards.looks.of(word).symbol


PAGE_STYLES: WeakKeyDictionary[StartedGame, dict[str, PageStyle]] = WeakKeyDictionary()


def page_style(game: StartedGame, language: str = ENGLISH) -> PageStyle:
    """Return the style of a game in a language."""
    styles = PAGE_STYLES.setdefault(game, {})
    found = styles.get(language)
    if found is None:
        found = styles[language] = _make_style(game.program, game.looks.in_language(language))
    return found


def _make_style(program: ir.Program, looks: Looks) -> PageStyle:
    """Make the style of a game."""
    cards = card_style(program.game, looks, program.names, program.attributes)
    boards = board_plans(program, looks.boards)
    tracks = score_tracks(program, looks.boards)
    players = [(tint(look.colour), look.symbol) for look in map(looks.player, range(program.players))]
    owned = any(plan.owned for plan in boards.values()) or any(track.kind == PLAYERS for track in tracks)
    if not looks.players and owned:
        # whose pieces are whose
        players = [(tint(colour), sign) for colour, sign in (player_look(cards, n) for n in range(program.players))]
    piles = read_piles(program)
    parts = (cards, players, boards, looks.table, looks.language, looks.dice, sorted(piles))
    digest = hashlib.blake2b(repr(parts).encode()).digest()
    shorts, orders = short_forms(program, looks.wording), card_orders(program)
    dice = frozenset(die.name for die in looks.dice)
    men = lasting_pieces(program, boards)
    unlogged = looks.table.out_of_log | _pieces(program, boards)
    return PageStyle(cards, players, boards, shorts, digest, orders, tracks, dice, piles, men, unlogged)


def _pieces(program: ir.Program, boards: Mapping[str, BoardPlan]) -> frozenset[str]:
    """The facts that say what stands at a place of a board: pieces are seen there."""
    facts = {fact for plan in boards.values() for fact in plan.piece}
    return frozenset(facts | {slot.declared for slot in program.ints if is_piece(slot, boards)})


def is_piece(slot: ir.IntSlot, boards: Mapping[str, BoardPlan]) -> bool:
    """Whether a value says what stands at a place of a board."""
    return [kind for kind, _ in slot.indexes] in [[kind] for kind in boards] and slot.kind.startswith("thing ")


def tint(colour: str) -> str:
    """The style sheet's name for a colour, "" for none."""
    return f"hue-{colour}" if colour else ""


# what a card of a view is drawn of
DRAWN = ("component", "front", "back", "now")


def card_face(reference: dict[str, Any], style: PageStyle) -> dict[str, Any]:
    """A card of a view (`reference`) as it is drawn, as a new dict that the caller may add to.

    The result has `words` (all that is known of it), `all` (the same with names, as lines of `_list_attributes`),
    `open` (whether any face is known), `remembered`, `tint` (the name of its colour, "" for none), `image` (the address
    of a picture, "" for none), `middle` (the large text or symbol) and its `size`, `under` (what its back says, where
    the front is known too), and of an open card what `_open_face` adds.
    """
    # by what is drawn alone: one card has another tag at each seat
    drawn = [reference.get(part) for part in DRAWN]
    made: dict[str, Any] = FRAGMENTS.make_once_for("card", (drawn, style.digest), lambda: _make_face(reference, style))
    return {**made}


def _make_face(reference: dict[str, Any], style: PageStyle) -> dict[str, Any]:
    """Make the face of a card."""
    front, back, component = reference.get("front"), reference.get("back"), reference.get("component") or ""
    face = front or back
    made: dict[str, Any] = {
        "words": card_text(reference, style.cards.looks.wording, whole=True),
        "all": "\n".join(_list_attributes(reference, style.cards)),
        "middle": style.symbol(component),
        "image": "" if face else style.image(component),
        "size": "huge",
        "under": _back_words(style.cards, component, back) if front and back else "",
        "tint": style.tint(component),
        "open": bool(face),
        "remembered": bool(face) and not reference.get("now", True),
        "rich": False,
        "long": 0,
        "wordy": False,
    }
    if not face:
        return made
    return made | _open_face(describe_card(style.cards, component, "front" if front else "back", face))


def _list_attributes(reference: dict[str, Any], style: CardStyle) -> list[str]:
    """Return a line for each attribute that is known of a card: its name, a tab and its value, with its symbol.

    Those with an index share a line. A back's are marked where the front is known too. Last are the sentences of words.
    """
    found = []
    component, front = reference.get("component") or "", reference.get("front")
    for face, known in (("front", front), ("back", reference.get("back"))):
        kinds = {attribute.name: attribute for attribute in style.kinds.get((component, face), ())}
        shared: dict[str, list[str]] = {}
        for name, value in (known or {}).items():
            attribute = kinds.get(name) or Attribute(name, "")
            words = value_text(value, attribute.kind, style.looks.wording)
            if not attribute.group:
                look = style.looks.of(value if isinstance(value, str) else name)
                number = isinstance(value, int) and not isinstance(value, bool)
                sign = with_symbol(words, look) if isinstance(value, str) else look.symbol * number + words
                shared[name] = [" ".join(sign.split())]
            elif value:
                member = with_symbol(style.word(attribute.member), style.looks.of(attribute.member))
                shared.setdefault(attribute.group, []).append(f"{member} {words}")
        wording, behind = style.looks.wording, front and face == "back"
        for name, values in shared.items():
            word = wording.say("{name} (back)", name=style.word(name)) if behind else style.word(name)
            found.append(f"{word}\t{', '.join(values)}")
        members = dict.fromkeys(value for value in (known or {}).values() if isinstance(value, str))
        sentences = ((member, style.sentence(member)) for member in members)
        found += [f"{style.word(word)}\t{' '.join(text.split())}" for word, text in sentences if text]
    return found


def _open_face(drawing: CardDrawing) -> dict[str, Any]:
    """What an open card shows besides.

    corners: a column of values for each, with `sign`, `text`, `tint` and `label`; `title` ("" where it is the large
    text), `rows`, `footer`, `says` (sentences in parts); cut: to how many lines a sentence is cut, 0 for none; sign:
    the class of a large symbol's size, "" for large text; rich: whether a small card cannot show it all;
    long: whether words need a wider card (1), or one that is wider still (2); title_size: one of TITLES, 0 for
    the usual; parts: the words of the title, also where it is the large text, and whether each is so long that it may
    be divided; untold: whether the picture does not stand for it; wordy: whether words are the large text; playing,
    mirrored: as in a drawing.
    """
    symbol, title = drawing.picture, drawing.heading
    numbers = [value for corner in drawing.corners for value in corner]
    alone = not symbol and not drawing.image and not drawing.text and not drawing.rows
    middle = symbol or ((title or "".join(value.sign for value in numbers[:1])) if alone else "")
    longest = max((text_width(word, bold=True) for word in middle.split()), default=0.0)
    words = max((text_width(word, bold=True) for word in title.split()), default=0.0)
    rich = bool(drawing.rows or drawing.text or any(drawing.corners[2:]) or len(numbers) > 2) and not drawing.playing
    return {
        "corners": [[_value(value) for value in corner] for corner in drawing.corners],
        "middle": middle,
        "image": drawing.image.source if drawing.image else "",
        "sign": (_picture_size(drawing) if rich else "sign-4") if symbol else "",
        "size": "huge" if symbol else next(size for size, share in SIZES.items() if longest * share <= ROOM),
        "title": "" if middle == title else title,
        "rows": [{"label": row.label, "shown": [_value(value) for value in row.values]} for row in drawing.rows],
        "footer": " · ".join(_footer_words(drawing.footer, symbol)),
        "says": [[_sentence_part(part) for part in drawing.parts(value.text)] for value in drawing.text],
        "cut": _lines_of_text(drawing),
        "tint": tint(drawing.colour),
        "rich": rich,
        "long": (int(words * LEAST) >= LONG) + (int(words * LEAST) >= LONGER),
        "title_size": next((size for size in TITLES if words * (size or USUAL) <= 100 * ROOM), TITLES[-1]),
        "parts": _title_parts(title),
        "untold": symbol not in [value.symbol for value in drawing.title],
        "wordy": rich or (bool(title) and middle == title),
        "playing": drawing.playing,
        "mirrored": drawing.mirrored,
    }


def _title_parts(title: str) -> list[tuple[str, bool]]:
    """The words of a title, long ones with soft hyphens, and whether each is long."""
    wide = [text_width(word, bold=True) * LEAST >= DIVIDED for word in title.split()]
    return [(divide(word) if long else word, long) for word, long in zip(title.split(), wide, strict=True)]


def _sentence_part(part: str | Icon) -> dict[str, str]:
    """A part of a sentence as the templates take it: `text`, or the `sign` or `image` of an icon and its tint."""
    if isinstance(part, str):
        return {"text": part, "image": "", "sign": "", "tint": ""}
    image = part.picture.source if part.picture else ""
    return {"text": part.word, "image": image, "sign": "" if image else part.symbol, "tint": tint(part.colour)}


def _lines_of_text(drawing: CardDrawing) -> int:
    """How many lines of each sentence a card that shows everything has room for; 0 where all have room."""
    title, text = len(_title_lines(drawing)), len(_text_lines(drawing))
    labels = any(value.label for corner in drawing.corners[:2] for value in corner)
    below = 34 if any(drawing.corners[2:]) else 13 if drawing.footer else 0
    left = HIGH - 28 - (11 if labels else 0) - 13 * title - 14 * len(drawing.rows) - below
    room = max(1, int(left / (1.2 * LEAST)))
    return min(max(1, room // len(drawing.text)), MOST_LINES) if text > room else 0


def _title_lines(drawing: CardDrawing) -> Sequence[str]:
    """The lines of the title on a card that shows everything."""
    return fit(drawing.heading, FULL - 10, HIGH, [LEAST + 1], bold=True).lines[:2]


def _text_lines(drawing: CardDrawing) -> Sequence[str]:
    """The lines of the sentences on a card that shows everything, in the widest of browsers' fonts."""
    return fit(" ".join(value.text for value in drawing.text), 0.9 * (FULL - 10), HIGH, [LEAST]).lines


def _picture_size(drawing: CardDrawing) -> str:
    """The class of a picture's size on a card that shows everything: as large as the rest leaves room for it."""
    line = 1.25 * LEAST
    lines = (
        len(_title_lines(drawing))
        + len(_text_lines(drawing))
        + len(drawing.rows)
        + (2 if any(drawing.corners[2:]) else 0)
    )
    deep = max((sum(35 if value.label else 24 for value in corner) for corner in drawing.corners[:2]), default=0)
    left = HIGH - 12 - deep - lines * line - (line if drawing.footer and not any(drawing.corners[2:]) else 0)
    return next(name for name, least in PICTURES.items() if left >= least)


def _value(value: Value) -> dict[str, str]:
    """A value as the templates take it; a label without enough room is its first letters."""
    short = text_width(value.label) * LEAST > LABEL
    label = value.label[:SHORT] if short else value.label
    return {"sign": value.symbol, "text": value.text, "tint": tint(value.colour), "label": label}


def _footer_words(values: Iterable[Value], picture: str) -> list[str]:
    """The words of the footer, each with its symbol unless that is drawn large."""
    return [f"{value.symbol if value.symbol != picture else ''} {value.text}".strip() for value in values]


def _back_words(style: CardStyle, component: str, back: dict[str, Any]) -> str:
    """What is on the back, in a line on the front: words, and numbers with what they are."""
    drawing = describe_card(style, component, "back", back)
    values = [value for corner in drawing.corners for value in corner]
    values += [value for row in drawing.rows for value in row.values]
    numbers = [(value.label or style.word(value.of), value.sign) for value in values]
    words = [drawing.heading, *_footer_words(drawing.footer, "")]
    whole = " ".join([*words, *(f"{name} {number}" for name, number in numbers)]).strip()
    if text_width(whole) * LEAST <= UNDER:
        return whole
    return " ".join([*words, *(f"{name[:SHORT]} {number}" for name, number in numbers)]).strip()
