"""Which options may stand at once: what takes one tap at the table can be taken back, whatever comes of it."""

from __future__ import annotations

import pytest
from helpers.tiers import many

from stammtisch.base.streams import Stream
from stammtisch.front.api import load_ruleset, ruleset_of_text
from stammtisch.game.state import State
from stammtisch.program.options import option_of
from stammtisch.seats.standing_choices import standing_choices
from stammtisch.table.play.undo import undo_offer

GAMES = [
    ("munchhausen", 3),
    ("balvin", 3),
    ("gin-rummy", 2),
    ("ofertu", 2),
    ("warrender", 3),
    ("bierfest", 3),
    ("nine-mens-morris", 2),
    ("chess", 2),
    ("liars-dice", 2),
]


def stands(state: State, seat: int, site: int, number: int, hasty: bool = False) -> bool:
    """Whether an option may stand as soon as it is chosen."""
    of = state.game.program.sites[site]
    option = option_of(of, number)
    return (option.words, option.kind) in standing_choices(state.game.program, of, seat, hasty)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_does_not_stand_can_be_taken_back_at_once(name: str, players: int) -> None:
    game = load_ruleset(name).game(players)
    free, stream = 0, Stream(3)
    for seed in range(many(1, 4)):
        state = game.start(seed)
        for _ in range(many(40, 200)):
            if state.over:
                break
            seat, site = state.sites()[0]
            numbers = state.option_numbers(seat, site)
            number = numbers[stream.draw(len(numbers))]
            stay = stands(state, seat, site, number)
            state.choose(numbers.index(number), seat)
            # a choice without an alternative is none to take back
            if not stay and not state.over and len(numbers) > 1:
                free += 1
                assert undo_offer(state, seat)[0], (name, seed, site, number)
    assert free, name


@pytest.mark.parametrize(
    ("name", "players", "words", "kind", "one"),
    [
        ("hearts", 4, "", "card card", True),
        ("munchhausen", 3, "Reject", "plain", True),
        ("munchhausen", 3, "Accept", "plain", False),
        ("gin-rummy", 2, "Draw from the stock", "plain", True),
        ("gin-rummy", 2, "Discard", "card card", True),
        ("nine-mens-morris", 2, "Place a man", "thing point", False),
        ("ofertu", 2, "", "card card", False),
    ],
)
def test_cards_shown_drawn_or_bets_called_stand(name: str, players: int, words: str, kind: str, one: bool) -> None:
    program = load_ruleset(name).game(players).program
    site = next(
        site for site in program.sites
        if site.group < 0 and (words, kind) in {(entry.words, entry.kind) for entry in site.entries}
    )  # fmt: skip
    assert ((words, kind) in standing_choices(program, site, 0, False)) is one


def test_where_a_bot_comes_next_a_move_stands() -> None:
    program = load_ruleset("nine-mens-morris").game(2).program
    for words, hasty in (("Place a man", True), ("Move a man", False)):
        site = next(site for site in program.sites if words in {entry.words for entry in site.entries})
        assert ((words, "thing point") in standing_choices(program, site, 0, True)) is hasty


OWN_PLACES = """\
format: 1
game: Own places
players: 2
components:
  card: {front: {value: 1..4}}
each player:
  hand: {holds: card, see: owner, starts with: {value: 1..4}}
  purse: {holds: card, see: owner}
  shelf: {holds: card, see: everyone}
phases:
  a turn:
    turns: player in players
    until: {somebody has no card: any(p in players where p.hand.empty)}
    do:
      one of:
        Keep: {choose: c in player.hand, move: c, to: player.purse}
        Show: {choose: c in player.hand, move: c, to: player.shelf}
score: sum(player.purse.value)
"""


def test_it_is_the_place_a_card_goes_to_that_counts() -> None:
    program = ruleset_of_text(OWN_PLACES, "places", "places.yaml").game(2).program
    found = {
        entry.words: {
            entry.words in {words for words, _ in standing_choices(program, site, seat, False)} for seat in (0, 1)
        }
        for site in program.sites
        for entry in site.entries
    }
    assert found["Keep"] == {False} and found["Show"] == {True}, found
