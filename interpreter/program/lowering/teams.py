"""Lower teams: winners become whole teams, and payoffs those of teams."""

from __future__ import annotations

from ...check.types import TEAM, Typed
from ...language import model as m
from .. import ir
from .layout import Layout
from .writer import ProgramWriter

TEAM_OF = "team of a seat"


def seats_of_teams(rules: m.Ruleset, players: int) -> list[list[int]]:
    """The seats of each team, numbered from 0, as far as they are played."""
    return [[seat - 1 for seat in team.seats if seat <= players] for team in rules.teams]


def put_teams(rules: m.Ruleset, layout: Layout) -> None:
    """Add the table of each seat's team."""
    if teams := seats_of_teams(rules, layout.players):
        layout.tables[TEAM_OF] = [
            number for seat in range(layout.players) for number, own in enumerate(teams) if seat in own
        ]


def whole_teams(winner: Typed, listed: ir.Expr, layout: Layout, writer: ProgramWriter) -> ir.Expr:
    """The expression for all players of the teams named, or of the teams of the players named."""
    among, own = writer.register("named", (0, layout.players - 1)), writer.register("seat", (0, layout.players - 1))
    named = TEAM in (winner.type, winner.type.item)
    teams = listed if named else ["map", among, listed, ["table", TEAM_OF, among]]
    return ["filter", own, ["range", 0, layout.players - 1], ["in", ["table", TEAM_OF, own], teams]]


def worth(ranking: list[tuple[str, bool]], teams: list[list[int]], layout: Layout, writer: ProgramWriter) -> str:
    """Write the function of a victory's worth to a seat: 1 if its team has won, less 1 if the other one has.

    "" with more than two teams: then it is shared among the winners, as it is without teams.
    """
    if len(teams) not in (1, 2):
        return ""
    best: ir.Expr = ["range", 0, layout.players - 1]
    for name, most in ranking:
        seat = writer.register("seat", (0, layout.players - 1))
        best = ["best", seat, best, ["call", name, seat], int(most)]
    player, won = writer.register("player", (0, layout.players - 1)), writer.register("won")
    value: ir.Expr = ["in", player, won]
    if len(teams) == 2:
        others = [teams[1 - number][0] for number in layout.tables[TEAM_OF]]
        layout.tables["a seat of the other team"] = others
        value = ["sub", value, ["in", ["table", "a seat of the other team", player], won]]
    named = ["if", ["size", layout.winners], ["cards", layout.winners], best]
    writer.functions["payoff"] = ir.Function("payoff", [player], ["let", won, named, value])
    return "payoff"
