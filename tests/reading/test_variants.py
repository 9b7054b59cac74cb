"""What variants need from the language: rounds in `until`, the score in `winner`, branches that leave, menus; those shipped."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.games import play
from helpers.tiers import full, tiered

import stammtisch as st
from stammtisch.base.diagnostics import RulesetError
from stammtisch.front.api import Ruleset, validate
from stammtisch.game.state import State
from stammtisch.reading import library

GAME = """\
format: 1
game: A small game
players: 2..3
components: {card: {front: {value: 1..4}}}
shared: {deck: {holds: card, starts with: {value: 1..4}}, turns_taken: 0..99}
each player: {hand: {holds: card, see: owner}, points: 0..9}
"""


def ruleset(tmp_path: Path, text: str) -> Ruleset:
    file = tmp_path / "game.yaml"
    file.write_text(GAME + text)
    return st.load_ruleset(file)


def end(loaded: Ruleset, players: int, seed: int = 1) -> State:
    *_, state = play(loaded.game(players), seed)
    return state


@pytest.mark.parametrize("players", [2, 3])
def test_until_knows_the_round_of_the_turn_that_would_come(tmp_path: Path, players: int) -> None:
    turns = "turns: p in players, until: {two rounds are over: round > 2}"
    loaded = ruleset(tmp_path, f"phases: {{a turn: {{{turns}, add: {{turns_taken: 1}}}}}}\nscore: turns_taken\n")
    state = end(loaded, players)
    assert state.scores == [2 * players] * players
    assert state.reason == "two rounds are over"


def test_the_round_inside_is_that_of_the_turn(tmp_path: Path) -> None:
    turns = "turns: p in players, until: {three rounds are over: round = 4}, add: {p.points: round}"
    loaded = ruleset(tmp_path, f"phases: {{a turn: {{{turns}}}}}\nscore: player.points\n")
    assert end(loaded, 2).scores == [1 + 2 + 3] * 2


@pytest.mark.parametrize("winner", ["least score", "least player.score", "[least score, most player.number]"])
def test_winner_may_name_the_score(tmp_path: Path, winner: str) -> None:
    phases = "phases: {Points: {for each: p in players, add: {p.points: p.number}}}\n"
    state = end(ruleset(tmp_path, f"{phases}score: 2 * player.points\nwinner: {winner}\n"), 3)
    assert state.scores == [2, 4, 6] and state.ranks == [1, 2, 3]


def test_without_a_section_score_there_is_no_score_to_name(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="score"):
        ruleset(tmp_path, "phases: {Points: nothing}\nwinner: most score\n")


CHOICE = "phases: {{a turn: {{turns: p in players, until: {{the end: round > 1}}, do: {{Take: {{{take}}}, Use: {{say: card.value}}}}}}}}\nscore: 0\n"
LEAVING = [
    "may choose: card in deck, if declined: {end: turn}",
    "may choose: card in deck, if declined: {Done: {do: {end: game}}}",
    "choose: card in deck where card.value > 4, if impossible: {end: a turn}",
    "when: turns_taken > 0, choose: card in deck, otherwise: [{say: 1}, {end: turn}]",
]
STAYING = [
    "may choose: card in deck",
    "may choose: card in deck, if declined: {end: Take}",
    "may choose: card in deck, if declined: {when: turns_taken > 0, end: turn}",
    "may choose: card in deck, if declined: [{end: turn}, {say: 1}]",
    "choose: card in deck where card.value > 4, if impossible: {say: 1}",
    "when: turns_taken > 0, choose: card in deck, otherwise: {say: 1}",
    "when: turns_taken > 0, choose: card in deck",
]


@pytest.mark.parametrize("take", LEAVING)
def test_what_was_chosen_is_there_if_otherwise_the_turn_is_over(tmp_path: Path, take: str) -> None:
    loaded = ruleset(tmp_path, CHOICE.format(take=take))
    for seed in range(4):
        assert end(loaded, 2, seed).over


@pytest.mark.parametrize("take", STAYING)
def test_what_was_chosen_may_be_none_if_the_turn_goes_on(tmp_path: Path, take: str) -> None:
    with pytest.raises(RulesetError, match="card may be none"):
        ruleset(tmp_path, CHOICE.format(take=take))


def test_an_action_among_options_with_words_is_offered_only_if_it_is_possible(tmp_path: Path) -> None:
    loaded = ruleset(
        tmp_path,
        "phases: {a turn: {turns: p in players, until: {the end: round > 1}, one of: {Take one: Take one, Pass: nothing}}}\n"
        "actions: {Take one: {choose: card in deck where card.value > 4, move: card, to: p.hand}}\nscore: 0\n",
    )
    state = loaded.game(2).start(seed=1)
    assert [option.words for option in state.decision.options] == ["Pass"]


GAMES = ["balvin", "bierfest", "munchhausen", "ofertu", "warrender"]


@full
@pytest.mark.parametrize("name", tiered(GAMES, lambda name: name in ("munchhausen", "ofertu")))
def test_every_game_has_three_variants_without_mistakes_and_each_has_scenarios(name: str) -> None:
    variants = library.variants(name)
    assert len(variants) >= 3
    for variant in variants:
        assert validate(name, [variant]) == []
        file = library.find_variant(library.find(name), variant)
        assert file.with_name(f"{variant}.scenarios.yaml").is_file()


def test_variants_can_be_laid_one_upon_the_other() -> None:
    loaded = st.load_ruleset("balvin", ["four-gates", "sealed-bids", "open-purses", "two-thirds"])
    assert loaded.id == "balvin+four-gates+sealed-bids+open-purses+two-thirds"
    assert end(loaded, 3).over


def test_an_unknown_mechanism_is_one_mistake_and_the_nearest_of_the_library_is_proposed(tmp_path: Path) -> None:
    file = tmp_path / "v.yaml"
    file.write_text("format: 1\nextends: balvin\nchange: {the bidding: {run: sealed aucton}}\n")
    found = validate(file)
    assert [(problem.code, problem.hint) for problem in found] == [("unknown-action", "Did you mean `sealed auction`?")]


@full
@pytest.mark.parametrize("written", ["[food, music]", pytest.param("'[food, music]'", marks=full)])
@pytest.mark.parametrize("form", ["{}", "{{value: {}}}", "{{3+ players: {}}}"])
def test_a_list_takes_the_place_of_a_setting_however_both_are_written(tmp_path: Path, written: str, form: str) -> None:
    file = tmp_path / "two.yaml"
    file.write_text(f"format: 1\nextends: warrender\nsettings: {{scoring: {form.format(written)}}}\n")
    assert [d.message for d in validate(file)] == []
    options = st.load_ruleset(file).game(3).program.options
    assert (
        options["scoring"]
        == st.load_ruleset("warrender").game(3, {"scoring": "[food, music]"}).program.options["scoring"]
    )
    assert len(options["scoring"]) == 2


@full
def test_a_variant_adds_names_to_a_kind_of_thing(tmp_path: Path) -> None:
    radish, cheese = tmp_path / "radish.yaml", tmp_path / "cheese.yaml"
    radish.write_text("format: 1\nextends: bierfest\nthings: {food: {more: [Radish]}}\n")
    cheese.write_text("format: 1\nextends: bierfest\nthings: {food: {more: [Cheese], about: To eat.}}\n")
    members = st.load_ruleset("bierfest", [radish, cheese]).checked.ruleset.things["food"].members
    assert [name for name, _ in members] == ["Sausage", "Pretzel", "Radish", "Cheese"]
    assert validate(radish) == [] == validate(cheese)


@pytest.mark.parametrize(
    "text", ["extends: balvin\nthings: {gate: {more: [x]}}", "extends: balvin\nthings: {inn: {more: [x]}}"]
)
def test_names_are_added_only_to_names(tmp_path: Path, text: str) -> None:
    file = tmp_path / "v.yaml"
    file.write_text(f"format: 1\n{text}\n")
    assert "misplaced-key" in [problem.code for problem in validate(file)]
