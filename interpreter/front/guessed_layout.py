"""What the program guesses for the section `layout`, as lines that a ruleset could have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..base.appearance.layouts import LIGHT_AND_DARK, PARTS, PLAIN, SIZES, BoardLayout, CardLayout, Mark
from ..base.english import count_of
from ..check.types import an
from ..drawing.arrangement import Place, arrange_card
from ..drawing.board_plans import POINTS, SQUARES, TRACK, BoardPlan, board_plans
from ..drawing.description import CardDrawing, describe_card
from ..drawing.fitting import WIDEST_WORD, text_width
from ..drawing.placing import place_card
from ..drawing.read_piles import read_piles
from ..drawing.style import CardStyle, card_orders, card_style
from ..game.game import Game
from ..language import model as m
from ..language.audience import OWNER, audience, is_open
from ..seats.phrases import card_text
from .cramped_cards import different_fronts
from .guessed_boards import boards_to_make, track_parts

FRONT = "front"
POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class GuessedLine:
    """A line below a heading of `layout`: a key with its value, and why.

    exact: whether nothing changes if it is written; else it is only a remark, as no line says just that.
    """

    key: str
    value: str
    why: str = ""
    exact: bool = True


Guesses = dict[str, dict[str, list[GuessedLine]]]


@dataclass(frozen=True, slots=True)
class SmallText:
    """The smallest text on a kind of cards: its size in points, and the first card on which it stands."""

    kind: str
    points: float
    text: str
    card: str


@dataclass(frozen=True, slots=True)
class DividedTitle:
    """A title with a word that is divided on cards at the table, even in the least size: the first on a kind of cards.

    attributes: what makes the title; others: how many other cards have such a title.
    """

    kind: str
    attributes: str
    word: str
    card: str
    others: int


@dataclass(frozen=True, slots=True)
class GuessedLayout:
    """What is laid out by default in a game: by section (`cards`, `boards`, `table`) and kind, "" for the table."""

    game: str
    guesses: Guesses
    small_texts: list[SmallText]
    divided_titles: list[DividedTitle]


def guess_layout(rules: m.Ruleset, games: Sequence[Game]) -> GuessedLayout:
    """Return what is laid out by default in a ruleset; what it lays out itself is left out.

    games: the compiled games, one for each number of players.
    """
    plans = [board_plans(game.program, game.looks.boards) for game in games]
    found: Guesses = {
        "cards": {kind: [*_card_lines(rules, games, kind)] for kind in rules.components},
        "boards": {kind: [*_board_lines(rules, games[-1], [one[kind] for one in plans])] for kind in plans[-1]},
        "table": {"": [*_table_lines(rules, games[-1])]},
    }
    races = {
        kind: one for kind, one in games[-1].looks.boards.items() if one.scores and kind not in rules.layout.boards
    }
    for kind, race in races.items():
        first, last = race.scores or (0, 0)
        why = f"a race: the rules compare the {race.piece[0]} of each {kind}"
        found["boards"][kind] = [GuessedLine("track", f"{first}..{last}", why), GuessedLine("piece", race.piece[0])]
    for kind, key, value, why in boards_to_make(games[-1].program, [*plans[-1], *races]):
        if kind not in rules.layout.boards:
            found["boards"][kind] = [GuessedLine(key, value, why, False)]
    guesses = {
        section: {kind: lines for kind, lines in kinds.items() if lines}
        for section, kinds in found.items()
        if any(kinds.values())
    }
    return GuessedLayout(rules.game, guesses, [*_small_texts(games)], [*_divided_titles(games)])


def layout_text(guessed: GuessedLayout) -> str:
    """Return the lines as YAML that can stand in a ruleset; what is no line of the language is a comment."""
    guesses = guessed.guesses
    head = [f"# {guessed.game}: what is guessed for the layout. Nothing changes if you write these lines."]
    for small in guessed.small_texts:
        head.append(
            f"# The smallest text on {an(small.kind)} is {small.points:g} pt: '{small.text}' on '{small.card}'."
        )
    for title in guessed.divided_titles:
        others = f", and on {count_of(title.others, 'other card')}" if title.others else ""
        head.append(f"# At the table '{title.word}' ({title.attributes}) is divided on '{title.card}'{others}.")
    lines = []
    for section, kinds in guesses.items():
        is_empty = not any(line.exact for listed in kinds.values() for line in listed)
        lines.append(f"  # {section}:" if is_empty else f"  {section}:")
        for kind, listed in kinds.items():
            margin = "    "
            if kind:
                lines.append(margin + ("" if any(line.exact for line in listed) else "# ") + f"{kind}:")
                margin = "      "
            for line in listed:
                text = f"{line.key}: {line.value}" + (f"  # {line.why}" if line.why and line.exact else "")
                lines.append(margin + (text if line.exact else f"# {text} ({line.why})"))
    is_empty = not any(line.exact for kinds in guesses.values() for listed in kinds.values() for line in listed)
    return "\n".join([*head, "# layout:" if is_empty else "layout:", *lines])


# -- cards


def _card_lines(rules: m.Ruleset, games: Sequence[Game], kind: str) -> Iterator[GuessedLine]:
    """What stands where on a kind of cards: the parts that change no card of the games if they are written."""
    game = games[-1]
    style = card_style(game.program.game, game.looks, game.program.names, game.program.attributes)
    if not style.kinds.get((kind, FRONT)):
        return
    placed, laid = arrange_card(style, kind, FRONT), rules.layout.cards.get(kind)
    if placed.playing:
        yield GuessedLine("corners", _marks(placed.corners), "rank over suit, as on playing cards", False)
        yield GuessedLine("picture", _marks(placed.picture), "as on playing cards", False)
    fronts = [front for one in games for component, front in different_fronts(one) if component == kind]

    def draw(one: CardStyle) -> list[CardDrawing]:
        return [describe_card(one, kind, FRONT, front) for front in fronts]

    before, used = draw(style), set[Mark]()
    for part in PARTS:
        if part not in placed.by_default:
            continue
        listed = tuple(dict.fromkeys(mark for place in getattr(placed, part) for mark in _marks_of(place)))
        unused = tuple(mark for mark in listed if mark not in used)
        # each attribute once, if that is enough
        tried = [unused[:count] for count in range(len(unused) + 1)] + [(mark,) for mark in listed]
        tried += [listed[:count] for count in range(len(listed) + 1)]
        marks = next((few for few in tried if draw(_with_part(style, kind, part, few)) == before), None)
        used |= {*(marks or ())}
        if marks is not None:
            style = _with_part(style, kind, part, marks)
        if marks is None or marks:  # what shows nothing needs no line
            yield GuessedLine(part, _list(marks or listed), "" if marks else _why_not(part), marks is not None)
    if laid is None:
        size = style.layout(kind, FRONT).size
        yield GuessedLine("size", next(name for name, one in SIZES.items() if one == size))


def _with_part(style: CardStyle, kind: str, part: str, marks: tuple[Mark, ...]) -> CardStyle:
    """The style with one more part in the layout of a kind of cards."""
    layout = style.looks.cards.get(kind, CardLayout())
    layout = replace(layout, parts={**layout.parts, part: marks})
    return replace(style, looks=replace(style.looks, cards={**style.looks.cards, kind: layout}))


def _marks_of(place: Place) -> list[Mark]:
    """The names that a layout has for what stands at a place."""
    return [Mark(attribute.group or attribute.name) for attribute in place.attributes]


def _marks(places: Sequence[Place]) -> str:
    """Places as they are written."""
    return _list([mark for place in places for mark in _marks_of(place)])


def _list(marks: Sequence[Mark]) -> str:
    """Names as they are written: one, or a list."""
    names = [mark.name for mark in marks]
    return names[0] if len(names) == 1 else f"[{', '.join(names)}]"


def _why_not(part: str) -> str:
    """Why no line says what stands in a part by default."""
    return {
        "title": "the first of these that a card has",
        "corners": "a 0 is left out, but for the first",
        "footer": "those of these that are not the title",
    }.get(part, "as far as a card has it")


def _small_texts(games: Sequence[Game]) -> Iterator[SmallText]:
    """The smallest text on each kind of cards."""
    found: dict[str, SmallText] = {}
    for game in games:
        style = card_style(game.program.game, game.looks, game.program.names, game.program.attributes)
        for kind, front in different_fronts(game):
            for text in place_card(describe_card(style, kind, FRONT, front)).texts:
                points = round(text.size * POINTS_PER_MM, 1)
                if not text.signs and (kind not in found or points < found[kind].points):
                    card = card_text({"component": kind, "front": front}, game.looks.wording)
                    found[kind] = SmallText(kind, points, text.text, card)
    yield from found.values()


def _divided_titles(games: Sequence[Game]) -> Iterator[DividedTitle]:
    """The first title of each kind of cards with a word that cards at the table have no room for."""
    found: dict[str, DividedTitle] = {}
    for game in games:
        style = card_style(game.program.game, game.looks, game.program.names, game.program.attributes)
        for kind, front in different_fronts(game):
            drawing = describe_card(style, kind, FRONT, front)
            word = max(drawing.heading.split(), key=lambda one: text_width(one, bold=True), default="")
            if text_width(word, bold=True) <= WIDEST_WORD:
                continue
            card = card_text({"component": kind, "front": front}, game.looks.wording)
            names = ", ".join(dict.fromkeys(value.of for value in drawing.title if value.of))
            first = found.setdefault(kind, DividedTitle(kind, names, word, card, 0))
            if first.card != card and game is games[-1]:
                found[kind] = replace(first, others=first.others + 1)
    yield from found.values()


# -- boards


def _board_lines(rules: m.Ruleset, game: Game, plans: Sequence[BoardPlan]) -> Iterator[GuessedLine]:
    """How a board is laid out by default: the keys with which its plan stays the same. plans: one for each game."""
    plan = plans[-1]
    kind, declared = plan.kind, rules.layout.boards.get(plan.kind)
    layout, own = game.looks.boards.get(kind, BoardLayout()), set(declared.keys if declared else ())
    chequered = {one.chequered for one in plans}
    tried = [
        ("squares", LIGHT_AND_DARK if plan.chequered else PLAIN, plan.form == SQUARES and len(chequered) == 1),
        ("lines", layout.lines.table if layout.lines else "none", bool(plan.lines) or plan.form == POINTS),
        ("at", _at(plan), plan.guessed),
        ("track", track_parts(len(plan.spots)), plan.form == TRACK),
    ]
    for key, value, fits in tried:
        if fits and key not in own:
            yield GuessedLine(key, value)
    if len(chequered) > 1 and "squares" not in own:
        yield GuessedLine("squares", LIGHT_AND_DARK, "with two players; else plain", False)
    if plan.form == SQUARES and "coordinates" not in own and plan.across:
        names = f"{plan.across[0]} to {plan.across[-1]} and {plan.down[0]} to {plan.down[-1]}"
        yield GuessedLine("coordinates", names, "columns and rows, as in the names of squares", False)
    facts = [one.name for one in rules.variables.values() if kind in (one.owner, *_kinds(one))]
    facts = [name for name in facts if name not in (*plan.note, *plan.grounds)]
    if facts and "piece" not in own:
        yield GuessedLine("piece", _list([Mark(name) for name in facts]), "and the log says what has changed", False)
    if "my side" not in own and plan.owned:
        yield GuessedLine("my side", "as it is", "both players see the board alike", False)


def _at(plan: BoardPlan) -> str:
    """Where the places of a map lie, in percent."""
    width, height = plan.width, plan.height
    at = (f"{spot.word}: {round(100 * spot.x / width)} {round(100 * spot.y / height)}" for spot in plan.spots)
    return f"{{{', '.join(at)}}}"


def _kinds(place: m.Variable | m.Zone) -> list[str]:
    """The things for each member of which there is such a place, in its brackets."""
    return [param.type or param.name for param in place.params]


# -- the table


def _table_lines(rules: m.Ruleset, game: Game) -> Iterator[GuessedLine]:
    """What is on the table by default, and where."""
    own, table = rules.layout.table.layout, game.looks.table
    if guessed := [name for name in rules.variables if name in table.hidden - own.hidden]:
        names = [*dict.fromkeys([name for _, name, _ in rules.layout.table.names if name in own.hidden]), *guessed]
        yield GuessedLine("hidden", f"[{', '.join(names)}]", "only says who begins")
    if tricks := list(table.middle) if not own.middle else []:
        yield GuessedLine("middle", f"[{', '.join(tricks)}]", "the cards of all go from there together")
    if not rules.looks.dice and game.looks.dice:
        dice = ", ".join(one.name for one in game.looks.dice)
        yield GuessedLine("dice", f"[{dice}]", "of the section `layout`: only set to what a die shows", False)
    shown = [one for one in _places(rules) if one.name not in table.hidden and one.show != "hidden"]
    shared = [one.name for one in shown if not one.owner and one.name not in table.middle]
    if shared and not tricks:
        yield GuessedLine("middle", f"[{', '.join(shared)}]", "in this order, after what the layout names", False)
    mine = [one for one in shown if one.owner == "player" and one.name not in table.middle]
    numbers = [one.name for one in mine if isinstance(one, m.Variable)]
    for part in ("panels", "mine"):
        if getattr(own, part) is None and numbers:
            closed = [one.name for one in mine if not is_open(one)]
            why = "and how many cards lie in closed places" if closed else "all numbers"
            yield GuessedLine(part, f"[{', '.join(numbers)}]", why, not closed)
    piles = [one.name for one in shown if isinstance(one, m.Zone) and one.ordered and not one.owner]
    piles = [name for name in piles if name not in read_piles(game.program)]
    if piles and set(piles) - set(own.piles):
        names = list(dict.fromkeys([*own.piles, *piles]))
        yield GuessedLine("piles", f"[{', '.join(names)}]", "and where more than seven open cards lie")
    orders = [*_orders(rules, game, shown)]
    if orders and not own.hands:
        yield GuessedLine("hand", "{" + ", ".join(orders) + "}", "things as they are declared, then numbers")


def _places(rules: m.Ruleset) -> list[m.Variable | m.Zone]:
    """The places and counters of a ruleset, as they are declared."""
    return sorted([*rules.zones.values(), *rules.variables.values()], key=lambda one: one.span.line)


def _orders(rules: m.Ruleset, game: Game, shown: Sequence[m.Variable | m.Zone]) -> Iterator[str]:
    """The order of the cards in each hand, which only its owner sees."""
    orders = card_orders(game.program)
    for zone in shown:
        if not isinstance(zone, m.Zone) or zone.owner != "player" or zone.ordered or zone.groups:
            continue
        indexed = any(attribute.of is not None for attribute in rules.components[zone.component].attributes)
        if audience(zone.see, "front") == OWNER and len(orders[zone.component]) > 1 and not indexed:
            yield f"{zone.name}: [{', '.join(orders[zone.component])}]"
