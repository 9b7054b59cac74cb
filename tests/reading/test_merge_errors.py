"""Variants that do not fit: every complaint, word for word, with its places."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.fair import BASE, MARKET, Fair, complaint

from stammtisch.base.diagnostics import RulesetError
from stammtisch.reading.dump import dump
from stammtisch.reading.library import find, rulesets
from stammtisch.reading.variants.merge import merge_files


@pytest.fixture
def fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fair:
    return Fair(tmp_path, monkeypatch)


ERRORS: dict[str, tuple[str, str]] = {
    "a thing that is a setting": (
        "things: {tie_goes_to: 4}",
        (
            "fair/variants/v.yaml:3:10 defined-twice: "
            "`tie_goes_to` is a setting: under `things` this would be something new that nothing uses\n"
            "  Write it under `settings`: `settings: {tie_goes_to: ...}`.\n  fair/ruleset.yaml:7:3 it stands here"
        ),
    ),
    "a thing by its plural": (
        "things: {gates: 4}",
        (
            "fair/variants/v.yaml:3:10 defined-twice: "
            "the things are called `gate`: under `things` this would be something new that nothing uses\n"
            "  Write it under `things`: `things: {gate: ...}`.\n  fair/ruleset.yaml:10:3 it stands here"
        ),
    ),
    "words of before without new ones": (
        "change: {instant win: {was: at once}}",
        (
            "fair/variants/v.yaml:3:24 misplaced-key: "
            "`was` gives the earlier words, but this part has these words now\n"
            "  Leave it out. To give it other words write these first: `new words: {was: old words}`."
        ),
    ),
    "a section that every game needs": (
        "phases: null",
        (
            "fair/variants/v.yaml:3:1 missing-key: a game needs `phases`\n"
            "  Write `null` after each part that goes, or write a new part in its place."
        ),
    ),
    "words that are nowhere": (
        "change: {the tipsiest player looses a card: null}",
        (
            "fair/variants/v.yaml:3:10 change-not-found: nothing is called `the tipsiest player looses a card`\n"
            "  Did you mean `the tipsiest player loses a card`?\n"
            "  fair/ruleset.yaml:56:3 it stands here"
        ),
    ),
    "words like nothing there is": (
        "change: {Xyzzy: null}",
        (
            "fair/variants/v.yaml:3:10 change-not-found: nothing is called `Xyzzy`\n"
            "  A change names a step, action, option, event or condition by its exact words."
        ),
    ),
    "words inside others that do not hold them": (
        "change: {sell one barrel / Bid: null}",
        (
            "fair/variants/v.yaml:3:10 change-not-found: `Bid` does not stand inside `sell one barrel`\n"
            "  It is at `actions / once around / Bid`.\n"
            "  fair/market.yaml:10:7 it stands here"
        ),
    ),
    "words in two places": (
        "actions: {Buy it: {one of: {Pass: Contest, Go: nothing}}}\nchange: {Pass: null}",
        (
            "fair/variants/v.yaml:4:10 change-ambiguous: `Pass` stands in 2 places\n"
            "  Write the words around it as well: `sell one barrel / Pass` or `Buy it / Pass`.\n"
            "  fair/ruleset.yaml:67:7 here it is an option\n"
            "  fair/variants/v.yaml:3:29 here it is an option"
        ),
    ),
    "nothing to remove among settings": (
        "settings: {tie_go_to: null}",
        (
            "fair/variants/v.yaml:3:12 nothing-to-remove: `tie_go_to` cannot be removed: it is not there\n"
            "  Did you mean `tie_goes_to`?\n"
            "  fair/ruleset.yaml:7:3 it stands here"
        ),
    ),
    "nothing to remove among conditions": (
        "change: {Challenge: {where: {Xyzzy: null}}}",
        (
            "fair/variants/v.yaml:3:30 nothing-to-remove: `Xyzzy` cannot be removed: it is not there\n"
            "  There is: `you may not bank the card you just took`, `the rival has cards`."
        ),
    ),
    "nothing to remove among slots": (
        "change: {instant win: {where: null}}",
        (
            "fair/variants/v.yaml:3:24 nothing-to-remove: `where` cannot be removed: it is not there\n"
            "  Did you mean `when`?\n  fair/ruleset.yaml:35:21 it stands here"
        ),
    ),
    "nothing to remove in a new slot": (
        "change: {Contest: {when: {Xyzzy: null}}}",
        (
            "fair/variants/v.yaml:3:27 nothing-to-remove: `Xyzzy` cannot be removed: it is not there\n"
            "  The base has no `when` here: delete this line, and whatever is then empty around it."
        ),
    ),
    "nothing to remove in a setting": (
        "settings: {lead: {6 players: null, 4 players: 1}}",
        (
            "fair/variants/v.yaml:3:19 nothing-to-remove: `6 players` cannot be removed: it is not there\n"
            "  Did you mean `3 players`?\n"
            "  fair/ruleset.yaml:6:10 it stands here"
        ),
    ),
    "nothing to remove deep inside a new action": (
        "actions: {New one: {do: [{when: {Xyzzy: null}, do: nothing}]}}",
        (
            "fair/variants/v.yaml:3:34 nothing-to-remove: `Xyzzy` cannot be removed: it is not there\n"
            "  The part around it is replaced as a whole: just delete this line."
        ),
    ),
    "nothing to remove among rows": (
        "tables: {closings: {night: null}}",
        (
            "fair/variants/v.yaml:3:21 nothing-to-remove: `night` cannot be removed: it is not there\n"
            "  There is: `morning`, `evening`, `rule`."
        ),
    ),
    "nothing to remove in a menu of actions": (
        "change: {the menu: {one of: {close the tent: null}}}",
        (
            "fair/variants/v.yaml:3:30 nothing-to-remove: `close the tent` cannot be removed: it is not there\n"
            "  Did you mean `close a tent`?\n"
            "  fair/ruleset.yaml:50:27 it stands here"
        ),
    ),
    "no such section": (
        "always: null",
        (
            "fair/variants/v.yaml:3:1 nothing-to-remove: `always` cannot be removed: it is not there\n"
            "  There is: `format`, `game`, `players`, `settings`, `things`, `components`, `tables`, "
            "`shared`, `each player`, "
            "`define`, `setup`, `phases`, `actions`, `whenever`, `score`, `rulings`."
        ),
    ),
    "the last option": (
        "change: {the menu: {one of: {close a tent: null, sell one barrel: null}}}",
        (
            "fair/variants/v.yaml:3:29 change-empty-menu: this removes the last option of `one of`\n"
            "  Leave one option, or remove the whole step."
        ),
    ),
    "the last action offered": (
        "change: {close a tent: null, sell one barrel: null}",
        (
            "fair/variants/v.yaml:3:30 change-empty-menu: this removes the last option of `one of`\n"
            "  Leave one option, or remove the whole step."
        ),
    ),
    "the last named option": (
        "change: {Take all: null, sell one barrel / Pass: null}",
        (
            "fair/variants/v.yaml:3:26 change-empty-menu: this removes the last option of `one of`\n"
            "  Leave one option, or remove the whole step."
        ),
    ),
    "a slot for a list": (
        "change: {three shuffles: {when: round > 1}}",
        (
            "fair/variants/v.yaml:3:27 change-list: `three shuffles` is a list of steps, "
            "so `when` cannot be put into it\n"
            "  Write the whole step again under `instead`, with the list under `do`.\n"
            "  fair/ruleset.yaml:52:7 the list is here"
        ),
    ),
    "instead and more": (
        "change: {Contest: {instead: nothing, when: round > 1}}",
        (
            "fair/variants/v.yaml:3:38 change-instead: `instead` replaces the whole step, so `when` does not belong here\n"
            "  Write it inside `instead`, or leave `instead` out to change only some parts."
        ),
    ),
    "before an option": (
        "change: {Take all: {before: Contest}}",
        (
            "fair/variants/v.yaml:3:21 change-insert: `before` adds steps next to a step, but `Take all` is an option\n"
            "  New options go under `one of`, more steps under `do`."
        ),
    ),
    "after an action": (
        "change: {Contest: {after: nothing}}",
        (
            "fair/variants/v.yaml:3:20 change-insert: `after` adds steps next to a step, but `Contest` is an action\n"
            "  Write an event under `whenever`, with `after: Contest`."
        ),
    ),
    "nothing to insert": (
        "change: {instant win: {after: null}}",
        "fair/variants/v.yaml:3:24 change-insert: there are no steps under `after`\n  Write one, or delete the line.",
    ),
    "a second step with the same words": (
        "change: {instant win: {after: {Challenge: Contest}}}",
        (
            "fair/variants/v.yaml:3:32 defined-twice: there is already a step called `Challenge` here\n"
            "  Give the new step other words.\n"
            "  fair/ruleset.yaml:36:7 it stands here"
        ),
    ),
    "a change to a step that is not among these": (
        "change: {a turn: {instant wins: {after: Contest}}}",
        (
            "fair/variants/v.yaml:3:19 change-not-found: nothing is called `instant wins` here\n"
            "  Did you mean `instant win`?"
        ),
    ),
    "a library's action that the game has": (
        "use: [dice]",
        (
            "fair/ruleset.yaml:68:3 defined-twice: `Contest` is an action of the game and of a library that it uses\n"
            "  Give the game's own another name; to alter the library's, write it under `change`.\n"
            "  fair/variants/dice.yaml:3:11 the library's is here"
        ),
    ),
    "a change to an action that the game does not use": (
        "use: [cards]\nchange: {Draw: {say: 1}}",
        (
            "fair/variants/v.yaml:4:10 change-unused: this changes nothing: the game does not use `Draw`\n"
            "  Of the libraries it uses `once around`."
        ),
    ),
    "a new setting with nearly the name of an old one": (
        "settings: {leed: 22}",
        (
            "fair/variants/v.yaml:3:12 change-not-found: the game has no `leed` under `settings`, and nothing uses it\n"
            "  Did you mean `lead`?\n"
            "  fair/ruleset.yaml:6:3 it stands here"
        ),
    ),
    "the same with a table, a place and a definition": (
        "tables: {point: {3: {2: 1}}}\neach player: {coin: {see: owner}}\ndefine: {worht: 1}",
        (
            "fair/variants/v.yaml:3:10 change-not-found: the game has no `point` under `tables`, and nothing uses it\n"
            "  Did you mean `points`?\n"
            "  fair/ruleset.yaml:15:3 it stands here\n"
            "fair/variants/v.yaml:4:15 change-not-found: the game has no `coin` under `each player`, and nothing uses it\n"
            "  Did you mean `coins`?\n"
            "  fair/ruleset.yaml:22:3 it stands here\n"
            "fair/variants/v.yaml:5:10 change-not-found: the game has no `worht` under `define`, and nothing uses it\n"
            "  Did you mean `worth`?\n"
            "  fair/ruleset.yaml:25:3 it stands here"
        ),
    ),
    "two complaints at once": (
        "settings: {gone: null}\nchange: {Xyzzy: null}",
        (
            "fair/variants/v.yaml:3:12 nothing-to-remove: `gone` cannot be removed: it is not there\n"
            "  There is: `lead`, `tie_goes_to`.\n"
            "fair/variants/v.yaml:4:10 change-not-found: nothing is called `Xyzzy`\n"
            "  A change names a step, action, option, event or condition by its exact words."
        ),
    ),
}


@pytest.mark.parametrize("name", ERRORS)
def test_a_variant_that_does_not_fit_is_refused(fair: Fair, name: str) -> None:
    fair.write("fair/variants/dice.yaml", "format: 1\nlibrary: Dice\nactions: {Contest: nothing}\n")
    fair.write("fair/variants/cards.yaml", "format: 1\nlibrary: Cards\nactions: {Draw: nothing}\n")
    text, expected = ERRORS[name]
    assert fair.complaint(text) == expected


def test_an_action_that_the_game_does_not_use_changed_among_the_actions(fair: Fair) -> None:
    fair.write("fair/variants/cards.yaml", "format: 1\nlibrary: Cards\nactions: {Draw: nothing}\n")
    one = fair.variant("use: [cards]\nchange: {Bidding: null}", "one")
    two = fair.variant("actions: {Draw: {say: 1}}", "two")
    assert complaint(one, two) == (
        "fair/variants/two.yaml:3:11 change-unused: this changes nothing: the game does not use `Draw`\n"
        "  It uses no action of its libraries."
    )


def test_words_that_nothing_tells_apart(fair: Fair) -> None:
    one = fair.variant("change: {the rest: [{Twice: nothing}, {Twice: Contest}]}", "one")
    two = fair.variant("change: {Twice: null}", "two")
    assert complaint(one, two) == (
        "fair/variants/two.yaml:3:10 change-ambiguous: `Twice` stands in 2 places\n"
        "  Nothing around them tells them apart: give one of them other words first.\n"
        "  fair/variants/one.yaml:3:22 here it is a step\n"
        "  fair/variants/one.yaml:3:40 here it is a step"
    )


def test_a_circle_names_the_chain(fair: Fair) -> None:
    fair.write("a.yaml", "format: 1\nextends: b.yaml\n")
    fair.write("b.yaml", "format: 1\nextends: c\n")
    fair.write("c.yaml", "format: 1\nextends: b\n")
    assert complaint(Path("a.yaml")) == (
        "c.yaml:2:10 extends-circle: these rulesets extend each other in a circle: b.yaml -> c.yaml -> b.yaml\n"
        "  One of them must stand by itself, without `extends`."
    )


def test_a_file_that_extends_itself(fair: Fair) -> None:
    fair.write("a.yaml", "format: 1\nextends: a.yaml\n")
    assert "in a circle: a.yaml -> a.yaml" in complaint(Path("a.yaml"))


def test_a_base_or_library_that_is_nowhere(fair: Fair) -> None:
    path = fair.write("a.yaml", "format: 1\nextends: ofertuu\nuse: [auction]\n")
    ids = ", ".join(rulesets())
    first, hint, second, other = complaint(path).split("\n")
    assert first == "a.yaml:3:7 unknown-mechanism: there is no mechanism called `auction`"
    assert hint.startswith("  Did you mean auctions? There are: auctions")
    assert second == "a.yaml:2:10 unknown-ruleset: there is no ruleset called `ofertuu`"
    assert other == f"  Did you mean ofertu? There are: {ids}; or give the path of a file."


def test_a_variant_of_another_ruleset_is_refused(fair: Fair) -> None:
    path = fair.write("other.yaml", "format: 1\nextends: ofertu\n")
    assert complaint(Path("fair/ruleset.yaml"), path) == (
        "other.yaml:2:10 variant-of-another: this is a variant of ofertu/ruleset.yaml, not of fair/ruleset.yaml\n"
        "  Choose a variant of the same ruleset."
    )
    whole = find("ofertu")
    assert (
        complaint(Path("fair/ruleset.yaml"), whole)
        .split("\n")[0]
        .endswith("variant-of-another: this is a ruleset of its own, not a variant")
    )


def test_each_file_is_checked_by_itself_and_all_are_reported(fair: Fair) -> None:
    fair.write("fair/market.yaml", MARKET + "surprise: 1\n")
    fair.write("fair/ruleset.yaml", BASE + "scores: 1\n")
    found = complaint(fair.variant("setings: {lead: 1}"))
    assert [line.split(" ")[0] for line in found.split("\n") if not line.startswith(" ")] == [
        "fair/variants/v.yaml:3:1",
        "fair/ruleset.yaml:74:1",
        "fair/market.yaml:19:1",
    ]


@pytest.mark.parametrize(
    ("base", "change"),
    [
        ("the day ends: {when: round > 1, do: {say: 1}}", "the day ends: {do: {Tea: {say: 2}}}"),
        ("the day ends: {when: round > 1, do: [{say: 1}, {say: 3}]}", "the day ends: {do: {Tea: {say: 2}}}"),
        ("the day ends: {do: Rest}", "the day ends: {do: {Tea: {say: 2}}}"),
        ("the day ends: Rest", "the day ends: {do: {Tea: {say: 2}}}"),
        ("the day ends: [{say: 1}, {say: 3}]", "the day ends: {Tea: {say: 2}}"),
        ("the day ends: {when: round > 1, say: 1, otherwise: {say: 2}}", "the day ends: {otherwise: {Tea: {say: 3}}}"),
    ],
)
def test_steps_without_words_are_not_replaced_by_one_with_words(tmp_path: Path, base: str, change: str) -> None:
    game = f"format: 1\ngame: G\nplayers: 2\nphases:\n  {base}\nactions: {{Rest: nothing}}\n"
    (tmp_path / "base.yaml").write_text(game, encoding="utf-8")
    for text, anew in (
        (f"change: {{{change}}}", "the whole step again, with the old steps, under `instead` in place of `"),
        ("setup: {Tea: {say: 2}}", "all of `setup` again as a list, with the old steps."),
    ):
        (tmp_path / "base.yaml").write_text(game + "setup: {say: 1}\n", encoding="utf-8")
        (tmp_path / "new.yaml").write_text(f"format: 1\nextends: base.yaml\ngame: H\n{text}\n", encoding="utf-8")
        with pytest.raises(RulesetError) as caught:
            merge_files(tmp_path / "new.yaml")
        (problem,) = caught.value.diagnostics
        assert (problem.code, problem.span.line) == ("change-steps", 4)
        assert problem.message == "`Tea` would replace the steps that stand here without words"
        assert [Path(note.span.file).name for note in problem.notes] == ["base.yaml"]
        assert anew in problem.hint


@pytest.mark.parametrize("base", ["the day ends: nothing", "the day ends: {say: 1}", "the day ends: {do: nothing}"])
def test_a_step_with_words_may_come_where_there_is_none(tmp_path: Path, base: str) -> None:
    game = f"format: 1\ngame: G\nplayers: 2\nphases: {{{base}}}\n"
    (tmp_path / "base.yaml").write_text(game, encoding="utf-8")
    change = "format: 1\nextends: base.yaml\ngame: H\nchange: {the day ends: {do: {Tea: {say: 2}}}}\n"
    (tmp_path / "new.yaml").write_text(change, encoding="utf-8")
    assert "Tea" in dump(merge_files(tmp_path / "new.yaml"))
