"""A whole game as pages: what is in its box, in the order in which it is printed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..base.appearance.layouts import PrintLayout
from ..front.api import Ruleset
from .board_pages import boards_of, lay_out_boards
from .card_pages import card_size, lay_out_sheets
from .cards import PrintedCard, cards_of, has_cards, ruleset_style
from .contents import contents_page, pieces_of
from .dice import dice_of, lay_out_dice, nets_on_page
from .measure import measure_pages
from .sheet import Sheet
from .tokens import lay_out_tokens, token_words, tokens_of

CARDS, BOARDS, TOKENS, DICE = "cards", "boards", "tokens", "dice"
CONTENTS, RULES, MEASURE = "contents", "rules", "measure"
# in this order; by default all but the page to measure with
PARTS = (MEASURE, CARDS, BOARDS, TOKENS, DICE, CONTENTS, RULES)
USUAL = tuple(part for part in PARTS if part != MEASURE)


@dataclass(slots=True)
class Box:
    """The pages of a game; sides: front and back of a sheet by turns, other pages are printed on one side only.

    said: what the pages hold, in words. cards: the cards on them.
    """

    sides: list[Sheet] = field(default_factory=list)
    single: list[Sheet] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    cards: list[PrintedCard] = field(default_factory=list)

    @property
    def sheets(self) -> list[Sheet]:
        """All pages that have something on them."""
        return [*self.sides, *self.single]

    @property
    def pages(self) -> list[Sheet]:
        """All pages for printing on both sides: the backs of single pages stay empty."""
        empty = [Sheet(f"{sheet.name}-back", sheet.width, sheet.height, "") for sheet in self.single]
        return [*self.sides, *(page for pair in zip(self.single, empty, strict=True) for page in pair)]


def pack_box(
    ruleset: Ruleset, options: dict[str, Any], players: int | None, print: PrintLayout, wanted: Sequence[str]
) -> Box:
    """Lay out the wanted parts of a game, except the rules.

    Raises UsageError for a wrong number of players or setting, and where cards alone are wanted and there are none.
    """
    game = ruleset.game(ruleset.players[-1] if players is None else players, options)
    style, box, wording = ruleset_style(ruleset, options), Box(), game.looks.wording
    printed: list[tuple[str, str]] = []
    taken: list[tuple[str, str]] = []
    if MEASURE in wanted:
        box.sides += measure_pages(style, print)
        box.said.append("the page to measure the shift of backs")
    if CARDS in wanted and (has_cards(ruleset, options, players) or [*wanted] == [CARDS]):
        box.cards = cards_of(ruleset, options, players)
        pages = lay_out_sheets(box.cards, style, print)
        box.sides += pages
        box.said.append(f"{_number(len(box.cards), 'card')} on {_number(len(pages) // 2, 'sheet')}")
        for size in dict.fromkeys(card_size(card, style) for card in box.cards):
            count = sum(card_size(card, style) == size for card in box.cards)
            printed.append((str(count), wording.say("cards of {size}", size=_millimetres(size.width, size.height))))
    boards = boards_of(game, style, print)
    if BOARDS in wanted and boards:
        single = [*lay_out_boards(style, boards, print)]
        box.single += single
        box.said.append(f"{_number(len(boards), 'board')} on {_number(len(single), 'page')}")
        printed += [
            ("1", wording.say("board of {places}, {size}", places=board.label, size=_millimetres(*board.size)))
            for board in boards
        ]
    tokens = tokens_of(ruleset, options, players)
    if TOKENS in wanted and tokens:
        single = lay_out_tokens(tokens, style, print)
        box.single += single
        count = sum(token.count for token in tokens)
        box.said.append(f"{_number(count, 'token')} on {_number(len(single), 'page')}")
    (printed if TOKENS in wanted else taken).extend((str(count), words) for count, words in token_words(tokens, style))
    dice = dice_of(ruleset, options, style)
    if dice and DICE in wanted:
        box.single += lay_out_dice(dice, style, print)
        each = math.prod(nets_on_page(print))
        box.said.append(f"{each * len(dice)} dice on {_number(len(dice), 'page')}")
        printed += [
            (
                str(each),
                wording.say("dice with {faces}, as nets to fold: print as many as the rules need", faces=die.words),
            )
            for die in dice
        ]
    elif dice:
        taken += [("", wording.say("dice with {faces}", faces=die.words)) for die in dice]
    taken += pieces_of(game, style)
    if CONTENTS in wanted and (printed or taken):
        box.single.append(contents_page(style, printed, taken, print))
        box.said.append("what to take from a box" if taken else "a list of what is printed")
    return box


def _number(count: int, noun: str) -> str:
    """A number of things in words: 1 sheet, 2 sheets."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _millimetres(width: float, height: float) -> str:
    """A size in words."""
    return f"{width:.0f} × {height:.0f} mm"
