"""A game of three moves whose measures can be worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

import stammtisch as st
from stammtisch.program import ir
from stammtisch.study.counts.statistics import Tally
from stammtisch.study.runs.playing import count_usage
from stammtisch.study.runs.shards import Plan

# the first player moves, the second, the first again
THREE = """\
format: 1
game: Three moves
players: 2
shared: {moves: 0..3}
each player: {coins: 0..9}
phases:
  a turn:
    turns: player in players
    until: {three moves are made: moves = 3}
    do:
      Take or leave:
        one of:
          Take: {add: {player.coins: 1}}
          Leave: nothing
          Double: {when: {somebody has a coin: sum(players.coins) > 0}, add: {player.coins: 2}}
      the move is counted: {add: {moves: 1}}
  A bonus: {when: moves > 3, for each: p in players, add: {p.coins: 1}}
score: player.coins
rulings: {equal coins share the victory: {change: score}}
"""
TAKE, LEAVE, DOUBLE = range(3)
# 1 : 2, 2 : 1 after 0 : 1, 1 : 0, 0 : 0
GAMES = ([TAKE, DOUBLE, LEAVE], [LEAVE, TAKE, DOUBLE], [TAKE, LEAVE, LEAVE], [LEAVE, LEAVE, LEAVE])


def tallied(game: st.Game, games: Sequence[Sequence[int]]) -> Tally:
    """What games with these choices come to, with all counts."""
    tally, plan = Tally(game.players), Plan(use=True)
    for number, positions in enumerate(games):
        state = game.start(number, log=False)
        choices = []
        for position in positions:
            choices.append(len(state.decision) * game.players + state.decision.seat)
            state.choose(position)
        tally.add_game(state.scores, state.winners, state.reason, choices, state.v[ir.TURNS])
        count_usage(game, plan, 0, state, tally)
    return tally
