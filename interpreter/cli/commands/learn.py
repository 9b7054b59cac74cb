"""`stammtisch learn`: a net learns a game by playing against itself, and is kept if it beats the search."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import click

from ..console import output, progress
from ..options import ruleset_options, seed_option

if TYPE_CHECKING:
    from ...backend.native.learned_net import LearnedNet
    from ...front.api import Ruleset
    from ...game.game import Game
    from ...learning.trial import Strength

TRIES, MEASURED = 40, 100  # games that choose among ways to search, and games that say what it is worth
WEAK = 20  # iterations of the search that shows how strong a net is so far


@click.command("learn")
@ruleset_options
@click.option("--players", metavar="3-5|all", help="The numbers of players: 4, 3-5, 3,5 or all (default: the fewest).")
@seed_option
@click.option("--seconds", type=click.IntRange(1, 86_400), default=90, metavar="S", help="How long to learn (90).")
@click.option("--nets", type=click.IntRange(1, 20), default=2, metavar="N", help="The best of so many nets (2).")
def command(ruleset: Ruleset, options: dict[str, Any], players: str | None, seed: int, seconds: int, nets: int) -> int:
    """Let a net learn RULESET by playing against itself, and keep it beside the rules if it beats the search.

    The bots `learned` and `expert` then play the game with so many players, by these rules. Each number of players has
    a net of its own.
    """
    from ..simulations import player_counts

    counts = [ruleset.players[0]] if players is None else player_counts(players, ruleset.players)
    games = [ruleset.game(count, options) for count in counts]
    return max([_learn_game(ruleset, game, seed, seconds, nets) for game in games])


def _learn_game(ruleset: Ruleset, game: Game, seed: int, seconds: int, nets: int) -> int:
    """Learn the game of one number of players; return 0 if the net is kept, else 1."""
    from ...backend.native.learned_net import nets_text, play_hash, read_nets
    from ...base.files import write_all

    kept = read_nets(ruleset.net_file)
    wanted = play_hash(game.program)
    before = next((net for net in kept if net.hash == wanted), None)
    similar = before or next((net for net in reversed(kept) if net.players == game.players), None)
    found = [_learn(game, seconds / nets, seed + number, similar) for number in range(nets)]
    best, strength = max((_choose(game, net, seed) for net in found), key=lambda pair: pair[1].share)
    measured = _measure(game, best, seed + 1)
    if measured.low <= measured.even:
        output(f"The best net {measured.words}. That is not surely better than the search, so it is not kept.")
        return 1
    if before is not None and (against := _compare(game, best, before, seed + 2)).share < against.even:
        output(f"The best net {against.words}. The one that is there is better, so it stays.")
        return 1
    best = replace(best, measured=asdict(measured))
    rest = [net for net in kept if net.hash != wanted]
    write_all([(ruleset.net_file, nets_text([*rest, best]).encode())])
    output(f"{ruleset.name} with {game.players} players is learned: expert {measured.words}.")
    output(f"It is kept in {ruleset.net_file}.")
    return 0


def _learn(game: Game, seconds: float, seed: int, similar: LearnedNet | None) -> LearnedNet:
    """Learn one net, with lines of progress: what the net alone is worth so far."""
    from ...bots.by_name import bot
    from ...learning.training import learn
    from ...learning.trial import play_match, rival, with_net

    def show(net: LearnedNet) -> None:
        strength = play_match((with_net(game, net), game), (bot("learned"), rival(WEAK)), TRIES, seed)
        progress(f"After {net.made['games']:,} games the net alone {strength.words}.")

    net = learn(game, seconds, seed, before=similar, show=show)
    progress(f"A net has learned from {net.made['games']:,} games in {net.made['seconds']} seconds.")
    return net


def _choose(game: Game, net: LearnedNet, seed: int) -> tuple[LearnedNet, Strength]:
    """The way of searching with which a net wins most in a few games."""
    from ...learning.trial import EXPERT, TO_THE_END, fit_to_time, play_match, rival, with_net

    found = []
    for one in fit_to_time(game, net, seed):
        strength = play_match((with_net(game, one), game), (EXPERT, rival()), TRIES, seed)
        way = "to the end" if one.search.ahead == TO_THE_END else f"{one.search.ahead} decisions ahead"
        progress(f"With {one.search.iterations} games a choice, {way}, it {strength.words}.")
        found.append((one, strength))
    return max(found, key=lambda pair: pair[1].share)


def _measure(game: Game, net: LearnedNet, seed: int) -> Strength:
    """What the chosen net is worth, in new games."""
    from ...learning.trial import EXPERT, play_match, rival, with_net

    return play_match((with_net(game, net), game), (EXPERT, rival()), MEASURED, seed)


def _compare(game: Game, net: LearnedNet, before: LearnedNet, seed: int) -> Strength:
    """The new net against the one before."""
    from ...learning.trial import EXPERT, play_match, with_net

    return play_match(
        (with_net(game, net), with_net(game, before)), (EXPERT, replace(EXPERT, name="the net before")), MEASURED, seed
    )
