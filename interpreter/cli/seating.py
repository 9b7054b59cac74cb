"""Parse seatings from the command line: `1=human,2=search:400`, `all=random`."""

from __future__ import annotations

from ..base.errors import UsageError
from ..base.similar import ask_if_meant
from ..bots.by_name import HUMAN, LEVELS, STRONGEST, WORDS, bot, bot_in
from ..game.compiled import CompiledGame


def parse_seats(option: str, texts: tuple[str, ...], players: int, people: bool) -> dict[str, str]:
    """The person or bot for each seat ("1", "2", ... and "all"); bots by their normal names.

    option: what it is called on the command line; people: whether `human` may be one.
    Raises UsageError for a seat that is not there or given twice, or who is not known.
    """
    example = f"{option} 1=human,2=search:400" if people else f"{option} 1=search:400,all=random"
    named: dict[str, str] = {}
    for part in (part.strip() for text in texts for part in text.split(",")):
        who, equals, kind = (piece.strip().casefold() for piece in part.partition("="))
        if not equals:
            raise UsageError(f"{option} {part}: write for example {example} or {option} all=random")
        who = who.lstrip("0") or "0"
        if who != "all" and not (who.isascii() and who.isdigit() and len(who) < 9 and 1 <= int(who) <= players):
            raise UsageError(f"{option} {part}: there is no seat {who}; this game has the seats 1 to {players}")
        if who in named:
            raise UsageError(f"{option} {who} is given twice: {named[who]} and {kind}")
        named[who] = parse_sitter(f"{option} {who}=", kind, people)
    return named


def parse_sitter(part: str, kind: str, people: bool) -> str:
    """The person or bot meant by a word; `part` is the text before it. Raises UsageError if there is none."""
    if people and (kind == HUMAN or kind in LEVELS):
        return kind
    if kind == HUMAN:
        raise UsageError(f"{part}{kind}: people can only sit down to `play`")
    try:
        return bot(kind).name
    except UsageError as error:
        known = (HUMAN, *LEVELS, *WORDS) if people else WORDS
        if kind.partition(":")[0] in WORDS:
            raise UsageError(f"{part}{error}") from None
        otherwise = f"a seat is {', '.join(known[:-1])} or {known[-1]}, or search:N with a strength"
        raise UsageError(f"{part}{kind}: {ask_if_meant(kind, known, otherwise, 'did you mean {}?')}") from None


def seats_at_terminal(texts: tuple[str, ...], game: CompiledGame) -> list[str]:
    """The players at a terminal: the first is human, the strongest bots have the others, where nobody is named."""
    named = parse_seats("--seat", texts, game.players, True)
    return assign_seats(named if "all" in named else {"1": HUMAN} | named, STRONGEST, game)


def seats_at_table(texts: tuple[str, ...], game: CompiledGame) -> list[str]:
    """The players of a served table: people, except the bots that are named."""
    return assign_seats(parse_seats("--seat", texts, game.players, True), HUMAN, game)


def assign_seats(named: dict[str, str], otherwise: str, game: CompiledGame) -> list[str]:
    """Who sits at each seat; bots by name, where a level is asked for. Raises UsageError if one cannot play."""
    kinds = [named.get(str(number), named.get("all", otherwise)) for number in range(1, game.players + 1)]
    bots = {kind: bot_in(game, kind).name for kind in dict.fromkeys(kinds) if kind != HUMAN}
    return [bots.get(kind, kind) for kind in kinds]


def bots_of(texts: tuple[str, ...], players: int) -> list[str]:
    """The bot that begins at each seat of games between bots; random where none is named."""
    named = parse_seats("--bots", texts, players, False)
    return [named.get(str(number), named.get("all", "random")) for number in range(1, players + 1)]


def ladder_of(text: str, players: int) -> list[str]:
    """The bots of a ladder, weakest first: `20,80,320` or `random,greedy,100`.

    Raises UsageError for anything else, fewer than two bots, a bot that is there twice, or a game for one player.
    """
    parts = [part.strip() for part in text.split(",")]
    found = [bot(f"search:{part}" if part.isascii() and part.isdigit() else part).name for part in parts]
    if len(found) < 2:
        raise UsageError(f"{text}: a ladder has at least two bots, from weak to strong, for example 20,80,320")
    if twice := next((name for name in found if found.count(name) > 1), ""):
        raise UsageError(f"{text}: {twice} is named twice")
    if players < 2:
        raise UsageError("a ladder is for games of at least two players: bots play against each other")
    return found


def known_seats(play: object, players: int) -> list[str]:
    """The players noted in a file about how it was played; [] if it has none."""
    found = play.get("seats") if isinstance(play, dict) else None
    if not isinstance(found, list) or len(found) != players:
        return []
    try:
        return [parse_sitter("", kind, True) for kind in found]
    except (AttributeError, UsageError):
        return []


def require_bots(kinds: list[str], game: CompiledGame) -> None:
    """Raise UsageError if one of the bots at these seats cannot play the game."""
    for kind in dict.fromkeys(kinds):
        if kind != HUMAN:
            bot(kind).require(game)
