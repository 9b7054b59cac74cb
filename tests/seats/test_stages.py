"""The passes of the loops around a decision: in the top line of a page, where everybody knows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset
from stammtisch.game.state import State
from stammtisch.seats.happenings import look_back
from stammtisch.seats.perception.beginnings import beginning_at
from stammtisch.seats.perception.scenes import information_of, scene_of
from stammtisch.seats.visibility import ONLOOKER
from stammtisch.table.pages.render import seat_pieces

FAIR = """\
format: 1
game: Fair
players: 2
about: A fair.
things: {season: [spring, autumn]}
each player: {secret: {range: 0..2, see: owner}, points: 0..99}
setup:
  secrets are drawn: {for each: p in players, random: n in 0..2, set: {p.secret: n}}
phases:
  a season:
    for each: season in LOOP
    do:
      a turn: {turns: player in players, until: {all have chosen: round > 2}, choose: n in 1..2, add: {player.points: n}}
score: player.points
"""


def where(state: State, seat: int) -> str:
    """What the top line of a seat's page says about where the game is."""
    players = state.game.program.players
    page, _ = seat_pieces(state, seat, [""] * players, [False] * players, "/x")
    return str(page["where"])


def test_the_top_line_says_which_part_of_the_day_it_is() -> None:
    state, stream, seen = load_ruleset("balvin").game(3).start(3), Stream(5), dict[str, None]()
    while not state.over:
        seat, site = state.sites()[-1]
        for reader in (seat, (seat + 1) % 3, ONLOOKER):
            part, _, turn = where(state, reader).partition(" · ")
            seen[part] = None
            assert turn.startswith("round ")
        state.choose(stream.draw(len(state.option_numbers(seat, site))), seat)
    assert [*seen] == ["morning", "afternoon", "evening"]
    assert "·" not in where(state, 0)


@pytest.mark.parametrize(
    ("loop", "told"), [("seasons", True), ("seasons where max(players.secret) > 0 or season = spring", False)]
)
def test_what_depends_on_a_secret_is_not_told(tmp_path: Path, loop: str, told: bool) -> None:
    (tmp_path / "fair.yaml").write_text(FAIR.replace("LOOP", loop))
    state = load_ruleset(str(tmp_path / "fair.yaml")).game(2).start(1)
    assert where(state, 0) == ("spring · round 1" if told else "round 1")


def test_an_earlier_moment_has_no_later_part(tmp_path: Path) -> None:
    (tmp_path / "fair.yaml").write_text(FAIR.replace("LOOP", "seasons"))
    state = load_ruleset(str(tmp_path / "fair.yaml")).game(2).start(1)
    marks = []
    for _ in range(6):
        marks.append(len(information_of(state, 1).log.events))
        state.choose(0)
    assert where(state, 1) == "autumn · round 2: player 1's turn"
    then = []
    for mark in marks:
        beginning = beginning_at(state, 1, mark, 1000)
        assert beginning is not None
        then.append(look_back(beginning, scene_of(state, 1)).scene.stages)
    autumn = (("thing season", 1),)
    # of the spring nothing is said from the autumn on
    assert then == [(), (), (), (), autumn, autumn]
