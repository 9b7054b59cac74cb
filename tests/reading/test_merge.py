"""Variants: what they change, what they leave alone, and whose lines the result points to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers.changes import CASES
from helpers.fair import BASE, CHALLENGE, TURN, Fair, differences

from stammtisch.base.diagnostics import RulesetError
from stammtisch.language.build import build
from stammtisch.reading.library import find
from stammtisch.reading.nodes import Mapping, Node, Scalar, plain
from stammtisch.reading.variants.merge import merge_files


@pytest.fixture
def fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fair:
    return Fair(tmp_path, monkeypatch)


@pytest.fixture
def base(fair: Fair) -> Any:
    return plain(merge_files(Path("fair/ruleset.yaml")))


def test_a_plain_ruleset_gets_the_actions_and_definitions_of_its_libraries(base: Any) -> None:
    assert list(base) == [
        "format",
        "game",
        "players",
        "settings",
        "things",
        "components",
        "tables",
        "shared",
        "each player",
        "define",
        "setup",
        "phases",
        "actions",
        "whenever",
        "score",
        "rulings",
    ]
    assert list(base["actions"]) == ["close a tent", "sell one barrel", "Contest", "once around"]
    assert base["define"] == {"worth(player)": "sum(player.hand.value)"}


@pytest.mark.parametrize("name", CASES)
def test_a_variant_changes_this_and_nothing_else(fair: Fair, base: Any, name: str) -> None:
    text, expected = CASES[name]
    found = differences(base, fair.merge(text))
    assert found == {str(k): v if not isinstance(v, dict) else stringed(v) for k, v in expected.items()}


def stringed(value: Any) -> Any:
    return {str(k): stringed(v) for k, v in value.items()} if isinstance(value, dict) else value


def test_a_removed_condition_takes_its_otherwise_with_it(fair: Fair) -> None:
    fair.variant("change: {Challenge: {otherwise: Contest}}", "one")
    path = fair.write("fair/variants/two.yaml", "format: 1\nextends: fair/one\nchange: {Challenge: {when: null}}\n")
    assert "otherwise" in plain(merge_files(Path("fair/variants/one.yaml")))["phases"]["a turn"]["do"]["Challenge"]
    assert "otherwise" not in plain(merge_files(path))["phases"]["a turn"]["do"]["Challenge"]


def test_who_decides_stays_when_the_kind_of_decision_changes(fair: Fair) -> None:
    one = fair.variant("change: {Challenge: {by: rival}}", "one")
    two = fair.variant("change: {Challenge: {choose: card in rival.hand}}", "two")
    found = plain(merge_files(Path("fair/ruleset.yaml"), [one, two]))["phases"]["a turn"]["do"]["Challenge"]
    assert list(found) == ["when", "by", "choose", "move", "to", "at", "do", "if impossible", "rule"]


def test_new_slots_stand_in_the_order_in_which_they_happen(fair: Fair) -> None:
    slots = "do: nothing, reveal: rival.hand, choose: x in 1..2, for each: p in players, when: round > 1, rule: T7"
    text = f"change: {{Contest: {{{slots}}}}}"
    assert list(fair.merge(text)["actions"]["Contest"]) == ["when", "for each", "choose", "reveal", "do", "rule"]


def test_a_condition_turns_an_actions_name_into_a_sentence(fair: Fair) -> None:
    one = fair.variant("change: {Challenge: Contest}", "one")
    two = fair.variant("change: {Challenge: {when: round > 1}}", "two")
    assert plain(merge_files(one, [two]))["phases"]["a turn"]["do"]["Challenge"] == {
        "when": "round > 1",
        "run": "Contest",
    }


def test_before_and_after_insert_named_steps_beside_a_step(fair: Fair) -> None:
    before, after = "{One more: Contest, And one: Contest}", "{The last: Contest}"
    text = f"change: {{the menu: {{before: {before}, after: {after}, when: round > 1}}}}"
    do = fair.merge(text)["phases"]["a turn"]["do"]
    order = [
        "instant win",
        "Challenge",
        "One more",
        "And one",
        "the menu",
        "The last",
        "Bidding",
        "three shuffles",
        "the rest",
    ]
    assert list(do) == order
    assert do["the menu"] == {"when": "round > 1", "one of": ["close a tent", "sell one barrel"]}


def test_before_and_after_make_a_list_for_steps_without_words(fair: Fair) -> None:
    rest = fair.merge("change: {Second: {before: {shuffle: deck}, after: [Contest, {shuffle: deck}]}}")["phases"][
        "a turn"
    ]["do"]["the rest"]
    assert rest == [
        {"First": {"shuffle": "deck"}},
        {"shuffle": "deck"},
        {"Second": "nothing"},
        "Contest",
        {"shuffle": "deck"},
    ]


def test_steps_in_such_a_list_are_still_found(fair: Fair) -> None:
    one = fair.variant("change: {Second: {before: {shuffle: deck}}}", "one")
    two = fair.variant("change: {the rest: {do: {First: null, Third: Contest}}, Second: {after: Contest}}", "two")
    steps = plain(merge_files(one, [two]))["phases"]["a turn"]["do"]["the rest"]["do"]
    assert steps == [{"shuffle": "deck"}, {"Second": "nothing"}, "Contest", {"Third": "Contest"}]


def test_inserting_beside_the_steps_of_an_action_with_parameters(fair: Fair) -> None:
    path = fair.variant(
        "actions: {Win: {with: {n: 0..9}, gives: {price: n}, do: {One: nothing}}}\nchange: {One: {after: Contest}}"
    )
    win = plain(merge_files(path))["actions"]["Win"]
    assert win == {"with": {"n": "0..9"}, "gives": {"price": "n"}, "do": [{"One": "nothing"}, "Contest"]}


def test_outer_words_tell_equal_words_apart(fair: Fair) -> None:
    one = fair.variant("actions: {Buy it: {one of: {Pass: Contest, Go: nothing}}}\n", "one")
    two = fair.variant("change: {Buy it / Pass: nothing, actions / sell one barrel / Pass: Contest}", "two")
    actions = plain(merge_files(one, [two]))["actions"]
    assert actions["Buy it"]["one of"] == {"Pass": "nothing", "Go": "nothing"}
    assert actions["sell one barrel"]["one of"]["Pass"] == "Contest"


def test_a_whole_path_goes_before_words_further_inside(fair: Fair) -> None:
    one = fair.variant("change: {a turn: {do: {First: {First: Contest}}}}", "one")
    two = fair.variant("change: {phases / a turn / First: {when: round > 1}}", "two")
    first = plain(merge_files(one, [two]))["phases"]["a turn"]["do"]["First"]
    assert first == {"when": "round > 1", "do": {"First": "Contest"}}


def test_blanks_between_words_do_not_count(fair: Fair) -> None:
    text = "change: {the tipsiest  player loses   a card: null}"
    assert list(fair.merge(text)["phases"]) == ["a turn"]


def test_variants_of_variants_and_several_at_once(fair: Fair) -> None:
    fair.variant("settings: {lead: 1, limit: 1}", "one")
    two = fair.write("fair/variants/two.yaml", "format: 1\nextends: one.yaml\nsettings: {lead: 2}\n")
    three = fair.variant("settings: {limit: 3}", "three")
    settings = {"lead": {"value": 2, "rule": "T1"}, "tie_goes_to": "defender", "limit": 1}
    assert plain(merge_files(two))["settings"] == settings
    assert plain(merge_files(Path("fair/ruleset.yaml"), [two]))["settings"] == settings
    assert plain(merge_files(Path("fair/ruleset.yaml"), [two, three]))["settings"] == {**settings, "limit": 3}
    assert plain(merge_files(two, [three, three, Path("fair/variants/one.yaml")]))["settings"] == {
        **settings,
        "limit": 3,
    }


def test_a_variant_or_library_named_twice_counts_once(fair: Fair, base: Any) -> None:
    path = fair.variant("use: [../market]\nchange: {First: null}")
    found = plain(merge_files(Path("fair/ruleset.yaml"), [path, path]))
    assert differences(base, found) == {f"{TURN} > the rest > First": None}


def test_a_variant_may_use_a_library_of_its_own(fair: Fair) -> None:
    fair.write("fair/variants/dice.yaml", "format: 1\nlibrary: Dice\nactions: {Roll: {random: n in 1..6, say: n}}\n")
    actions = fair.merge("use: [dice]\nchange: {First: Roll, Roll: {random: n in 1..8}}")["actions"]
    assert list(actions)[-2:] == ["once around", "Roll"]
    assert actions["Roll"] == {"random": "n in 1..8", "say": "n"}


def test_a_game_may_change_the_actions_of_its_library_without_being_a_variant(fair: Fair) -> None:
    path = fair.write(
        "fair/other.yaml",
        "format: 1\ngame: Other\nplayers: 2\nuse: [market]\nphases: {The auction: {run: once around}}\nscore: 0\n"
        "change: {a bid must be paid: null, No bid: {add: {bidder.coins: 1}}}\n",
    )
    option = plain(merge_files(path))["actions"]["once around"]["one of"]
    assert list(option["Bid"]["where"]) == ["a bid must match or beat the highest"]
    assert option["No bid"] == {"add": {"bidder.coins": 1}}


DICE = """\
format: 1
library: Dice
define: {lucky(n): n = best, best: 6, unlucky(n): n = 1}
actions:
  Roll: {random: n in 1..6, when: lucky(n), do: Cheer}
  Reroll: {one of: {Pass: nothing}}
  Cheer: nothing
  Boast: {when: possible('Cheer loudly'), do: nothing}
  Cheer loudly: nothing
"""


def test_parts_of_a_library_that_nothing_uses_are_left_out(fair: Fair, base: Any) -> None:
    fair.write("fair/variants/dice.yaml", DICE)
    found = fair.merge("use: [dice]\nchange: {First: Roll}")
    assert list(found["actions"])[len(base["actions"]) :] == ["Roll", "Cheer"]
    assert list(found["define"]) == ["worth(player)", "lucky(n)", "best"]
    assert list(fair.merge("use: [dice]\nchange: {First: Boast}")["actions"])[-2:] == ["Boast", "Cheer loudly"]
    assert fair.merge("use: [dice]") == base


def test_words_in_a_part_that_nothing_uses_do_not_make_a_change_ambiguous(fair: Fair) -> None:
    fair.write("fair/variants/dice.yaml", DICE)
    found = fair.merge("use: [dice]\nchange: {Pass: {add: {player.coins: 1}}}")
    assert found["actions"]["sell one barrel"]["one of"]["Pass"] == {"add": {"player.coins": 1}}
    found = fair.merge("use: [dice]\nchange: {First: Reroll, Reroll / Pass: {say: 2}}")
    assert found["actions"]["Reroll"]["one of"]["Pass"] == {"say": 2}


def test_what_is_said_about_a_removed_part_goes_with_it(fair: Fair) -> None:
    fair.write(
        "fair/ruleset.yaml",
        BASE.replace("change: a turn}", "change: the rival has cards}")
        + "  Others: {rule: T1, change: lead}\n"
        + "always: {Fine: {holds: 1 = 1, at: after three shuffles}, Good: {holds: 1 = 1, at: the end}}\n",
    )
    found = fair.merge("change: {the rival has cards: null, three shuffles: null}\nsettings: {lead: 3}")
    assert list(found["rulings"]) == ["Others"] and list(found["always"]) == ["Good"]
    found = fair.merge("settings: {lead: null}\nrulings: {the deck may run out: {rule: T2}}")
    assert list(found["rulings"]) == ["the deck may run out"] and list(found["always"]) == ["Fine", "Good"]


def test_a_ruling_of_the_variant_about_a_removed_part_is_left_to_be_refused(fair: Fair) -> None:
    found = fair.merge("change: {three shuffles: null}\nrulings: {no shuffle: {rule: T1, change: three shuffles}}")
    assert list(found["rulings"]) == ["the deck may run out", "no shuffle"]


def test_a_definition_keeps_its_clause_and_loses_the_explanation_of_its_old_value(fair: Fair) -> None:
    one = fair.variant("define: {ahead: {value: 2, rule: T1, about: By two.}}", "one")
    for text, left in (
        ("3", {"value": 3, "rule": "T1"}),
        ("{value: 3, rule: null}", 3),
        ("{value: 3, about: By three.}", {"value": 3, "rule": "T1", "about": "By three."}),
        ("{rule: T2}", {"value": 2, "rule": "T2", "about": "By two."}),
    ):
        two = fair.variant(f"define: {{ahead: {text}}}", "two")
        assert plain(merge_files(one, [two]))["define"]["ahead"] == left


def test_things_keep_their_plural_and_explanation(fair: Fair) -> None:
    one = fair.variant("things: {half: {count: 2, plural: halves, about: Of the deck.}}", "one")
    for text, left in (
        ("3", {"plural": "halves", "about": "Of the deck.", "count": 3}),
        ("[upper, lower]", {"plural": "halves", "about": "Of the deck.", "members": ["upper", "lower"]}),
        ("{grid: 2x2, about: null}", {"plural": "halves", "grid": "2x2"}),
        ("{plural: halfs}", {"count": 2, "plural": "halfs", "about": "Of the deck."}),
    ):
        two = fair.variant(f"things: {{half: {text}}}", "two")
        assert plain(merge_files(one, [two]))["things"]["half"] == left


def test_a_removed_action_is_no_longer_offered_among_options_with_words(fair: Fair) -> None:
    one = fair.variant("change: {the menu: {one of: {Pass: nothing}}}", "one")
    two = fair.variant("change: {close a tent: null}", "two")
    menu = plain(merge_files(one, [two]))["phases"]["a turn"]["do"]["the menu"]["one of"]
    assert menu == {"sell one barrel": "sell one barrel", "Pass": "nothing"}


def test_new_names_near_old_ones_are_fine_where_something_uses_them(fair: Fair) -> None:
    fair.merge("settings: {leads: 3}\nscore: leads")
    fair.merge("things: {bear: 3}\neach bear: {den: 0..3}")
    fair.merge("things: {bear: 3}\neach player: {pets(bear): 0..3}")
    fair.merge("things: {bear: 3}\nscore: count(bears)")
    fair.merge("settings: {leads: 3}\nchange: {some tent is open: null, Pass: {when: {only <leads>: 1 = 1}}}")


def test_two_variants_may_remove_the_same(fair: Fair) -> None:
    texts = (
        "settings: {lead: null}\nrulings: {the deck may run out: null}\nchange: {First: null, three shuffles: null}",
        "settings: {lead: null}\nrulings: {the deck may run out: null}\nchange: {First: null}",
    )
    files = [fair.variant(text, name) for text, name in zip(texts, ("one", "two"), strict=True)]
    found = plain(merge_files(Path("fair/ruleset.yaml"), files))
    assert found == plain(merge_files(files[0]))
    assert "lead" not in found["settings"] and list(found["phases"]["a turn"]["do"]["the rest"]) == ["Second"]


def test_all_actions_of_a_library_stay_where_a_misspelt_one_may_be_meant(fair: Fair, base: Any) -> None:
    fair.write("fair/variants/dice.yaml", DICE)
    found = fair.merge("use: [dice]\nchange: {First: {run: Rerol}}")
    assert list(found["actions"])[len(base["actions"]) :] == ["Roll", "Reroll", "Cheer", "Boast", "Cheer loudly"]


def test_a_ruling_about_a_part_of_a_library_goes_with_it(fair: Fair) -> None:
    one = fair.variant("rulings: {Bids are paid: {rule: T1, change: a bid must be paid}}", "one")
    assert list(plain(merge_files(one))["rulings"]) == ["the deck may run out", "Bids are paid"]
    two = fair.variant("change: {Bidding: null}", "two")
    assert list(plain(merge_files(one, [two]))["rulings"]) == ["the deck may run out"]


def test_files_are_not_changed_by_merging(fair: Fair, base: Any) -> None:
    fair.merge("change: {Challenge: null}\nsettings: {lead: 1}")
    assert plain(merge_files(Path("fair/ruleset.yaml"))) == base


def test_two_player_munchhausen() -> None:
    base, two = plain(merge_files(find("munchhausen"))), plain(merge_files(find("munchhausen/two-players")))
    turn = two["phases"]["the Baron's turn"]["do"]
    offers = turn["the others make offers"]
    assert list(offers) == ["for each", "choose", "set", "rule"]
    assert two["settings"]["lowest_card"]["value"] == 1 and two["players"] == 2
    assert set(base["phases"]["the Baron's turn"]["do"]) - set(turn) == {"nobody has made an offer"}
    build(merge_files(find("munchhausen/two-players")), "munchhausen/two-players")


def places(node: Node, path: str = "") -> dict[str, str]:
    if not isinstance(node, Mapping):
        return {}
    found = {}
    for key, entry in node.entries.items():
        inner = f"{path} > {key}" if path else key
        found[inner] = f"{entry.key.span.file}:{entry.key.span.line} {entry.value.span.file}:{entry.value.span.line}"
        found |= places(entry.value, inner)
    return found


def test_every_node_points_to_the_line_that_wrote_it(fair: Fair) -> None:
    path = fair.variant(
        "settings:\n"
        "  lead: 22\n"
        "tables: {closings: {evening: 2}}\n"
        "change:\n"
        "  Challenge:\n"
        "    where:\n"
        "      the rival has cards: rival != player\n"
        "    choose: stake in player.hand\n"
        "  the menu:\n"
        "    after: {A new step: Contest}\n"
    )
    found = places(merge_files(path))
    base, variant, market = "fair/ruleset.yaml", str(path), "fair/market.yaml"
    assert found["settings > lead > value"] == f"{variant}:4 {variant}:4"
    assert found["settings > lead > rule"] == f"{base}:6 {base}:6"
    assert found["settings > tie_goes_to"] == f"{base}:7 {base}:7"
    assert found["tables > closings > evening"] == f"{variant}:5 {variant}:5"
    assert found["tables > closings > morning"] == f"{base}:14 {base}:14"
    assert found[CHALLENGE] == f"{base}:36 {base}:37"
    assert found[f"{CHALLENGE} > choose"] == f"{variant}:10 {variant}:10"
    assert found[f"{CHALLENGE} > move"] == f"{base}:43 {base}:43"
    assert found[f"{TURN} > A new step"] == f"{variant}:12 {variant}:12"
    assert found["actions > once around > one of > Bid"] == f"{market}:10 {market}:11"
    assert {place.split(":")[0] for place in found.values()} == {base, variant, market}


def test_a_condition_written_anew_points_to_the_variant(fair: Fair) -> None:
    where = f"{CHALLENGE} > where"
    for text in ("change: {the rival has cards: 1 = 1}", "change: {Challenge: {where: {the rival has cards: 1 = 1}}}"):
        found = places(merge_files(fair.variant(text)))
        assert found[f"{where} > the rival has cards"] == "fair/variants/v.yaml:3 fair/variants/v.yaml:3"
        assert found[where].startswith("fair/ruleset.yaml:39 ")


def test_a_cut_row_points_to_the_file_that_wrote_its_value(fair: Fair) -> None:
    found = places(merge_files(fair.variant("tables: {points: {3: {2: 7}}}")))
    rows = {k.removeprefix("tables > points(worth, rank) > "): v.split()[0] for k, v in found.items() if "points" in k}
    assert rows["1..2"] == "fair/ruleset.yaml:16"
    assert rows["3 > 2"] == "fair/variants/v.yaml:3"
    assert rows["3 > 3"] == "fair/ruleset.yaml:16"


def test_each_part_of_a_score_that_builds_on_another_points_to_its_file(fair: Fair) -> None:
    score = merge_files(fair.variant("score: 'score + 3 * score'")).get("score")
    assert isinstance(score, Scalar) and score.text == "(player.coins) + 3 * (player.coins)"
    places = [(at.file, at.line, at.column) for at in map(score.span_of, (1, 17, 22, 34))]
    base = len(BASE[: BASE.index("score: player.coins")].splitlines()) + 1
    own = "fair/variants/v.yaml"
    assert places == [("fair/ruleset.yaml", base, 8), (own, 3, 17), ("fair/ruleset.yaml", base, 8), (own, 3, 21)]
    assert (score.span_of(0).column, score.span_of(21).column, score.span_of(0, 35).end_column) == (9, 21, 26)


def test_an_error_in_a_merged_ruleset_points_to_the_variant(fair: Fair) -> None:
    root = merge_files(fair.variant("settings:\n  lead: 1 +\n"))
    with pytest.raises(RulesetError) as caught:
        build(root, "fair")
    assert {(d.span.file, d.span.line) for d in caught.value.diagnostics} == {("fair/variants/v.yaml", 4)}
