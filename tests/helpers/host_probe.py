"""What a ruleset comes to on some host, as text: mistakes, random games, bots' choices. `helpers.hosts` compares hosts.

Any Python that has Stammtisch can import this; it needs nothing else.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from pathlib import Path
from typing import Any

from stammtisch.base.diagnostics import to_json
from stammtisch.base.errors import UsageError
from stammtisch.bots.bot_seats import BotSeats
from stammtisch.bots.by_name import bot_in
from stammtisch.front.api import Ruleset, load_ruleset, validate
from stammtisch.game.game import Game
from stammtisch.reading.library import shipped_folder

SEED = 7
# names of bots, how many first decisions of a game they make, and in how many games
BOTS, DECISIONS, SEEDS = ("greedy", "search:40", "expert:40", "perfect"), 4, 1
# where lines are taken out of a ruleset, of ten
TORN = (2, 6)


def findings(name: str, games: int) -> dict[str, Any]:
    """What is found of a shipped ruleset, or of one of its variants as game+variant: each by its words, as JSON."""
    found: dict[str, Any] = {"mistakes": mistakes(name)}
    for tenth in TORN:
        found[f"mistakes with a line taken out at {tenth} tenths"] = torn_mistakes(name, tenth)
    ruleset = load_ruleset(name)
    for players in ruleset.players:
        found |= {f"{players} players, {words}": one for words, one in of_players(ruleset, players, games).items()}
    return found


def of_players(ruleset: Ruleset, players: int, games: int) -> dict[str, Any]:
    """What is found of one number of players."""
    game = ruleset.game(players)
    found: dict[str, Any] = {"played by WebAssembly": game.native is not None}
    found[f"{games} games"] = digest([[*payoffs, decisions] for payoffs, decisions in game.results(SEED, games)])
    for name in BOTS:
        found[name] = chosen(game, name)
    return found


def mistakes(name: str) -> list[Any]:
    """What `validate` says of a ruleset, as JSON."""
    return to_json(validate(name))


def torn_mistakes(name: str, tenth: int) -> list[Any]:
    """The same of its text with one line taken out."""
    copies = Path("/tmp/stammtisch-host-probe")
    game, _, variant = name.partition("+")
    folder = copies / game
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(shipped_folder("rulesets") / game, folder)
    rules = folder / (f"variants/{variant}.yaml" if variant else "ruleset.yaml")
    lines = rules.read_text(encoding="utf-8").split("\n")
    del lines[len(lines) * tenth // 10]
    rules.write_text("\n".join(lines), encoding="utf-8")
    found = to_json(validate(str(rules)))
    shutil.rmtree(folder)
    return found


def chosen(game: Game, name: str) -> list[Any] | str:
    """What bots of a name choose at the beginning of some games; why they do not play."""
    try:
        bot = bot_in(game, name)
    except UsageError as error:
        return str(error)
    found = []
    for seed in range(SEEDS):
        state = game.start(seed)
        seats = BotSeats([bot] * game.players, state)
        while not state.over and state.decisions < DECISIONS:
            seat = state.sites()[0][0]
            position = seats.choose(state, seat)
            found.append([seat, position])
            state.choose(position, seat)
    return found


def digest(value: Any) -> str:
    """A short text that stands for a value."""
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]


if __name__ == "__main__":
    print(json.dumps(findings(sys.argv[1], int(sys.argv[2]))))
