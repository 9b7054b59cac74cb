"""Who leads when: leads, comebacks and drama, from the scores after each round."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

from ...program import ir
from ...program.trees import canonical, inline

CURVE = tuple(range(1, 10))  # tenths of a game
# positions among the numbers of `count_leads`
GAMES, CHANGES, CHANGED, COMEBACKS, ALONE, DECIDED, DRAMA, DRAG, HALF, RUNAWAY, FIRST = range(11)

SIZE = FIRST + 2 * len(CURVE)


def most_points_win(program: ir.Program) -> bool | None:
    """Whether the most points win (True) or the fewest (False); None if something else decides."""
    if not program.ranking or not program.scored:
        return None
    name, most = program.ranking[0]
    by, score = (canonical(inline(["call", one, "seat"], program)) for one in (name, program.score))
    return most if by == score else None


def count_leads(standings: Sequence[int], players: int, most: bool | None) -> list[int]:
    """Return counts about leads, which add up, from standings (see `backend.native.usage_reader.GameUsage`).

    games: those of at least two rounds of which the standing after a round is known; changes: how often another seat
    than the last one to lead alone leads alone, after a round or at the end; changed: games in which that was so;
    comebacks: games with one winner who did not lead after half of the rounds; alone: games with one winner; decided:
    the sum over these of the part of the game, in hundredths, after which that winner always leads alone; drama: of how
    many points that winner is behind after a round before the end, in hundredths; drag: of the part of the game, in
    hundredths, that is left when it has more points than any other will have at the end. half: games in which one seat
    leads alone after half of the rounds; runaway: in which that seat wins alone and leads alone from there to the end.
    From FIRST on for each tenth of CURVE: games in which one seat led alone when so much of the rounds was over, and
    what these won, in parts of `victory_unit`.
    """
    found = [0] * SIZE
    at = 0
    while at < len(standings) and most is not None:
        rounds, mask = standings[at : at + 2]
        end = at + 2 + players * (rounds + 1)
        scores = [standings[n : n + players] for n in range(at + 2, end, players)]
        if rounds:
            won = {seat for seat in range(players) if mask >> seat & 1}
            led = [best_seats(one, most) for one in scores]
            count_game(led, won, found, players)
            if len(won) == 1 and players > 1:
                count_course([[one if most else -one for one in each] for each in scores], min(won), found)
        at = end
    return found


def count_game(led: list[set[int]], won: set[int], found: list[int], players: int) -> None:
    """Add one game: who led after each round and at the end, who won."""
    found[GAMES] += 1
    alone = [next(iter(one)) for one in led if len(one) == 1]
    changes = sum(a != b for a, b in zip(alone, alone[1:], strict=False))
    found[CHANGES] += changes
    found[CHANGED] += changes > 0
    if len(won) == 1:
        found[ALONE] += 1
        found[COMEBACKS] += not won <= led[len(led) // 2 - 1]
        after = next((n for n in range(len(led), 0, -1) if led[n - 1] != won), 0)
        found[DECIDED] += min(100, 100 * (after + 1) // len(led))
    half = led[len(led) // 2 - 1 :]
    found[HALF] += len(half[0]) == 1
    found[RUNAWAY] += len(half[0]) == 1 and all(one == won for one in half)
    for number, tenth in enumerate(CURVE):
        over = tenth * len(led) // 10
        leaders = led[over - 1] if over else set()
        if len(leaders) == 1:
            found[FIRST + 2 * number] += 1
            found[FIRST + 1 + 2 * number] += victory_unit(players) // len(won) if leaders <= won else 0


def count_course(scores: Sequence[Sequence[int]], winner: int, found: list[int]) -> None:
    """Add how far a game's only winner was behind, and how much was left once nobody could catch up.

    scores: after each round and at the end, those that win the greatest.
    """
    behind = [max(one) - one[winner] for one in scores[:-1]]
    found[DRAMA] += 100 * sum(behind) // len(behind)
    others = max(one for seat, one in enumerate(scores[-1]) if seat != winner)
    after = next((n for n in range(len(scores), 0, -1) if scores[n - 1][winner] <= others), 0)
    found[DRAG] += 100 * max(0, len(scores) - after - 1) // len(scores)


def best_seats(scores: Sequence[int], most: bool) -> set[int]:
    """The seats with the best score."""
    best = max(scores) if most else min(scores)
    return {seat for seat, score in enumerate(scores) if score == best}


def victory_unit(players: int) -> int:
    """The number that stands for one won game, divisible by every number of winners."""
    return lcm(*range(1, min(players, 10) + 1))
