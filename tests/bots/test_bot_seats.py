"""Bots at the seats of a game: the same choices whatever happened in between."""

from __future__ import annotations

from helpers.bots import chosen_so_far, played, searched
from helpers.games import ruleset
from helpers.tiers import full

from stammtisch.bots.bot_seats import BotSeats
from stammtisch.bots.by_name import bot
from stammtisch.bots.knowledge import knowledge
from stammtisch.seats.offers import offered, option_texts


def test_random_bots_play_the_random_game_of_the_seed() -> None:
    game = ruleset("ofertu").game()
    for seed in range(3):
        assert played(game, "random,random", seed).history is not None
        assert chosen_so_far(played(game, "random,random", seed)) == chosen_so_far(game.played(seed))


@full
def test_after_any_decision_a_game_goes_on_in_the_same_way() -> None:
    game, names = searched("munchhausen", 3), "search:20,random,greedy"
    whole = chosen_so_far(played(game, names, 3))
    for decisions in (1, 7, 20):
        state = game.replayed(3, whole[:decisions])
        table = BotSeats([bot(name) for name in names.split(",")], state)
        while state.decisions < decisions + 12:
            seat = state.sites()[0][0]
            state.choose(table.choose(state, seat), seat)
        assert chosen_so_far(state) == whole[: decisions + 12]


def test_what_is_chosen_is_the_option_at_the_position_in_the_view() -> None:
    state = searched("hearts").start(2)
    seat = state.decision.seat
    position = bot("search:50").choose(knowledge(state, seat))
    text = state.view(seat)["decision"]["options"][position]["text"]
    taken = BotSeats([bot("search:50")] * 4, state).choose(state, seat)
    number = state.decision.numbers[taken]
    texts = option_texts(state, dict(state.sites())[seat], offered(state, seat), seat)
    assert texts[number] == text
