"""Place what a card shows: its texts and boxes in millimetres, fitted into the size of the card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..base.appearance.inline_icons import Icon
from ..base.appearance.looks import COLOURS
from ..base.appearance.pictures import Picture
from .arrangement import CORNERS
from .description import SHORT, CardDrawing, Row, Value
from .fitting import ICON, LEAST, LINE, FittedText, fit, is_right_to_left, text_width

EDGE = 2.6
GAP = 1.4
PAPER, DARK = "#ffffff", "#1c1b19"
GREY = "grey"
# a picture with less contrast than this to paper has an outline
FAINT = 3.0
# the height of capital letters and digits, relative to their size
CAPITAL = 0.72
# how much of a card's height a column of chips may take before the title stands beside it
DEEP = 0.3
NO_BREAK = "\u00a0"
# the size of a symbol before a number, relative to it
SIGN = 0.9
TITLE = (5.4, 4.4, 3.5)
WORDS = (3.8, 3.1, LEAST)
SENTENCES = (3.6, 3.0, LEAST)
CORNER = (8.0, 6.0, 4.2, LEAST)
LABEL = (2.7, 2.5, LEAST)
WORDS_ALONE = (11.0, 7.0, 3.8, LEAST)
NUMBER_ALONE = (26.0, 18.0, 11.0, LEAST)


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text from x (anchor: start, middle or end), its baseline at y; outline: its colour, "" for none."""

    text: str
    x: float
    y: float
    size: float
    ink: str
    bold: bool = False
    anchor: str = "middle"
    signs: bool = False
    outline: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle with round corners; outline: its colour, "" for none."""

    x: float
    y: float
    width: float
    height: float
    round: float
    fill: str
    opacity: float = 1.0
    outline: str = ""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture from a file in a rectangle, whole, or (`full`) so that it fills it."""

    picture: Picture
    x: float
    y: float
    width: float
    height: float
    full: bool = False


@dataclass(slots=True)
class PlacedCard:
    """Everything on a face; again: what stands a second time, turned round; misfits: attributes without enough room."""

    texts: list[Text] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    again: list[Text] = field(default_factory=list)
    boxes_again: list[Box] = field(default_factory=list)
    misfits: list[str] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)


def place_card(drawing: CardDrawing, fill: str = "", ink: str = "", inset: float = 0.0) -> PlacedCard:
    """Return a face with all texts and boxes at their places.

    fill, ink: of the whole card and of what is written on it, where it is not paper; inset: how much further from the
    edge the footer stands.
    """
    return _Placer(drawing, fill, ink, inset).place()


def ink_on(colour: str) -> str:
    """The ink, dark or like paper, that can be read best on a colour, as #rrggbb."""
    return DARK if contrast(colour, DARK) > contrast(colour, PAPER) else PAPER


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG defines it, from 1 to 21."""
    dark, light = sorted(_luminance(colour) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """The relative luminance of a colour."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def signs_width(symbol: str) -> float:
    """The width of a symbol before a text, relative to its size, with the distance from it."""
    if all(letter.isascii() for letter in symbol):
        return text_width(symbol, True)
    return SIGN * text_width(symbol) + 0.12


def value_width(value: Value) -> float:
    """The width of a value with its symbol and label, relative to its size."""
    return signs_width(value.symbol) + text_width(f"{value.text} {value.label}".strip(), True)


def text_with_symbol(
    symbol: str, text: str, x: float, y: float, size: float, ink: str, anchor: str = "middle"
) -> list[Text]:
    """A symbol and the text after it, in the middle of x, or ending there."""
    if all(letter.isascii() for letter in symbol):
        return [Text(symbol + text, x, y, size, ink, True, anchor)]
    wide, before = text_width(text, True) * size, signs_width(symbol) * size
    left = x - wide - before if anchor == "end" else x - (wide + (before if text else before - 0.12 * size)) / 2
    sign = Text(symbol, left, y, size * SIGN, ink, anchor="start", signs=True)
    return [sign, Text(text, left + before, y, size, ink, True, "start")] if text else [sign]


class _Placer:
    """Places the parts of one face, from its edges inwards."""

    def __init__(self, drawing: CardDrawing, fill: str, ink: str, inset: float) -> None:
        self.drawing, self.inset, self.done = drawing, inset, PlacedCard()
        self.width, self.height = drawing.size.width, drawing.size.height
        colour = COLOURS[drawing.colour or GREY]
        self.ink, self.fill = ink or colour.ink, fill or colour.fill
        self.words = ink or DARK
        self.on_colour = bool(fill)
        # parts shrink with small cards, but no text below the least size
        self.scale = min(1.0, min(self.width, self.height) / 63)
        self.top = self.bottom = EDGE + GAP
        # how far the corners above and below reach inwards, left and right
        self.above, self.below, self.depths = [0.0, 0.0], [0.0, 0.0], [EDGE, EDGE]

    def place(self) -> PlacedCard:
        """Place everything."""
        drawing = self.drawing
        if drawing.playing:
            self.rank_and_suit()
        else:
            for number, values in enumerate(drawing.corners):
                self.corner(number, values)
        pictured = bool(drawing.picture or drawing.image)
        alone = not pictured and not drawing.text and not drawing.rows
        if drawing.heading and not alone:
            self.title()
        self.footer()
        self.rows()
        self.text(pictured)
        self.hero(pictured, alone)
        return self.done

    # -- parts

    def sizes(self, sizes: Sequence[float]) -> list[float]:
        """Sizes as they are on this card, none below the least one."""
        return [max(LEAST, size * self.scale) for size in sizes]

    def misfit(self, values: Sequence[Value]) -> None:
        """Note attributes that have too little room."""
        self.done.misfits += [value.of for value in values if value.of and value.of not in self.done.misfits]

    def rank_and_suit(self) -> None:
        """The corner of a playing card: the rank above the suit, and again below, turned round."""
        column = [value for values in self.drawing.corners for value in values]
        room, y = 12.5 * self.scale, EDGE + 2.6
        x = EDGE + 1.8 + room / 2
        for number, value in enumerate(column):
            found = fit(value.sign, room, 12, self.sizes((9.5, 7, 4.6) if number == 0 else (8.5, 6, 3.6)), bold=True)
            if not found.fits:
                self.misfit([value])
            for line in found.lines:
                y += found.size * 0.8
                text = Text(line, x, y, found.size, self.ink, not value.symbol, signs=bool(value.symbol))
                self.done.texts.append(text)
                self.done.again.append(text)
            y += 1.6 * self.scale

    def corner(self, number: int, values: Sequence[Value]) -> None:
        """Chips of colour with a number in each, and below it what it is."""
        right, low = bool(number % 2), number >= 2
        if not values or number >= CORNERS:
            return
        numbers = sum(bool(value.of) for value in values)
        sizes = self.sizes([size * (1.0, 0.8, 0.62)[min(max(numbers, 1), 3) - 1] for size in CORNER])
        edge = self.height - EDGE if low else EDGE
        y, reach = edge, 0.0
        for value in values:
            wide, tall = self.chip(number, value, y, sizes) if value.of else self.owner(value, y, reach)
            y += -tall - 0.7 if low else tall + 0.7
            reach = max(reach, wide)
        side = self.below if low else self.above
        side[right] = reach + EDGE + GAP
        depth = abs(y - edge) + EDGE
        if low:
            self.bottom = max(self.bottom, depth)
        else:
            self.depths[right] = depth
            self.top = max(self.top, depth)
        if self.drawing.mirrored:
            self.below[1], self.bottom = self.above[0], max(self.bottom, self.top)

    def owner(self, value: Value, y: float, wide: float) -> tuple[float, float]:
        """The symbol of the player whose card it is, below a number; its width and height."""
        size = 6.4 * self.scale
        x = EDGE + max(wide, size) / 2
        self.write(Text(value.symbol, x, y + size, size, self.ink, signs=True), 0)
        return size, size * LINE

    def chip(self, number: int, value: Value, y: float, sizes: Sequence[float]) -> tuple[float, float]:
        """A chip in a corner, from y inwards; its width, and its height with its label."""
        right, low = bool(number % 2), number >= 2
        look = COLOURS.get(value.colour)
        fill = PAPER if self.on_colour else look.fill if look else self.fill
        ink = ink_on(fill)
        most = self.width * 0.34
        signs = signs_width(value.symbol)
        tries = [fit(value.text, most - 3 - signs * size, 2 * size * LINE, [size], bold=True) for size in sizes]
        found = next((found for found in tries if found.fits), tries[-1])
        lines, size = found.lines or ("",), found.size
        if not found.fits:
            self.misfit([value])
        widest = max(text_width(line, True) for line in lines) * size + signs * size
        pad = 1.7 * size / 8
        label_size = self.sizes(LABEL)[-2] if value.label else 0.0
        named = min(text_width(value.label) * label_size + 1.6, most)
        wide = min(most, max(size * 1.3, widest + 2 * pad, named))
        tall = len(lines) * size * LINE + 1.5 * pad
        label = self.label(value, wide - 1.2)
        space = label[1] * LINE + (1.3 if low else 0.6) if label else 0.0
        x = self.width - EDGE - wide if right else EDGE
        top = y - tall - space if low else y
        outline = self.ink if fill == PAPER and not self.on_colour else ""
        self.box(Box(x, top, wide, tall, 1.8 * self.scale, fill, outline=outline), number)
        base = top + 0.75 * pad + size * (LINE + CAPITAL) / 2
        for line in lines:
            for text in text_with_symbol(value.symbol, line, x + wide / 2, base, size, ink):
                self.write(text, number)
            base += size * LINE
        if self.drawing.mirrored and set(value.text) <= {*"0689"} and {*"69"} & {*value.text}:
            self.box(Box(x + wide / 2 - widest / 2, base - size * (LINE - 0.1), widest, 0.5, 0, ink), number)
        if label:
            self.write(Text(label[0], x + wide / 2, top + tall + label[1], label[1], self.words), number)
        return wide, tall + space

    def label(self, value: Value, wide: float) -> tuple[str, float] | None:
        """What a number is, with its size: the whole word, or its first letters where there is no room."""
        if not value.label:
            return None
        for size in self.sizes(LABEL):
            if text_width(value.label) * size <= wide:
                return value.label, size
        return value.label[:SHORT], LEAST

    def box(self, box: Box, corner: int) -> None:
        """Add the box of a corner, and again below if it is mirrored."""
        self.done.boxes.append(box)
        if self.drawing.mirrored and corner == 0:
            self.done.boxes_again.append(box)

    def write(self, text: Text, corner: int) -> None:
        """Add a text of a corner, and again below if it is mirrored."""
        self.done.texts.append(text)
        if self.drawing.mirrored and corner == 0:
            self.done.again.append(text)

    def title(self) -> None:
        """The title between the upper corners; below them where it does not fit there."""
        heading, sizes = self.drawing.heading, self.sizes(TITLE)
        if max(self.depths) > DEEP * self.height:
            self.title_beside(heading, [*sizes, LEAST])
            return
        beside = max(self.above) or EDGE + GAP + 0.6
        band = max(self.top - EDGE, 11.6 * self.scale)
        found = fit(heading, self.width - 2 * beside, band - 2, sizes, bold=True)
        top = EDGE + (band - found.height) / 2 - 0.2
        if not found.fits and max(self.above):
            found = fit(heading, self.width - 2 * (EDGE + GAP + 0.4), self.height / 4, [*sizes, LEAST], bold=True)
            top = self.top
        if not found.fits:
            self.misfit(self.drawing.title)
        self.lines(found.lines, found.size, top, self.ink, bold=True)
        self.top = max(self.top, EDGE + band if top < self.top else 0, top + found.height)

    def title_beside(self, heading: str, sizes: Sequence[float]) -> None:
        """The title beside a deep column of chips, below the chips on the other side."""
        right = self.depths[1] > self.depths[0]
        left, end = EDGE + GAP, self.width - self.above[1]
        if not right:
            left, end = self.above[0], self.width - EDGE - GAP
        low, high = min(self.depths), max(self.depths)
        found = fit(heading, end - left, high - low - 1, sizes, bold=True)
        if not found.fits:
            self.misfit(self.drawing.title)
        top = low + (high - low - found.height) / 2
        self.lines(found.lines, found.size, top, self.ink, bold=True, x=(left + end) / 2)
        self.top = max(self.top, top + found.height)

    def footer(self) -> None:
        """Words between the lower corners."""
        values = self.drawing.footer
        if not values:
            return
        signs = [value.symbol if value.symbol != self.drawing.picture else "" for value in values]
        parts = [f"{sign} {value.text}".strip() for sign, value in zip(signs, values, strict=True)]
        beside = max(self.below) or EDGE + GAP + 0.6
        room, high = self.width - 2 * beside, max(8.0, self.bottom - EDGE)
        found = self.words_in(parts, room, high)
        if not found.fits and max(self.below):
            found = self.words_in(parts, self.width - 2 * (EDGE + GAP), 10)
            top = self.height - self.bottom - found.height
        else:
            top = self.height - EDGE - 1.2 - found.height - self.inset
        self.bottom = max(self.bottom, self.height - top)
        if not found.fits:
            self.misfit(values)
        self.lines(found.lines, found.size, top, self.words)

    def words_in(self, parts: Sequence[str], room: float, high: float) -> FittedText:
        """Words with dots between them in one line, else each in a line of its own, else as they can be wrapped."""
        sizes, whole = self.sizes(WORDS), [part.replace(" ", NO_BREAK) for part in parts]
        line = fit(f"{NO_BREAK}·{NO_BREAK}".join(whole), room, sizes[0], sizes)
        lines = line if line.fits else fit(" ".join(whole), room, high, sizes)
        return lines if lines.fits else fit(" ".join(parts), room, high, sizes)

    def rows(self) -> None:
        """Lines of what something is, and its values."""
        left, right = EDGE + GAP + 0.8, self.width - EDGE - GAP - 0.8
        self.bottom += 0.8 if self.drawing.rows else 0
        for row in reversed(self.drawing.rows):
            size, fits = self.row_size(row, right - left)
            if not fits:
                self.misfit(row.values)
            y = self.height - self.bottom - size * 0.34
            self.done.texts.append(Text(row.label, left, y, size, self.words, anchor="start"))
            at = right
            for value in reversed(row.values):
                colour = COLOURS[value.colour].ink if value.colour and not self.on_colour else self.words
                word = f"{value.text} {value.label}".strip()
                self.done.texts += text_with_symbol(value.symbol, word, at, y, size, colour, anchor="end")
                at -= value_width(value) * size + size * 0.55
            self.bottom += size * 1.5
            if not self.on_colour:
                line = Box(left, self.height - self.bottom, right - left, 0.15, 0, self.ink, 0.4)
                self.done.boxes.append(line)

    def row_size(self, row: Row, room: float) -> tuple[float, bool]:
        """The size of the text in a row, and whether it has room in it."""
        wide = text_width(row.label) + sum(value_width(value) + 0.55 for value in row.values)
        sizes = self.sizes(WORDS)
        return next(((size, True) for size in sizes if wide * size <= room), (sizes[-1], False))

    def text(self, pictured: bool) -> None:
        """Sentences above the rows."""
        if not self.drawing.text:
            return
        words = " ".join(value.text for value in self.drawing.text)
        room = self.height - self.top - self.bottom - GAP
        high = room - (12 * self.scale if pictured else 0)
        found = fit(words, self.width - 2 * (EDGE + GAP + 1), high, self.sizes(SENTENCES))
        if not found.fits:
            self.misfit(self.drawing.text)
        top = self.height - self.bottom - found.height - GAP
        if not pictured:
            top = self.top + (room - found.height) / 2
        self.lines(found.lines, found.size, top, self.words)
        self.bottom = self.height - top

    def hero(self, pictured: bool, alone: bool) -> None:
        """The large thing in the middle: a picture or symbol, else the title, else a number."""
        if not pictured and not alone:
            return
        picture = self.drawing.picture
        top, bottom, inset = self.top + GAP, self.height - self.bottom - GAP, EDGE + GAP + 0.8
        if self.drawing.playing or (not pictured and not self.drawing.heading and self.drawing.mirrored):
            top, bottom, inset = self.height * 0.18, self.height * 0.82, EDGE + 13.4 * self.scale
        room, wide = bottom - top, self.width - 2 * inset
        if not self.on_colour and room > 6 and not self.drawing.playing:
            self.done.boxes.insert(0, Box(inset, top, wide, room, 3, self.fill, 0.12))
        middle = (top + bottom) / 2
        if self.drawing.image:
            if room > 6:
                self.done.images.append(Image(self.drawing.image, inset, top, wide, room))
            return
        if picture:
            size = min(room * 0.8, wide * 0.9, 36.0 * self.scale) / max(1.0, 0.75 * len(picture))
            filled = not self.on_colour and contrast(self.fill, PAPER) < FAINT
            ink, outline = (self.fill, self.ink) if filled else (self.ink, "")
            sign = Text(picture, self.width / 2, middle + size * 0.36, size, ink, signs=True, outline=outline)
            if size >= LEAST:
                self.done.texts.append(sign)
            return
        numbers = [value for corner in self.drawing.corners for value in corner if value.text or value.symbol]
        if self.drawing.heading:
            words, values, sizes = self.drawing.heading, self.drawing.title, WORDS_ALONE
        elif numbers:
            words, values, sizes = numbers[0].sign, tuple(numbers[:1]), NUMBER_ALONE
        else:
            return
        found = fit(words, wide - 2, min(room, 34.0), self.sizes(sizes), bold=True)
        if not found.fits:
            self.misfit(values)
        self.lines(found.lines, found.size, middle - found.height / 2, self.ink, bold=True)

    def lines(
        self, lines: Sequence[str], size: float, top: float, ink: str, bold: bool = False, x: float | None = None
    ) -> None:
        """Add lines around x (the middle of the card), the first one's top at `top`."""
        middle = self.width / 2 if x is None else x
        for number, line in enumerate(lines):
            y = top + size * (LINE * number + (LINE + CAPITAL) / 2)
            parts = self.drawing.parts(line)
            if len(parts) == 1 and isinstance(parts[0], str):
                self.done.texts.append(Text(line, middle, y, size, ink, bold))
            else:
                self.line_with_icons(parts[::-1] if is_right_to_left(line) else parts, middle, y, size, ink)

    def line_with_icons(self, parts: Sequence[str | Icon], middle: float, y: float, size: float, ink: str) -> None:
        """Add a line of words and icons from left to right, around a middle, its baseline at y."""
        widths = [size * (text_width(part) if isinstance(part, str) else ICON) for part in parts]
        at = middle - sum(widths) / 2
        for part, wide in zip(parts, widths, strict=True):
            if isinstance(part, str):
                before = size * (text_width(part) - text_width(part.lstrip()))
                self.done.texts.append(Text(part.strip(), at + before, y, size, ink, anchor="start"))
            elif part.picture:
                self.done.images.append(Image(part.picture, at, y - size * (1 + CAPITAL) / 2, wide, size))
            else:
                colour = COLOURS[part.colour].ink if part.colour and not self.on_colour else ink
                high = size * min(SIGN, ICON / text_width(part.symbol))
                signs = not part.symbol.isascii()
                self.done.texts.append(Text(part.symbol, at + wide / 2, y, high, colour, not signs, signs=signs))
            at += wide
