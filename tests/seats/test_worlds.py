"""In two worlds that a seat cannot tell apart it is given the same, whatever is given: see helpers/worlds/."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers import games
from helpers.secrets import SECRETS, SEVERAL, made
from helpers.small_games import LITTLE, written
from helpers.tiers import full, tiered
from helpers.trees import JUDGED
from helpers.worlds.given import GIVEN, Looked, Plan, Told, hides, looked

from stammtisch.base.errors import ChoiceError
from stammtisch.game import state as running
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.program.lowering.numbers import PublicKnowledge
from stammtisch.seats import percepts
from stammtisch.seats.perception import scenes
from stammtisch.seats.perception.events import READ, Perception
from stammtisch.seats.visibility import SeatVisibility

# variants that hide something else than their base
SMALL = Plan(most=7, budget=200)
SEALED = {"sealed-bids", "open-purses", "sealed-offers", "two-players", "bids-at-once", "two-stakes"}


def passes(game: Game, plan: Plan, seeds: range, judged: bool = False) -> Looked:
    """Games of these seeds pass; if none was compared with another world, those of more seeds."""
    sums = Looked()
    for seed in range(seeds.start, seeds.stop + 12):
        found = looked(game, seed, plan, judged)
        sums = Looked(sums.tried + found.tried, sums.found + found.found, sums.other + found.other)
        if seed >= seeds.stop - 1 and sums.other:
            return sums
    raise AssertionError(f"no other world was ever compared: {sums}")


@pytest.mark.parametrize("name", tiered(SECRETS, [*SECRETS][1::3].__contains__))
def test_small_games_tell_a_seat_nothing_hidden(name: str, tmp_path: Path) -> None:
    assert passes(made(tmp_path, SECRETS[name], 3 if name == "together" else 2), SMALL, range(1, 2)).other


@full
def test_choices_of_all_are_told_when_a_step_begins_though_nothing_comes_of_them(tmp_path: Path) -> None:
    assert passes(made(tmp_path, SEVERAL), SMALL, range(2, 3)).other


@full
def test_a_game_with_a_judge_tells_what_the_judge_allows_and_no_more(tmp_path: Path) -> None:
    passes(written(tmp_path, "judged", JUDGED).game(), Plan(), range(1, 4), judged=True)
    with pytest.raises(Told, match="options"):
        passes(written(tmp_path, "judged", JUDGED).game(), Plan(), range(1, 4))
    passes(written(tmp_path, "little", LITTLE).game(), SMALL, range(1, 2))


COPIES = """\
format: 1
game: Copies
players: 2
components: {card: {front: {value: 1..3}}}
shared:
  deck: {pile of: card, starts with: {value: 1, copies: 3}}
each player:
  laid: {holds: card, in: groups}
setup:
  mix the deck: {shuffle: deck}
  lay them down: {move: all, from: deck, to: first(players).laid}
phases: {a turn: {choose: n in 1..2, by: last(players)}}
whenever:
  the two on top are counted:
    before: lay them down
    remember: {on_top: 'first(deck, 2)'}
    say: sum(on_top.value)
"""


def test_copies_of_a_shuffled_pile_laid_in_groups_do_not_tell_their_order(tmp_path: Path) -> None:
    assert passes(written(tmp_path, "copies", COPIES).game(), SMALL, range(1, 3)).other


@pytest.mark.parametrize(
    ("name", "variant"), tiered(games.HIDING, lambda name: name[0] in games.FEW_NAMES and name[1] in ("", *SEALED))
)
def test_rulesets_tell_a_seat_nothing_hidden(name: str, variant: str) -> None:
    game = games.ruleset(name, variant).game()
    assert hides(game)
    passes(game, Plan(most=7, every=6, seats=False, budget=300), range(1, 2))


@full
@pytest.mark.parametrize(("name", "variant"), games.HIDING)
def test_rulesets_tell_no_seat_anything_hidden_in_long_games(name: str, variant: str) -> None:
    ruleset = games.ruleset(name, variant)
    for players in sorted({ruleset.players[0], ruleset.players[-1]})[-1 if variant else 0 :]:
        assert passes(ruleset.game(players), Plan(most=60, every=9, budget=300), range(2, 3)).other


# a pile into which only one looks counts at the end; what lies there is then told, but not in which order
BURIED = """\
format: 1
game: Buried
players: 2
things: {ware: [bread, honey, cheese]}
components: {card: {front: {ware: ware, worth: 1..3}}}
shared: {pot: {pile of: card, see: those(p in players where p.number > 1), starts with: [{ware: bread, worth: 1}, {ware: honey, worth: 2}, {ware: cheese, worth: 3}]}}
setup: {shuffle the pot: {shuffle: pot}}
phases: {a choice: {by: first(players), one of: {Wait: nothing, Stir: {gather: c in pot, to: pot}}}}
score: SCORE
rulings: {equal scores share the victory: {change: score}}
"""


@pytest.mark.parametrize("score", ["sum(c.worth for c in pot)", "sum(w.number for w in pot.ware)"])
def test_what_counts_at_the_end_does_not_tell_the_order_of_a_pile(score: str, tmp_path: Path) -> None:
    assert passes(written(tmp_path, "buried", BURIED.replace("SCORE", score)).game(), Plan(), range(1, 4)).other


@full
def test_rulesets_without_secrets_are_known() -> None:
    assert not any(hides(games.ruleset(name, "").game()) for name in games.OPEN)


# -- whoever gives away a secret is found


TOKENS = Perception.read_tokens


def counts_tokens(self: Any, event: Any) -> None:
    TOKENS(self, event._replace(public=1))


def refuses_with_secrets(state: State, site: int, number: int, seat: int) -> str:
    return f"the cards lie so: {state.z}"


CHOOSE = State.choose


def fails_with_secrets(state: State, option: Any, seat: int | None = None) -> None:
    try:
        CHOOSE(state, option, seat)
    except ChoiceError as error:
        raise ChoiceError(f"{error} {state.z}") from None


def shows_secret_choices(self: Any, event: Any) -> None:
    self.perceive(percepts.Chosen("choose", event.site, event.seat, "", "int", event.number))


def says_who_has_chosen(state: Any, perception: Any) -> list[int]:
    return [seat for seat, _ in state.sites()]


SPILLS: list[tuple[str, str, Any, str, Callable[..., Any]]] = [
    ("log", "savings", PublicKnowledge, "is_public", lambda self, value: 1),
    ("log", "decided", PublicKnowledge, "step_is_public", lambda self: True),
    ("view", "mat", SeatVisibility, "_mask", lambda self, slot, which: 3),
    ("view", "mat", Perception, "tells", lambda self, card, ways: True),
    ("view", "reveal", Perception, "tells", lambda self, card, ways: True),
    ("view", "buried", Perception, "ordered", lambda self, cards: sorted(cards)),
    ("log", "pots", READ, "tokens", counts_tokens),
    ("log", "secret", Perception, "show_choice", shows_secret_choices),
    ("view", "secret", SeatVisibility, "reads", lambda self, slot: True),
    ("view", "together", scenes, "_pending", says_who_has_chosen),
    ("refusals", "refused", running.State, "refusal_at", refuses_with_secrets),
    ("errors", "refused", running.State, "choose", fails_with_secrets),
]


@pytest.mark.parametrize(("what", "name", "owner", "part", "instead"), SPILLS, ids=lambda value: str(value)[:20])
def test_what_gives_away_a_secret_is_found(
    what: str, name: str, owner: Any, part: str, instead: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if isinstance(owner, dict):
        monkeypatch.setitem(owner, part, instead)
    else:
        monkeypatch.setattr(owner, part, instead)
    with pytest.raises(Told) as told:
        passes(made(tmp_path, SECRETS[name], 3 if name == "together" else 2), Plan(budget=300), range(1, 3))
    assert told.value.what == what


@full
def test_a_bot_or_a_page_is_one_more_function(tmp_path: Path) -> None:
    game = made(tmp_path, SECRETS["savings"])

    def peeks(state: State, seat: int) -> bytes:
        return bytes(sum(state.z, []))

    def looks(state: State, seat: int) -> bytes:
        return str(state.view(seat)["values"]).encode()

    assert looked(game, 1, SMALL, given={"bot": looks}).other
    with pytest.raises(Told, match="learns something hidden by: bot"):
        looked(game, 1, SMALL, given={**GIVEN, "bot": peeks})
