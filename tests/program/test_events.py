"""Events that lead to themselves: each card that enters, each step, however it has come about; in all backends alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.tiers import full
from oracle.evaluate import Machine

import stammtisch as st
from stammtisch.base.errors import GameError
from stammtisch.base.streams import game_seed
from stammtisch.game.game import Game

GAME = """\
format: 1
game: Chains
players: 2
components: {card: {front: {value: 1..9}}}
shared:
  row: {pile of: card, starts with: {value: 1..9}}
  bin: {KIND: card}
  tray: {holds: card}
  hits: 0..999
each player: {points: 0..99}
phases:
  the falling:
    turns: player in players
    until: {one round is over: round > 1}
    do:
      push or pass:
        one of:
          Push: {PUSH}
          Pass: {add: {player.points: 1}}
whenever:
  EVENTS
score: player.points
rulings: {equal points share the victory: {change: winner}}
"""
PUSH = "{when: not row.empty, move: 1, from: row, to: bin}"
NEXT = "{enters: bin, when: not row.empty, move: 1, from: row, to: bin, do: {add: {hits: 1}}}"
OVER = "{enters: bin, when: not row.empty, move: 1, from: row, to: tray}"
BACK = "{enters: tray, when: not row.empty, move: 1, from: row, to: bin}"
COUNT = "{enters: bin, add: {hits: 1}}"


def written(folder: Path, events: str, push: str = PUSH, kind: str = "holds") -> Game:
    text = GAME.replace("EVENTS", events).replace("{PUSH}", push).replace("KIND", kind)
    (folder / "chains.yaml").write_text(text, encoding="utf-8")
    return st.load_ruleset(folder / "chains.yaml").game(2)


def pushed(game: Game) -> dict[str, int]:
    """How many cards lie where after one push, and the hits; compared in all backends."""
    state = game.start(1)
    state.choose(0)
    machine = Machine(game.program)
    plain = machine.start(1)
    seat, _ = machine.pending(plain)[0]
    machine.apply(plain, seat, machine.options(plain, seat)[0])
    for number in range(5):
        wanted = game.played(game_seed(1, number))
        assert [*game.results(1, 1, number)] == [(wanted.payoffs, wanted.decisions)]
        assert game.native is not None
        game.native.count_games(1, number, 1, 1000)
        assert game.native.state(game.native.layout.state) == (wanted.v, wanted.z, wanted.random)
        # with a log, and so without passes
        loud = game.start(game_seed(1, number))
        for link in wanted.choices():
            loud.choose(link.position)
        assert (loud.v, loud.z) == (wanted.v, wanted.z)
    assert (plain.v, plain.z) == (state.v, state.z)
    return {place: len(getattr(state.shared, place)) for place in ("row", "bin", "tray")} | {"hits": state.shared.hits}


@pytest.mark.parametrize("kind", ["holds", "pile of"])
@pytest.mark.parametrize(
    ("events", "push", "found"),
    [
        (f"the next falls: {NEXT}", PUSH, (0, 9, 0, 8)),
        (f"one falls over: {OVER}\n  one falls back: {BACK}", PUSH, (0, 5, 4, 0)),
        (f"it is counted: {COUNT}", "{move: row, to: bin}", (0, 9, 0, 9)),
        (f"it is counted: {COUNT}", "{move: up to 4, from: row, to: bin}", (5, 4, 0, 4)),
        (f"it is counted: {COUNT}\n  the next falls: {OVER}", "{move: row, to: bin}", (0, 5, 4, 5)),
        (f"it is counted: {COUNT}", "{move: row, to: bin, do: {move: bin, to: bin}}", (0, 9, 0, 9)),
        (f"it is counted: {COUNT}\n  the next falls: {NEXT}", PUSH, (0, 9, 0, 17)),
    ],
)
def test_every_card_that_enters_makes_the_event_happen(
    tmp_path: Path, kind: str, events: str, push: str, found: tuple[int, ...]
) -> None:
    assert tuple(pushed(written(tmp_path, events, push, kind)).values()) == found


@pytest.mark.parametrize(
    ("watched", "push", "found"),
    [
        ("players.hand", "{move: 1, from: row, to: left(player).hand}", 1),
        ("players.hand", "{deal: 2, from: row, to: players.hand}", 4),
        ("players.hand", "{move: 1, from: row, to: player.hand, as: c, do: {move: c, to: left(player).hand}}", 2),
        ("players.hand", "{move: 1, from: row, to: player.hand, as: c, do: {move: c, to: player.hand}}", 1),
        ("[left(player).hand, bin]", "{move: 1, from: row, to: left(player).hand}", 1),
        ("[left(player).hand, bin]", "{move: 1, from: row, to: player.hand}", 0),
        ("player.hand", "{move: 1, from: row, to: left(player).hand}", 0),
        ("player.hand", "{deal: 2, from: row, to: players.hand}", 2),
    ],
)
def test_an_event_may_watch_the_place_of_every_player(tmp_path: Path, watched: str, push: str, found: int) -> None:
    text = GAME.replace("each player: {points: 0..99}", "each player: {points: 0..99, hand: {holds: card}}")
    text = text.replace("EVENTS", f"it is counted: {{enters: '{watched}', add: {{hits: 1}}}}").replace("{PUSH}", push)
    (tmp_path / "chains.yaml").write_text(text.replace("KIND", "holds"), encoding="utf-8")
    game = st.load_ruleset(tmp_path / "chains.yaml").game(2)
    assert pushed(game)["hits"] == found


def test_a_chain_through_the_places_of_all_players_goes_on(tmp_path: Path) -> None:
    text = GAME.replace("each player: {points: 0..99}", "each player: {points: 0..99, hand: {holds: card}}")
    more = (
        "{enters: players.hand, when: not row.empty, move: 1, from: row, to: first(players).hand, do: {add: {hits: 1}}}"
    )
    text = text.replace("EVENTS", f"the next falls: {more}").replace(
        "{PUSH}", "{when: not row.empty, move: 1, from: row, to: last(players).hand}"
    )
    (tmp_path / "chains.yaml").write_text(text.replace("KIND", "holds"), encoding="utf-8")
    assert pushed(st.load_ruleset(tmp_path / "chains.yaml").game(2))["hits"] == 8


@pytest.mark.parametrize(
    "step", ["run: Push on", "do: {once more: {run: Push on}, and choose: {by: player, one of: {Yes: nothing}}}"]
)
def test_an_event_after_a_step_happens_again_where_it_does_that_step_itself(tmp_path: Path, step: str) -> None:
    text = f"push again: {{after: Push on, when: not row.empty, {step}}}"
    more = "actions: {Push on: {when: not row.empty, move: 1, from: row, to: bin}}\nscore:"
    (tmp_path / "chains.yaml").write_text(
        GAME.replace("EVENTS", text)
        .replace("{PUSH}", "{run: Push on}")
        .replace("KIND", "holds")
        .replace("score:", more, 1),
        encoding="utf-8",
    )
    state = st.load_ruleset(tmp_path / "chains.yaml").game(2).start(1)
    state.choose(0)
    while not state.over and len(state.shared.row) != 0:
        assert len(state.decision.numbers) == 1
        state.choose(0)
    assert len(state.shared.bin) == 9


@full
def test_a_chain_without_an_end_is_stopped_with_the_words_of_the_event(tmp_path: Path) -> None:
    ever = "there and back: {enters: bin, move: card, to: tray, do: {move: card, to: bin}}"
    game = written(tmp_path, ever)
    for act in (lambda: game.start(1).choose(0), lambda: game.start(1, log=False).choose(0)):
        with pytest.raises(GameError, match=r"'there and back' happens again and again and never ends"):
            act()
