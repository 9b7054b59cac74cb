"""Where points come from: the parts add up, always; nobody reads what is hidden in them; the words are those of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.games import CASES, FEW, Case, each, ruleset
from helpers.paths import TESTS
from helpers.small_games import written
from helpers.tiers import many

import stammtisch as st
from stammtisch.base.diagnostics import Span
from stammtisch.base.display_names import DisplayName
from stammtisch.game.state import State
from stammtisch.language.display_model import NameEntry
from stammtisch.program import ir
from stammtisch.seats.perception.expression_visibility import Sight
from stammtisch.seats.score import score_parts, tie_breaks
from stammtisch.seats.score_lines import ScoreLine, part_texts, total
from stammtisch.seats.score_text import ranking_texts, standing_texts
from stammtisch.seats.visibility import ONLOOKER
from stammtisch.table.pages.page import scores
from stammtisch.table.pages.page_content import content_of

NAMES = ["Anna", "Ben", "Clara"]
ADDED = ("sum", "counter", "items")
GAME = """\
format: 1
game: Market
players: 2
settings: {price: 3}
components: {card: {front: {value: 1..3}}}
shared:
  deck: {pile of: card, starts with: {value: 1..3, copies: 4}}
each player:
  goods: 0..99
  coins: {range: 0..99, start: 2}
  debts: 0..99
  secret: {range: 0..9, see: owner}
  hand: {holds: card, see: owner}
  won: {holds: card}
  first_to_stop: false
define:
  worth_of_goods(player): {value: player.goods * price, about: Each ware is worth its price.}
  wealth(player): player.coins - player.debts
setup:
  deal the cards: {deal: 2, from: deck, to: players.hand}
phases:
  a turn:
    turns: player in players
    until: {four rounds are over: round > 4}
    do:
      Choose:
        one of:
          Trade: {add: {player.goods: 1, player.debts: 2}}
          Work: {add: {player.coins: 1, player.secret: 1}}
          Win a card: {when: not deck.empty, move: 1, from: deck, to: player.won}
score: SCORE
winner: ["most player.total", most player.coins + player.goods]
"""
SCORE = "player.total"


def market(folder: Path, score: str, choices: Iterable[int] = (0, 1, 0, 1, 2, 1, 0, 2)) -> State:
    text = GAME.replace("SCORE", score).replace("player.total", score)
    state = written(folder, "market", text).game(2).start(seed=1)
    for choice in choices:
        state.choose(choice)
    return state


def adds_up(lines: Iterable[ScoreLine]) -> None:
    for line in lines:
        if line.kind in ADDED and line.amount is not None:
            assert total(line.parts) == line.amount, line
        if line.changes:
            assert sum(line.changes) == line.amount
        adds_up(line.parts)


def plain(lines: Iterable[ScoreLine]) -> list[Any]:
    return [(line.words, line.amount, plain(line.parts)) for line in lines]


@pytest.mark.parametrize("case", each(CASES, FEW))
def test_the_parts_add_up_to_the_score_in_every_game(case: Case) -> None:
    for seed in range(many(1, 5)):
        state = case.game.played(seed, 400)
        logged = state.replayed()
        for seat in range(state.game.players):
            lines = score_parts(logged, seat)
            adds_up(lines)
            assert seat or lines == score_parts(state, seat)
            if state.over and state.game.program.score_parts:
                assert total(lines) == state.scores[seat]
        ranking_texts(state, state.game.program.names["player"])


@pytest.mark.parametrize(
    ("score", "lines"),
    [
        (
            "player.worth_of_goods + player.coins - player.debts",
            [
                "          +9  worth of goods (goods: 3, price: 3)",
                "          +2  coins (at the start +2)",
                "          -6  debts (Trade -6)",
            ],
        ),
        ("player.wealth", ["          +2  coins (at the start +2)", "          -6  debts (Trade -6)"]),
        (
            "5 - (player.debts - player.coins)",
            ["          +5  5", "          -6  debts (Trade -6)", "          +2  coins (at the start +2)"],
        ),
        ("player.debts", ["          +6  Trade (+2, +2, +2)"]),
        ("-player.debts", ["          -6  Trade (-2, -2, -2)"]),
        ("-player.wealth", ["          -2  coins (at the start -2)", "          +6  debts (Trade +6)"]),
        ("sum(player.won.value) + 0", ["          +2  value of won: card 2 +2", "           0  0"]),
        (
            "player.coins + sum(p.goods for p in players)",
            ["          +2  coins (at the start +2)", "          +3  goods of players: player 1 +3, player 2 0"],
        ),
        (
            "max(player.goods, 1) * (if player.first_to_stop then 2 else 1)",
            [
                "          +3  (the greater of goods and 1) x (2 if first to stop, otherwise 1) (the greater of goods and 1: 3, first to stop: no)"
            ],
        ),
        ("player.won.size", ["          +1  cards in won"]),
        ("count(c in player.won where c.value = 2)", ["          +1  number of won where c.value = 2"]),
        ("player.number + player.goods", ["          +1  number of the player", "          +3  goods (Trade +3)"]),
        ("7", []),
    ],
)
def test_a_score_is_split_by_the_words_of_the_rules(tmp_path: Path, score: str, lines: list[str]) -> None:
    state = market(tmp_path, score)
    assert state.over
    parts = score_parts(state, 0)
    adds_up(parts)
    assert total(parts) == state.scores[0]
    assert [" ".join(part_texts(parts)).split()] == [" ".join(lines).split()]


NAMED = "names: {coins: Guilders, goods: [Sheep, Sheep], price: rate, won: Prizes, card: tile, value: size}\n"
SCORE_OF_NAMES = (
    "player.goods * price + count(c in player.won where c.value > 1) + sum(player.won.value) + player.coins"
)


def test_the_parts_of_a_score_have_display_names(tmp_path: Path) -> None:
    text = (GAME + NAMED).replace("SCORE", SCORE_OF_NAMES).replace("player.total", "player.coins")
    program = written(tmp_path, "named", text).game(2).program
    words = ["Sheep x rate", "number of Prizes where c.size > 1", "size of Prizes", "Guilders"]
    assert [part.words for part in program.score_parts] == words
    assert program.ranking_words == ["Guilders", "Guilders + Sheep"]


MANY_GAMES = [*sorted((TESTS / "testdata" / "ok").glob("*.yaml")), "munchhausen", "ofertu", "warrender"]


@pytest.mark.parametrize("game", MANY_GAMES, ids=lambda game: Path(game).stem)
def test_no_part_of_a_score_has_a_name_that_has_a_display_name(game: str | Path) -> None:
    found = st.load_ruleset(str(game))
    rules = found.checked.ruleset
    names = {member for thing in rules.things.values() for member, _ in thing.members}
    names |= {attribute.name for component in rules.components.values() for attribute in component.attributes}
    names |= {*rules.zones, *rules.variables, *rules.settings, *rules.components}
    for name in names:
        shown = f"«{name.upper()}»"
        rules.names[name] = NameEntry(name, Span.whole("names"), DisplayName(shown, shown))
    program = found.game().program
    words = " ".join([*program.ranking_words, *(line for part in program.score_parts for line in all_words(part))])
    called = {word for define in (*rules.definitions, *rules.tables) for word in (define, *define.split("_"))}
    called |= {"cards", "groups", "number"}  # words for what functions count
    assert {*re.findall(r"\w+", words)} & (names - called) == set()


def all_words(part: ir.Part) -> Iterator[str]:
    yield part.words
    for inner in part.parts:
        yield from all_words(inner)


def test_a_step_is_told_with_its_place(tmp_path: Path) -> None:
    (line,) = score_parts(market(tmp_path, "player.debts"), 0)
    (step,) = line.parts
    assert (step.words, step.kind, step.amount, step.changes) == ("Trade", "step", 6, (2, 2, 2))
    assert step.place.endswith("market.yaml:28")


def test_points_say_which_place_and_which_member_they_were_for() -> None:
    # the golden game, whose points are worked out by hand beside it
    state = st.load_ruleset("balvin").game(3).played(seed=4725200256892363339)
    ((step,),) = [part.parts for part in score_parts(state, 0)]
    assert step.changes == (3, 5, 9, 6, 13)
    assert [beer for _, beer in step.causes] == ["Bock", "Dark_Lager", "Stout", "Pilsner", "Pilsner"]
    # the stacks of these closings
    assert [tent for tent, _ in step.causes] == ["tent_2", "tent_3", "tent_2", "tent_1", "tent_2"]
    assert [*map(str.split, part_texts(score_parts(state, 0)))][0] == ["+3", "tent", "2,", "Bock"]


def test_definitions_within_definitions_are_split_up_to_a_depth(tmp_path: Path) -> None:
    levels = "".join(f"  d{n}(player): player.d{n - 1} + player.d{n - 1} + 1\n" for n in range(1, 9))
    text = GAME.replace("define:\n", f"define:\n  d0(player): player.goods\n{levels}").replace("SCORE", "player.d8")
    state = written(tmp_path, "deep", text.replace("player.total", "player.goods")).game(2).start(seed=1)
    lines = score_parts(state, 0)
    adds_up(lines)
    assert total(lines) == state.scores[0]

    def size(lines: Iterable[ScoreLine]) -> int:
        return sum(1 + size(line.parts) for line in lines)

    assert size(lines) < 100


def test_before_the_end_a_seat_reads_what_it_sees(tmp_path: Path) -> None:
    score = "player.secret + sum(player.hand.value) + player.coins"
    state = market(tmp_path, score, (1, 1))
    own = plain(score_parts(state, 0))
    assert own[0] == ("secret", 1, [("Work", 1, [])]) and own[1][1] == 6
    assert plain(score_parts(state, 1, 0))[:2] == [("secret", None, []), ("value of hand", None, [])]
    assert standing_texts(state, 0, NAMES[:2])[4:] == [
        "  Ben      ?",
        "           ?  secret",
        "           ?  value of hand",
        "          +3  coins (at the start +2, Work +1)",
    ]
    for choice in (1, 1, 1, 1, 1, 1):
        state.choose(choice)
    assert state.over and total(score_parts(state, 1, 0)) == state.scores[1]


@pytest.mark.parametrize("player", ["left(player)", "right(player)", "players", "(players after player)"])
def test_what_all_see_of_others_is_known_before_the_end_and_what_they_hide_is_not(tmp_path: Path, player: str) -> None:
    state = market(tmp_path, f"sum({player}.won.value) + sum({player}.hand.value)", (2,))
    seen, hidden = score_parts(state, 1)
    assert seen.amount == 2
    assert hidden.amount is None


def test_of_another_player_who_counts_for_somebody_the_score_is_known_to_that_player_alone(tmp_path: Path) -> None:
    score = "sum(left(player).hand.value) + left(player).secret"
    state = market(tmp_path, score, (1,))
    assert [line.amount for line in score_parts(state, 1, 0)] == [6, 1]
    assert [line.amount for line in score_parts(state, 1)] == [None, None]


@pytest.mark.parametrize(
    ("score", "choices", "told"),
    [
        ("player.won.size", (0, 1, 0, 1, 0, 1, 0, 1), []),  # 2 + 4 coins and goods each
        ("player.won.size", (0, 1, 0, 1, 0, 1, 2, 1), []),
        ("player.won.size", (2, 2, 0, 0, 0, 1, 0, 1), []),
        ("player.debts", (0, 0, 0, 0, 0, 0, 1, 1), []),
        ("player.debts * 0", (2, 1, 0, 1, 0, 1, 0, 1), ["Ben comes before Anna by more coins + goods: 6 to 5."]),
    ],
)
def test_what_decided_between_equal_scores_is_told(
    tmp_path: Path, score: str, choices: tuple[int, ...], told: list[str]
) -> None:
    state = market(tmp_path, score, choices)
    lines = ranking_texts(state, NAMES[:2])
    assert [line for line in lines if "before" in line] == told
    assert len(tie_breaks(state)) == len(told)


SECRETS = """\
format: 1
game: Secrets
players: 2
each player: {secret: {range: 0..4, see: owner}, coins: {start: 2, range: 0..9}, goods: {start: player.number, range: 0..9}}
setup: {a secret each: {for each: p in players, random: n in 0..4, secret: true, set: {p.secret: n}}}
phases:
  a turn: {for each: player in players, one of: {Stay: nothing}}
  the secrets come out: {when: SHOWN, reveal: players.secret}
score: player.coins
winner: [WINNER]
"""


@pytest.mark.parametrize(
    ("winner", "hidden", "seen"),
    [
        ("most player.secret", "more secret.", "more secret: 4 to 1."),
        ("least 2 * player.secret", "less 2 x secret.", "less 2 x secret: 2 to 8."),
        ("most player.coins, most player.secret", "more secret.", "more secret: 4 to 1."),
        ("most player.secret, least player.goods", "more secret or less goods.", "more secret: 4 to 1."),
        ("most player.secret, most player.goods", "more secret.", "more secret: 4 to 1."),
        ("least player.goods, most player.secret", "less goods: 1 to 2.", "less goods: 1 to 2."),
    ],
)
def test_a_value_that_breaks_a_tie_is_told_to_who_has_seen_it(
    tmp_path: Path, winner: str, hidden: str, seen: str
) -> None:
    for shown in (False, True):
        text = SECRETS.replace("WINNER", winner).replace("SHOWN", str(shown).lower())
        game, told = written(tmp_path, "secrets", text).game(2), dict[Any, set[str]]()
        for seed in range(60):
            state = game.start(seed)
            state.choose(0)
            state.choose(0)
            secrets = tuple(state.player(seat).secret for seat in range(2))
            for reader in (ONLOOKER, 0, 1):
                known = secrets if shown else secrets[reader] if reader >= 0 else None
                told.setdefault((*state.ranks, reader, known), set()).add(ranking_texts(state, NAMES[:2], reader)[-1])
        assert {len(texts) for texts in told.values()} == {1}  # whatever differs for others alone
        secrets = (1, 4) if "least 2" in winner else (4, 1)
        known = secrets if shown else None
        assert told[1, 2, ONLOOKER, known] == {f"Anna comes before Ben by {seen if shown else hidden}"}


def test_a_tie_is_broken_by_lists_in_warrender() -> None:
    game = ruleset("warrender").game()
    for seed in range(40):
        state = game.played(seed)
        if found := tie_breaks(state):
            tie = found[0]
            assert tie.words == "suit totals" and state.scores[tie.before] == state.scores[tie.after]
            assert tie.values is not None and tie.values[0] > tie.values[1]
            return
    pytest.fail("no tie among these games")


def test_there_is_no_score_of_a_seat_that_is_not_there(tmp_path: Path) -> None:
    state = market(tmp_path, "player.coins", ())
    for seat, reader in ((2, 0), (0, 2), (-1, 0)):
        with pytest.raises(IndexError, match="there is no seat"):
            score_parts(state, seat, reader)


def folded(deal: str, choices: Iterable[int]) -> State:
    """A game of kuhn for two in which player 1 has one card and player 2 the other, of so many."""
    game = ruleset("kuhn").game(2)
    for seed in range(50):
        state = game.start(seed)
        if "".join(str(1 + state.z[zone][0]) for zone in hands(state)) == deal:
            for choice in choices:
                state.choose(choice)
            assert state.over
            return state
    pytest.fail("no such deal")


def hands(state: State) -> list[int]:
    return [number for number, slot in enumerate(state.game.program.lists) if slot.declared == "hand"]


def beside(state: State, seat: int, reader: int) -> dict[str, Any]:
    (gain,) = score_parts(state, seat, reader)
    return {part.words: part.amount for part in gain.parts[0].parts}


def test_a_card_that_was_never_shown_stays_hidden_beside_what_it_counted_for() -> None:
    texts = {}
    for deal in ("21", "31"):
        state = folded(deal, (1, 0))  # a bet, and the other passes
        assert [total(score_parts(state, seat, 1)) for seat in range(2)] == state.scores == [1, -1]
        assert beside(state, 0, 1)["strength"] is None and beside(state, 0, 0)["strength"] == int(deal[0])
        assert beside(state, 1, 1)["strength"] == beside(state, 1, ONLOOKER)["strength"] == 0  # who has folded has none
        texts[deal] = (
            [scores(content_of(state, seat), NAMES[:2]) for seat in (ONLOOKER, 1)],
            ranking_texts(state, NAMES[:2]),
        )
    assert texts["21"] == texts["31"]


def test_a_card_that_was_shown_once_stands_beside_what_it_counted_for() -> None:
    state = folded("21", (1, 1))
    for reader in (ONLOOKER, 0, 1):
        assert [beside(state, seat, reader)["strength"] for seat in range(2)] == [2, 1]


def test_items_of_a_sum_keep_the_range_of_their_own_numbers(tmp_path: Path) -> None:
    # a decision reads the same register, and its numbers are never below 0
    text = GAME.replace("player.total", "SCORE").replace("settings:", "tables: {due: {0..4: 1, else: 7}}\nsettings:")
    text = text.replace("{add: {player.goods: 1, player.debts: 2}}", "{choose: n in 1..3, add: {player.goods: n}}")
    state = written(tmp_path, "due", text.replace("SCORE", "sum(sum(due(n) for m in 0..0) for n in -3..1)")).game(2)
    played = state.start(seed=1)
    lines = score_parts(played, 0)
    adds_up(lines)
    assert [[part.amount for part in line.parts] for line in lines] == [[7, 7, 7, 1, 1]]


def test_a_score_by_many_definitions_is_looked_at_once_for_each(tmp_path: Path) -> None:
    # each names the one before it twice: without a memory of those before, what is looked at doubles with each
    chain = "\n".join(f"  worth_{n + 1}(player): player.worth_{n} - player.worth_{n}" for n in range(20))
    ranking = 'winner: ["most player.total", most player.coins + player.goods]\n'
    text = GAME.replace("setup:", f"  worth_0(player): player.goods\n{chain}\nsetup:", 1).replace(ranking, "")
    game = written(tmp_path, "chain", text.replace("SCORE", "player.worth_20")).game(2)
    reader = Sight(game, 0, 0)
    assert reader.allows(game.program.functions[game.program.score].body)
    assert 0 < len(reader.called) <= 20
