"""Teams: build the thing `team` and its two definitions from the section `teams`."""

from __future__ import annotations

from collections import Counter

from ..reading.nodes import Mapping, Node, Scalar, Sequence
from . import model as m
from .reader import Reader, entries, text

# what games with teams can ask, by its first name
GIVEN = ("team", "members")


def put_teams(node: Node | None, reader: Reader, out: m.Ruleset) -> None:
    """Add the section `teams` to a ruleset that has only its players so far."""
    if not isinstance(node, Mapping) or not node.entries:
        return
    wrong = len(reader.problems)
    for key, value in entries(node):
        if reader.identifier(key.text, key.span):
            out.teams.append(m.Team(key.text, key.span, _seats(value)))
    if len(reader.problems) == wrong and not _refuse_misplaced(node, reader, out):
        _declare(node, reader, out)


def _refuse_misplaced(node: Mapping, reader: Reader, out: m.Ruleset) -> bool:
    """Report the first seat not in exactly one team, or team without players; return whether there is one."""
    if any(problem.code == "bad-players" for problem in reader.problems):
        return False  # how many seats there are is not known
    most, seats = out.players[-1], Counter(seat for team in out.teams for seat in team.seats)
    for team in out.teams:
        value = node.entries[team.name].value
        span, beyond = value.span, [seat for seat in team.seats if not 1 <= seat <= most]
        if beyond:
            reader.error("bad-teams", f"there is no seat {beyond[0]}: at most {most} play", span)
            return True
        if not team.seats:
            low, _, high = text(value).partition("..")
            message = f"{team.name} has no seat: the smaller number comes first"
            reader.error("bad-teams", message, span, instead=f"{high}..{low}")
            return True
        if empty := [count for count in out.players if min(team.seats) > count]:
            message = f"with {empty[0]} players nobody is in the team {team.name}"
            reader.error("bad-teams", message, span, "give it a seat, or allow other numbers of `players`")
            return True
    for number in range(1, most + 1):
        if seats[number] != 1:
            told = f"stands {seats[number]} times" if seats[number] else "is in no team"
            reader.error("bad-teams", f"seat {number} {told}: each seat belongs to one team", node.span)
            return True
    return False


def _seats(node: Node) -> tuple[int, ...]:
    """The seats of a team: `2`, `2..5` or `[1, 3]`."""
    if isinstance(node, Sequence):
        return tuple(int(text(item)) for item in node.items)
    first, _, last = text(node).partition("..")
    return tuple(range(int(first), int(last or first) + 1))


def _declare(node: Mapping, reader: Reader, out: m.Ruleset) -> None:
    """Declare the thing, `player.team` and `team.members`, as a ruleset would write them."""
    *others, last = out.teams
    cases = [f"if player.number in {[*team.seats]} then {team.name} else " for team in others]
    written = {"team(player)": "".join(cases) + last.name, "members(team)": "those(p in players where p.team = team)"}
    out.things["team"] = m.Thing("team", node.span, "teams", [(team.name, team.span) for team in out.teams])
    for name, (signature, value) in zip(GIVEN, written.items(), strict=True):
        said = reader.parse("signature", Scalar(node.span, signature, signature))
        expr = reader.parse("expr", Scalar(node.span, value, value))
        out.definitions[name] = m.Definition(name, node.span, said.params, expr, "", given=True)
