"""Scenarios: what they may say, how they are played, what failures look like."""

from __future__ import annotations

import re
from cProfile import Profile
from pathlib import Path
from textwrap import dedent, indent

import pytest
from helpers.harvest import HARVEST, HEAD, played, written

from stammtisch.base.diagnostics import RulesetError
from stammtisch.scenarios.run import ScenarioResult, run_file
from stammtisch.scenarios.scenario_file import read_scenarios

PASSING = {
    "the table after the set-up": """
        seed: 3
        then:
          - starter in players
          - Ann.hand.size = 2 and deck.size = 4
          - players.purse = [3, 3] and fields.rows.empty = [true, true]
    """,
    "chance tells the lot and the deal, in order": """
        chance: [Bob, corn 1, corn 2, rye 1, rye 2]
        then: [starter = Bob, {Ann.hand: [corn 1, rye 1], Bob.hand: [rye 2, {crop: corn, value: 2}]}]
    """,
    "chance on the way": """
        given: {starter: Ann, Ann.hand: [corn 1]}
        when:
          - chance: [rye 4]
          - Ann: Buy 2
        then: {Ann.hand: [corn 1, rye 4], Ann.purse: 2}
    """,
    "another seat, another order": """
        players: [Ann, Bob, Cy]
        given: {starter: Cy}
        when:
          - Ann may: []
          - Cy: Wait
          - Ann: Wait
          - Bob: Wait
        then: players.ripe = [1, 1, 1]
    """,
    "settings": """
        settings: {hand_size: 3, first_price: 1}
        given: {starter: Bob}
        when:
          - Bob: Buy 1
        then: [Bob.hand.size = 4]
    """,
    "several choices in one line, a forced one left out": """
        given: {starter: Ann, Ann.hand: [corn 1, corn 2], Bob.hand: [rye 4, rye 3], field_2.rows: [corn 4]}
        when:
          - Ann: [corn 1, field_2]
          - Bob: Sow rye 4
          - then: {field_1.rows: [rye 4]}
        then: {field_2.rows: [corn 4, corn 1], Bob.hand: [rye 3]}
    """,
    "a forced choice may be written, too": """
        given: {starter: Bob, Bob.hand: [rye 4, rye 3], field_2.rows: [corn 4]}
        when:
          - Bob: rye 4
          - Bob may: [field_1]
          - Bob: field_1
        then: {field_1.rows: [rye 4]}
    """,
    "exactly these options, and why not others": """
        given: {starter: Ann, Ann.hand: [corn 1, rye 2], field_1.rows: [corn 4], field_2.rows: [corn 3]}
        when:
          - Ann may: [corn 1, Buy 2, Wait]
          - Ann may not: {Buy 1: a coin costs at least 2 corn, rye 2: rye does not go on corn}
          - Ann may not: {Buy 1: a coin costs at least <first_price> corn}
          - Ann may not: [Buy 1, corn 4]
          - Ann may not: {corn 4: it is not among the things to choose from}
    """,
    "numbered things from one to another": """
        given: {starter: Ann, Ann.hand: [corn 1, rye 2], field_1.rows: [corn 4], field_2.rows: [corn 3]}
        when:
          - Ann: Sow corn 1
          - Ann may: [field_1..2]
    """,
    "words from before a rewording": """
        given: {starter: Ann, Ann.hand: [corn 1, rye 2]}
        when:
          - Ann: [Plant rye 2, field 1]
        then: {field_1.rows: [rye 2]}
    """,
    "no coins, no buying": """
        given: {starter: Ann, Ann.purse: 0, Bob.purse: 10, Ann.hand: [corn 1]}
        when:
          - Ann may: [corn 1, Wait]
    """,
    "what the players see": """
        given: {starter: Ann, Ann.hand: [corn 1, rye 2], Bob.hand: [corn 3], deck: [corn 2, corn 4]}
        when:
          - Ann sees: {Ann.hand: [corn 1, rye 2], Bob.hand: 1 hidden, deck: 2 hidden, Ann.purse: 3, Bob.purse: hidden}
          - Bob sees: {Ann.hand: [hidden, hidden], Bob.hand: [corn 3], starter: Ann, field_1.rows: []}
          - Ann: Wait
          - Bob: Wait
          - Bob is shown: []
          - Ann: Wait
          - Bob is shown: [corn 1, rye 2]
          - Ann is shown: []
          - Bob sees: {Ann.hand: [corn 1, rye 2]}
    """,
    "what the players see of a pile, bottom to top, and several hidden cards among others": """
        given: {starter: Ann, field_1.rows: [corn 1, rye 2, corn 3], Bob.hand: [rye 1, corn 4], Ann.hand: [rye 3]}
        when:
          - Bob sees: {field_1.rows: [corn 1, rye 2, corn 3], Bob.hand: [corn 4, rye 1]}
          - Ann sees: {field_1.rows: [corn, rye, corn], Bob.hand: [hidden, 1 hidden]}
    """,
    "the end": """
        given: {starter: Ann, Ann.hand: [corn 1], Ann.ripe: 4}
        when:
          - Ann: [corn 1, field_1]
        over: a hand is empty
        scores: {Ann: 7, Bob: 3}
        winner: [Ann]
    """,
    "not the end": """
        when:
          - chance: []
        over: false
    """,
    "order in a pile": """
        given: {starter: Ann, field_1.rows: [corn 1, rye 2, corn 3], Ann.hand: [rye 1, corn 4]}
        when:
          - Ann: [corn 4, field_1]
        then:
          - field_1.rows: [corn 1, rye 2, corn 3, corn 4]
    """,
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ScenarioResult]:
    """What became of all the scenarios below, which are in one file."""
    folder = tmp_path_factory.mktemp("harvest")
    (folder / "ruleset.yaml").write_text(HARVEST, encoding="utf-8")
    bodies = PASSING | {name: GIVEN + rest for name, (rest, _, _) in FAILING.items()}
    scenarios = [f"  '{name}':\n" + indent(dedent(body).strip("\n"), "    ") + "\n" for name, body in bodies.items()]
    (folder / "scenarios.yaml").write_text(
        HEAD.replace("harvest", "ruleset.yaml") + "".join(scenarios), encoding="utf-8"
    )
    return {outcome.scenario.words: outcome for outcome in run_file(folder / "scenarios.yaml")}


@pytest.mark.parametrize("name", PASSING)
def test_scenarios_that_hold(outcomes: dict[str, ScenarioResult], name: str) -> None:
    assert outcomes[name].failure == ""
    assert outcomes[name].is_passed


GIVEN = """\
rule: H1
seed: 1
given: {starter: Ann, Ann.hand: [corn 1, rye 2], field_1.rows: [corn 3, corn 4]}
"""
# what comes after the given part; on which line below the scenario's words it fails; what the failure says
FAILING = {
    "condition": ("then: [Ann.purse = 4]", 4, ["this is not true: Ann.purse = 4", "Ann.purse is 3"]),
    "half of a condition": (
        "then: [Ann.purse = 3 and Bob.purse > 5]",
        4,
        ["this is not true: Bob.purse > 5", "Bob.purse is 3"],
    ),
    "cards": ("then: {Ann.hand: [corn 1]}", 4, ["Ann.hand holds corn 1, rye 2", "not expected: rye 2"]),
    "more cards": ("then: {Ann.hand: [corn 1, rye 2, rye 3]}", 4, ["lacking: rye 3"]),
    "value": ("then: {starter: Bob}", 4, ["starter is Ann, not Bob"]),
    "order": ("then: {field_1.rows: [corn 4, corn 3]}", 4, ["another order: corn 3, corn 4 (bottom to top)"]),
    "option": (
        "when: [{Ann: rye 4}]\nthen: [1 = 1]",
        4,
        ["may not choose 'rye 4' now", "Ann has to decide (sow or wait): Sow corn 1"],
    ),
    "refused option": ("when: [{Ann: Buy 1}]\nthen: [1 = 1]", 4, ["because: a coin costs at least 2 corn"]),
    "wrong player": ("when: [{Bob: Wait}]\nthen: [1 = 1]", 4, ["Bob has nothing to decide now", "Ann has to decide"]),
    "two cards meant": (
        "when: [{Bob may: []}, {Ann: any}]\nthen: [1 = 1]",
        4,
        ["'any' may mean Sow corn 1 or Sow rye 2"],
    ),
    "may: one lacking": ("when: [{Ann may: [corn 1, rye 2, rye 3, Buy 2, Wait]}]", 4, ["lacking: rye 3"]),
    "may: one too many": ("when: [{Ann may: [corn 1, rye 2, Wait]}]", 4, ["not expected: Buy 2"]),
    "may: a range is not whole": ("when: [{Ann may: [corn 1, rye 2, Buy 1..2, Wait]}]", 4, ["lacking: Buy 1"]),
    "may: nothing": ("when: [{Ann may: []}]", 4, ["Ann may choose Sow corn 1"]),
    "may: not asked": ("when: [{Bob may: [Wait]}]", 4, ["Bob has nothing to decide now"]),
    "may not: allowed": ("when: [{Ann may not: [Wait]}]", 4, ["Ann may choose Wait"]),
    "may not: another reason": (
        "when: [{Ann may not: {Buy 1: rye does not go on corn}}]",
        4,
        ["refused for another reason", "because: a coin costs"],
    ),
    "sees too little": ("when: [{Bob sees: {Ann.hand: [corn 1, rye 2]}}]", 4, ["Bob sees 2 hidden, not corn 1, rye 2"]),
    "sees too much": ("when: [{Ann sees: {Ann.hand: 2 hidden}}]", 4, ["Ann sees", "not 2 hidden"]),
    "sees another order": (
        "when: [{Bob sees: {field_1.rows: [corn 4, corn 3]}}]",
        4,
        ["Bob sees another order there: corn 3, corn 4 (bottom to top)"],
    ),
    "sees no hidden card below": (
        "when: [{Bob sees: {field_1.rows: [corn 4, hidden]}}]",
        4,
        ["Bob sees corn 3, corn 4, not corn 4, 1 hidden"],
    ),
    "sees another value": ("when: [{Bob sees: {Bob.purse: 4}}]", 4, ["Bob.purse is seen as 3, not as 4"]),
    "a value is hidden": ("when: [{Bob sees: {Ann.purse: 3}}]", 4, ["Ann.purse is seen as hidden, not as 3"]),
    "a value is open": ("when: [{Bob sees: {starter: hidden}}]", 4, ["starter is seen as Ann, not as hidden"]),
    "shown": ("when: [{Ann: Wait}, {Bob is shown: [corn 1]}]", 4, ["something else", "lacking: corn 1"]),
    "chance left over": (
        "when: [{chance: [rye 3]}, {Ann: Wait}]\nthen: [1 = 1]",
        4,
        ["chance never gave 'rye 3'", "It had nothing more to decide."],
    ),
    "chance told too late": (
        "when:\n  - Ann: Buy 2\n  - Bob may: [any, Buy 2, Wait]\n  - chance: [corn 2, rye 3]\nthen: [1 = 1]",
        7,
        [
            ":18 scenario-failed chance never gave 'corn 2'",
            "It had nothing more to decide.",
            "Before this line it gave rye 1 in ",
            " Buy.\n",
            "To set that, write `chance` above `Ann: Buy 2` in line ",
        ],
    ),
    "the lot told too late": (
        "when: [{chance: [Bob]}, {Ann: Wait}]\nthen: [1 = 1]",
        4,
        [
            "chance never gave 'Bob'",
            "the first farmer is drawn by lot.\n  To set that, write `chance` not under `when`, but beside it.",
        ],
    ),
    "nothing is told": (
        "when: [{Ann: Buy 2}]\nthen: [1 = 2]",
        5,
        ["  chance gave:\n    Ann in ", "seed\n    then what is given was put in place\n", " Buy, left to the seed\n"],
    ),
    "chance impossible": (
        "when: [{chance: [corn 1]}, {Ann: Buy 2}]\nthen: [1 = 1]",
        4,
        ["chance cannot give 'corn 1' here"],
    ),
    "chance of another kind": (
        "when: [{chance: [Bob]}, {Ann: Buy 2}]\nthen: [1 = 1]",
        4,
        ["chance never gave 'Bob'", "it decided something of another kind", "chance gave:", "Buy, left to the seed"],
    ),
    "score": ("scores: {Ann: 3, Bob: 4}", 4, ["Bob has 3, not 4", "scores: Ann 3, Bob 3"]),
    "winner": ("winner: [Ann]", 4, ["the game is not over"]),
    "over": ("over: true", 4, ["the game is not over", "Ann has to decide"]),
    "changes": (
        "when: [{Ann: [corn 1, field_2]}]\nthen: [Ann.hand.size = 5]",
        5,
        ["Ann.hand: corn 1, rye 2 -> rye 2", "field_2.rows: nothing -> corn 1"],
    ),
}


@pytest.mark.parametrize("name", FAILING)
def test_scenarios_that_fail(outcomes: dict[str, ScenarioResult], name: str) -> None:
    _, below, parts = FAILING[name]
    outcome = outcomes[name]
    line = outcome.scenario.span.line + below
    assert not outcome.is_passed
    assert f"scenarios.yaml:{line}:" in outcome.failure.splitlines()[0]
    assert outcome.span is not None and outcome.span.line == line
    for part in parts:
        assert part in outcome.failure


def test_wrong_results_at_the_end(folder: Path) -> None:
    end = "given: {starter: Ann, Ann.hand: [corn 1], Ann.ripe: 4}\nwhen: [{Ann: [corn 1, field_1]}]\n"
    assert "the winner is Ann" in played(folder, end + "winner: [Ann, Bob]").failure
    assert "the winner is Ann" in played(folder, end + "winner: none").failure
    assert "the game is over: a hand is empty" in played(folder, end + "over: false").failure
    assert "another reason: a hand is empty" in played(folder, end + "over: the game is played to its end").failure


def test_choices_alone_are_a_scenario(folder: Path) -> None:
    assert played(folder, "given: {starter: Ann}\nwhen: [{Ann: Wait}]").failure == ""
    failure = played(folder, "given: {starter: Ann, Ann.hand: [corn 1]}\nwhen: [{Ann: rye 4}]").failure
    assert "Ann may not choose 'rye 4' now" in failure


def test_cards_that_are_not_there(folder: Path) -> None:
    outcome = played(folder, "given: {Ann.hand: [corn 1, corn 1]}\nthen: [1 = 1]")
    assert "the game has no card 'corn 1' left for Ann.hand" in outcome.failure
    outcome = played(folder, "given: {Ann.ripe: 12}\nthen: [1 = 1]")
    assert "Ann.ripe goes from 0 to 9, but here it is 12" in outcome.failure
    outcome = played(folder, "given: {Ann.purse: 5, Bob.purse: 6}\nthen: [1 = 1]")
    assert "the game has 10 coins; this needs 11" in outcome.failure


def test_given_cards_change_places_with_the_displaced_ones(folder: Path) -> None:
    outcome = played(
        folder,
        """
        chance: [Ann, corn 1, corn 2, rye 1, rye 2]
        given: {Ann.hand: [corn 2]}
        then:
          - Bob.hand.size = 2
          - any(c in Bob.hand where c.crop = corn and c.value = 1)
          - deck.size = 4 and count(Ann.hand + Bob.hand) = 3
    """,
    )
    assert outcome.failure == ""


def test_exact_cards_are_found_before_vague_ones(folder: Path) -> None:
    given = "given: {Ann.hand: [corn, corn], Bob.hand: [{value: 4}, corn 1, corn 2]}\n"
    assert (
        played(folder, given + "then: {Bob.hand: [corn 1, corn 2, {value: 4}], Ann.hand: [corn, corn]}").failure == ""
    )


def test_at_starts_the_scenario_in_the_middle(folder: Path) -> None:
    path = folder / "ruleset.yaml"
    text = HARVEST.replace(
        "do: {reveal: farmer.hand, to: left(farmer)}",
        "do: {by: left(farmer), choose: f in fields, reveal: farmer.hand}",
    )
    path.write_text(text, encoding="utf-8")
    body = "at: look at the deck\n"
    body += "given: {players.hand: [], Ann.hand: [corn 1], Bob.hand: [rye 1], Ann.ripe: 0, Bob.ripe: 0}\n"
    outcome = played(folder, body + "then: [sum(players.ripe) = 0]")
    assert outcome.failure == ""
    nodes = outcome.scenario.terms.program.nodes
    names = {nodes[node].words for node in outcome.nodes}
    assert "look at the deck" in names and "the first farmer is drawn by lot" not in names


def test_a_scenario_that_begins_in_the_turn_of_another_player_says_so(folder: Path) -> None:
    begun = "The step of `at` began in Ann's turn, and what is given does not change that:"
    body = "chance: [Ann]\nat: sow or wait\ngiven: {starter: Bob}\n"
    assert begun in played(folder, body + "when: [{Bob: Wait}]").failure
    assert begun not in played(folder, body + "when: [{Ann: Wait}, {Ann: Wait}]").failure
    assert played(folder, body.replace("[Ann]", "[Bob]") + "when: [{Bob: Wait}]").failure == ""
    # no turn is running at the step around all turns
    outside = played(folder, body.replace("sow or wait", "the harvest") + "when: [{Ann: Wait}]").failure
    assert "Ann has nothing to decide now" in outside and begun not in outside


def test_a_failure_says_whose_cards_were_taken_for_what_is_given(folder: Path) -> None:
    body = "chance: [Ann, corn 1, corn 2, rye 1, rye 2]\ngiven: {Ann.hand: [corn 2, rye 1], deck: [corn 1]}\n"
    failure = played(folder, body + "then: [1 = 2]").failure
    assert "  taken to make up what is given:\n    corn 2 from Bob.hand; " in failure
    assert "from deck" not in failure
    assert "taken for" not in played(folder, body.replace("corn 2, rye 1]", "rye 1]") + "then: [1 = 2]").failure


def test_at_a_step_that_never_begins(folder: Path) -> None:
    path = folder / "ruleset.yaml"
    text = HARVEST.replace("when: farmer.ripe > 1", "when: farmer.ripe > 8")
    text = text.replace(
        "do: {reveal: farmer.hand, to: left(farmer)}",
        "do: {for each: one in 1..1, do: {the rare step: {by: left(farmer), choose: f in fields}}}",
    )
    path.write_text(text, encoding="utf-8")
    assert "the game was over before this step" in played(folder, "at: the rare step\nthen: [1 = 1]").failure


def test_a_failing_rule_names_its_line(folder: Path) -> None:
    text = HARVEST.replace("Wait: {add: {farmer.ripe: 1}}", "Wait: {add: {farmer.ripe: 5 * farmer.hand.size}}")
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    outcome = played(folder, "given: {starter: Ann}\nwhen:\n  - Ann: Wait\nthen: [1 = 1]")
    assert "scenarios.yaml:8:9" in outcome.failure
    assert "ruleset.yaml:" in outcome.failure


def test_what_is_given_before_a_deal_gets_the_hint_to_give_it_later(folder: Path) -> None:
    deal = "      sow or wait:\n"
    text = HARVEST.replace(deal, "      a card each: {deal: 1, from: deck, to: players.hand}\n" + deal)
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    outcome = played(folder, "given: {starter: Ann, deck: [corn 1]}\nthen: [1 = 1]")
    assert "deck holds too few cards to deal 1 to each" in outcome.failure
    assert "Write `at: sow or wait` to put it in place when that step begins." in outcome.failure


MARKET = """\
format: 1
game: Market
players: 2
things: {crop: [corn, rye]}
components: {card: {front: {crop: crop}, back: {wage: 1..2}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {crop: crops, wage: 1..2, copies: 3}}
each player:
  hand: {holds: card, see: {front: owner, back: others}}
  sets: {holds: card, in: groups}
  sales: {start: 4, range: 0..9, see: nobody}
phases:
  the market:
    turns: p in players
    until: {the deck is used up: deck.empty}
    do:
      Sell a card:
        choose: sold in p.sets
        move: sold
        to: deck
        at: random below 1
        do: [{say: p}, {reveal: p.sales, to: p}]
        if impossible: {end: game}
"""
STALLS = """\
given: {Ann.hand: [corn 1], Ann.sets: [[corn 2, corn 1], [rye 1, corn 2]], Bob.sets: [[rye 1, rye 2, rye 2]], deck: [rye 2]}
"""
FACES = {
    "each sees one face": """
        - Ann sees: {Ann.hand: [{crop: corn, wage: hidden}]}
        - Bob sees: {Ann.hand: [{crop: hidden, wage: 1}]}
    """,
    "a card of the first group": "[{Ann: corn 2 in group 1}, then: {Ann.sets: [[corn 1], [rye 1, corn 2]]}]",
    "a card of the second group": "[{Ann: corn 2 in group 2}, then: {Ann.sets: [[corn 2, corn 1], [rye 1]]}]",
    "cards that lie in one group only": "[{Ann: rye 1}, then: {Ann.sets: [[corn 2, corn 1], [corn 2]]}]",
    "the highest place and the lowest": """
        - Ann: rye 1
        - then: {deck: [rye 1, rye 2]}
        - chance: [place 1]
        - Bob: rye 1
        - then: {deck: [rye 1, rye 1, rye 2]}
        - chance: [place 3]
        - Ann: corn 1
        - then: {deck: [corn 1, rye 1, rye 1, rye 2]}
    """,
    "what is announced": """
        - Bob is told: []
        - Ann: rye 1
        - Ann is told: [Ann, 4]
        - Bob is told: [Ann]
        - Bob: rye 1
        - Ann is told: [Bob]
        - Bob is told: [Bob, 4]
    """,
}
WRONG_FACES = {
    "the front is not seen": ("[{Bob sees: {Ann.hand: [corn]}}]", "Bob sees 1, not corn"),
    "the back is not seen": ("[{Ann sees: {Ann.hand: [corn 1]}}]", "Ann sees corn, not corn 1"),
    "the front is seen": ("[{Ann sees: {Ann.hand: [{crop: hidden}]}}]", "Ann sees corn, not"),
    "the group must be said": ("[{Ann: corn 2}]", "may mean 'corn 2 in group 1' or 'corn 2 in group 2'"),
    "not in that group": ("[{Ann: rye 1 in group 1}]", "Ann may not choose 'rye 1 in group 1' now"),
    "no such place": ("[{Ann: rye 1}, {chance: [place 3]}, {Bob: rye 1}]", "chance cannot give 'place 3' here"),
    "something else is announced": (
        "[{Ann: rye 1}, {Bob is told: [Bob]}]",
        "Bob has been told Ann since the last choice, not Bob",
    ),
    "nothing is announced": ("[{Bob is told: [Ann]}]", "Bob has been told nothing since the last choice, not Ann"),
    "no name": ("[{Bob is told: [Cy]}]", "this can never be announced"),
}


def market(folder: Path, when: str) -> ScenarioResult:
    """The outcome of a scenario of the market."""
    (folder / "ruleset.yaml").write_text(MARKET, encoding="utf-8")
    body = dedent(when).strip("\n")
    return played(folder, STALLS + ("when:\n" + indent(body, "  ") if body.startswith("-") else f"when: {body}"))


@pytest.mark.parametrize("name", FACES)
def test_faces_groups_places_and_announcements(folder: Path, name: str) -> None:
    assert market(folder, FACES[name]).failure == ""


@pytest.mark.parametrize("name", WRONG_FACES)
def test_wrong_faces_groups_places_and_announcements(folder: Path, name: str) -> None:
    when, words = WRONG_FACES[name]
    try:
        failure = market(folder, when + "\nthen: [1 = 1]").failure
    except RulesetError as error:
        failure = str(error)
    assert words in failure


def test_an_attribute_that_a_card_lacks_is_none_and_choices_in_one_text_are_told_apart(tmp_path: Path) -> None:
    text = HARVEST.replace("crop: crop, value", "crop: maybe crop, wet: bool, value").replace(
        "starts with: {crop: crops, value: 1..4}",
        "starts with: [{crop: crops, value: 1..4}, {crop: none, value: 1..2, wet: true}]",
    )
    text = text.replace(" or field.rows.top.crop = rye", "")
    menu = "          Wait: {do: {how long: {choose: n in 5..9, set: {farmer.ripe: n}}}}\n"
    text = re.sub(r"          Wait: .*\n", menu, text)
    (tmp_path / "harvest").mkdir()
    (tmp_path / "harvest" / "ruleset.yaml").write_text(text, encoding="utf-8")
    good = "given: {Ann.hand: [{crop: none, value: 1}]}\nthen: [{Ann.hand: [{crop: none, wet: true}]}]"
    assert played(tmp_path / "harvest", good).is_passed
    for wrong, message, hint in (
        ("given: {Ann.hand: [{crop: false}]}", "no card has the crop 'false'", "There are: corn, rye, none."),
        ("given: {Ann.hand: [{wet: none}]}", "no card has the wet 'none'", "There are: false, wet."),
        (
            "when: [{Ann: Wait 7}]",
            "nobody is ever offered 'Wait 7' in this game",
            "These are two choices, one after the other: write [Wait, 7].",
        ),
    ):
        with pytest.raises(RulesetError) as caught:
            read_scenarios(written(tmp_path / "harvest", f"{wrong}\nthen: [Ann.ripe = 0]"))
        (found,) = caught.value.diagnostics
        assert (found.message, found.hint) == (message, hint)


def test_numbers_below_nought_are_told_and_forced_choices_do_not_add_up(tmp_path: Path) -> None:
    """What a scenario says of a failure, and the work of its checks, after very many choices that leave none."""
    steps = "turns: p in players, until: {it is enough: n = -700}, do: [{one of: {Pass: nothing}}, {add: {n: -1}}]"
    ruleset = f"format: 1\ngame: Long\nplayers: 2\nshared: {{n: {{range: -1000..0, start: 0}}}}\nphases: {{it goes on: {{{steps}}}}}\n"
    (tmp_path / "ruleset.yaml").write_text(ruleset, encoding="utf-8")
    head = "format: 1\ntests: ruleset.yaml\nplayers: [Anna, Ben]\nscenarios:\n"
    (tmp_path / "scenarios.yaml").write_text(head + "  it is long: {then: [n = 0]}\n", encoding="utf-8")
    profile = Profile()
    outcome = profile.runcall(run_file, tmp_path / "scenarios.yaml")[0]
    assert "n is -700" in outcome.failure
    read = sum(entry.callcount for entry in profile.getstats() if getattr(entry.code, "co_name", "") == "named")
    assert read < 700 * 40  # events of the log, each a few times and not once for each choice that follows


def test_what_a_later_line_lays_elsewhere_is_not_told_as_otherwise(folder: Path) -> None:
    (folder / "ruleset.yaml").write_text(HARVEST, encoding="utf-8")
    body = "given: {starter: Ann, players.hand: [], Ann.hand: [corn 1]}\nthen: [Ann.hand.size = 2]"
    failure = played(folder, body).failure
    assert "this is not true: Ann.hand.size = 2" in failure
    assert "otherwise at the first decision" not in failure


OPEN_TOP = """\
format: 1
game: Open top
players: 2
components: {card: {front: {value: 1..6}}}
shared:
  deck: {pile of: card, see: {front: nobody, top: everyone}, starts with: {value: 1..3}}
  heap: {pile of: card, starts with: {value: 4..6}}
phases:
  all look:
    for each: p in players
    do:
      Look:
        one of:
          All cards: {reveal: deck, to: p}
          Shuffle: {do: [{shuffle: heap}, {move: 1, from: deck, to: heap}]}
          Pass: nothing
"""


@pytest.mark.parametrize(
    "lines, told",
    [
        ("Anna sees: {deck: [2 hidden, 2]}", ""),
        ("Anna sees: {deck: [2, 2 hidden]}", "Anna sees another order there: 2 hidden, 2 (bottom to top)"),
        ("Anna sees: {deck: [hidden, 2, hidden]}", "Anna sees another order there: 2 hidden, 2 (bottom to top)"),
        ("Anna sees: {deck: [3, 2 hidden]}", "Anna sees 2 hidden, 2, not 3, 2 hidden"),
        ("Anna: All cards}, {Anna sees: {deck: [1, 3, 2]}}, {Ben sees: {deck: [2 hidden, 2]}", ""),
        ("Anna: All cards}, {Anna sees: {deck: [3, 1, 2]}", "Anna sees another order there: 1, 3, 2"),
        ("Anna sees: {heap: [4, 5, 6]}", ""),
        ("Anna sees: {heap: [5, 4, 6]}", "Anna sees another order there: 4, 5, 6 (bottom to top)"),
        ("Anna: Shuffle}, {Anna sees: {heap: [5, 4, 6, 2]}}, {Anna sees: {heap: [6, 4, 5, 2]}", ""),
        ("Anna: Shuffle}, {Anna sees: {heap: [5, 4, 2, 6]}", "Anna does not know where 4 lies there."),
    ],
)
def test_what_is_seen_of_a_pile_stands_in_its_order_as_far_as_that_is_known(
    tmp_path: Path, lines: str, told: str
) -> None:
    (tmp_path / "ruleset.yaml").write_text(OPEN_TOP, encoding="utf-8")
    head = "format: 1\ntests: ruleset.yaml\nplayers: [Anna, Ben]\nscenarios:\n"
    one = f"  one: {{given: {{deck: [1, 3, 2]}}, when: [{{{lines}}}]}}\n"
    (tmp_path / "scenarios.yaml").write_text(head + one, encoding="utf-8")
    failure = run_file(tmp_path / "scenarios.yaml")[0].failure
    assert told in failure and bool(told) == bool(failure)


def test_of_very_many_results_of_chance_the_first_and_the_last_are_told(tmp_path: Path) -> None:
    lot, many = "random: r in 1..6, set: {n: r}", "for each: one in 1..9, random: r in 1..6, set: {n: r}"
    phases = f"phases: {{it goes on: {{for each: two in 1..8, do: [{{First: {{{many}}}}}, {{Last: {{{lot}}}}}]}}}}"
    ruleset = f"format: 1\ngame: Dice\nplayers: 2\nscore: 0\nshared: {{n: 0..6}}\n{phases}\n"
    (tmp_path / "ruleset.yaml").write_text(ruleset, encoding="utf-8")
    head = "format: 1\ntests: ruleset.yaml\nplayers: [Ann, Bob]\nscenarios:\n"
    (tmp_path / "scenarios.yaml").write_text(head + "  one: {then: [1 = 2]}\n", encoding="utf-8")
    lines = run_file(tmp_path / "scenarios.yaml")[0].failure.split("chance gave:\n")[1].splitlines()
    assert lines[3] == "    and 10 more lines, then"
    assert re.match(r"    (\d, ){5}\d and 3 more in \S+ First, left to the seed$", lines[0])
    assert re.match(r"    \d in \S+ Last, left to the seed$", lines[6])


def test_nobody_wins(tmp_path: Path) -> None:
    phases = "phases: {all may stop: {for each: p in players, one of: {Stop: {end: game, winner: none}, Go: nothing}}}"
    (tmp_path / "ruleset.yaml").write_text(f"format: 1\ngame: Stop\nplayers: 2\nscore: 0\n{phases}\n", encoding="utf-8")
    head = "format: 1\ntests: ruleset.yaml\nplayers: [Ann, Bob]\nscenarios:\n"
    stopped = "when: [Ann: Stop], winner: "
    scenarios = f"  one: {{{stopped}none}}\n  two: {{{stopped}[]}}\n  three: {{{stopped}[Ann]}}\n"
    (tmp_path / "scenarios.yaml").write_text(head + scenarios, encoding="utf-8")
    one, two, three = run_file(tmp_path / "scenarios.yaml")
    assert (one.is_passed, two.is_passed, three.is_passed) == (True, True, False)
    assert "nobody has won" in three.failure
