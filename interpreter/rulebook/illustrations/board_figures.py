"""The boards of a game as they are when the first player decides, for its rulebook."""

from __future__ import annotations

from markupsafe import Markup

from ...base.appearance.looks import Looks
from ...base.errors import GameError
from ...base.languages.catalogues import ENGLISH
from ...drawing.board_plans import board_plans
from ...drawing.boards import BoardWords, bare_boards, board_svg, draw_board, find_boards, pawns_among
from ...drawing.short_forms import short_forms
from ...drawing.style import card_style
from ...game.game import Game
from ...seats.phrases.arrangement import player_of, unhidden
from ...seats.view import view
from ...seats.visibility import ONLOOKER
from ..blocks import Figure

# the seed of the game that is shown, and those of others that tell whether it differs from game to game
SEED, OTHERS = 1, (2, 3, 4)


def board_figures(game: Game, language: str = ENGLISH) -> list[Figure]:
    """The boards of a game as everybody sees them after the set-up; of those that each player has, the first one."""
    looks = game.looks.in_language(language)
    if not board_plans(game.program, looks.boards):
        return []
    try:
        shown = _drawings(game, looks, SEED)
        differs = any(_drawings(game, looks, seed) != shown for seed in OTHERS)
    except GameError:  # the game cannot be set up
        return []
    words = looks.wording.say("The board after the set-up")
    if differs:
        words = looks.wording.say("{board}, for example", board=words)
    return [Figure(svg, width, f"{words}: {name}." if len(shown) > 1 else f"{words}.") for name, width, svg in shown]


def _drawings(game: Game, looks: Looks, seed: int) -> list[tuple[str, int, Markup]]:
    """The boards after the set-up of a game: what it is called, its width, its drawing."""
    program, plans = game.program, board_plans(game.program, looks.boards)
    style = card_style(program.game, looks, program.names, program.attributes)
    words = BoardWords(style, short_forms(program, looks.wording), looks.wording, printed=True)
    items = unhidden(view(game.start(seed), ONLOOKER), looks.table)
    pawns = pawns_among(items, plans)
    seen = [item for item in items if "cards" not in item and player_of(item) in (None, 0)]
    boards = [*find_boards(seen, plans, looks.wording, pawns), *bare_boards(plans, pawns)]
    made = []
    for board in boards:
        name = f"{looks.wording.plural(looks.wording.name(board.plan.kind))} {board.title}".strip()
        drawn = draw_board(board, words)
        made.append((name, drawn["width"], board_svg(drawn)))
    return made
