"""What a table lacks for what it may be asked: warned of at the row or cell, with the case in words; and in play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import stammtisch as st
from stammtisch.base.errors import GameError
from stammtisch.front.validation import validate_file
from stammtisch.program.lints.missing_rows import Search

GAME = """\
format: 1
game: Prices
players: 2
settings: {number_of_stalls: 3}
things:
  ware: [bread, cheese, honey]
  stall: {count: number_of_stalls}
components: {card: {front: {ware: ware, value: 1..9, extra: maybe ware}}}
tables: {price: TABLE}
shared:
  deck: {pile of: card, see: nobody, starts with: [{ware: [bread, cheese], value: 1..3}, {ware: honey, value: 2}]}
  bin: {holds: card}
  low: {start: 0, range: -1..2}
each player: {hand: {holds: card}, points: 0..999}
setup: {shuffle the deck: {shuffle: deck}, deal the hands: {deal: 2, from: deck, to: players.hand}}
DEFINEphases:
  a turn:
    turns: player in players
    until: {all sold: all(p.hand.empty for p in players)}
    do:
      sell one: STEP
score: player.points
rulings: {equal points share the victory: {change: winner}}
"""
DEFINE = "define: {worth(card): price(card.value), half(int n): price(n)}\n"
STEP = "{choose: card in player.hand, move: card, to: bin, do: {add: {player.points: 'ASKED'}}}"


def lacking(folder: Path, table: str, asked: str, step: str = STEP) -> list[str]:
    """What is said of a table that is asked so."""
    text = GAME.replace("STEP", step).replace("TABLE", table).replace("ASKED", asked)
    text = text.replace("DEFINE", DEFINE if "worth" in asked or "half" in asked else "")
    (folder / "prices.yaml").write_text(text, encoding="utf-8")
    found = validate_file(folder / "prices.yaml")
    assert [d for d in found if d.severity == "error"] == []
    return [d.message.removeprefix("the table price has no row for ") for d in found if d.code == "missing-row"]


@pytest.mark.parametrize(
    ("table", "asked", "said"),
    [
        ("{1..3: 1}", "price(card.value)", []),  # no card shows 4
        ("{1..2: 1}", "price(card.value)", ["3, which card.value can be"]),
        ("{-1: 1, 3: 6}", "price(card.value)", ["1 or 2, which card.value can be"]),
        ("{0..2: 1}", "price(low)", ["-1, which low can be"]),
        ("{-1..2: 1}", "price(low)", []),
        ("{0: 1, 5: 1}", "price(card.value)", ["1..3, which card.value can be"]),
        ("{1..3: 1}", "price(card.value + 1)", ["4, which card.value + 1 can be"]),
        ("{1..3: 1}", "card.worth", []),
        ("{1..2: 1}", "card.worth", ["3, which card.value can be"]),
        ("{1..4: 1}", "half(2 * card.value)", ["6, which n can be"]),
        ("{1..2: 1}", "if card.value < 3 then price(card.value) else 7", []),
        ("{1..2: 1}", "if card.value = 3 then 7 else price(card.value)", []),
        ("{1..2: 1}", "if card.value > 3 then 7 else price(card.value)", ["3, which card.value can be"]),
        ("{1..2: 1}", "sum(price(c.value) for c in player.hand where c.value < 3)", []),
        ("{1..2: 1}", "sum(price(c.value) for c in player.hand)", ["3, which c.value can be"]),
        ("{bread: 1, honey: 1}", "price(card.ware)", ["cheese, which card.ware can be"]),
        ("{bread: 1, cheese: 1}", "price(card.extra or else honey)", ["honey, which card.extra or else honey can be"]),
        ("{stall_1: 1, stall_2: 1}", "sum(price(s) for s in stalls)", ["stall_3, which s can be"]),
        # of two keys those that cards show together count
        ("{bread: {1..3: 1}, cheese: {1..3: 1}, honey: {2: 1}}", "price(card.ware, card.value)", []),
        (
            "{bread: {1..2: 1}, cheese: {1..2: 1}, honey: {2: 1}}",
            "price(card.ware, card.value)",
            ["bread or cheese with 3, which card.ware and card.value can be"],
        ),
        (
            "{bread: {1..3: 1}, cheese: {2: 1}, honey: {1: 1}}",
            "price(card.ware, card.value)",
            ["cheese with 1 or 3; honey with 2, which card.ware and card.value can be"],
        ),
        ("{bread: {1..3: 1}, cheese: {1..3: 1}}", "price(card.ware, card.value)", ["honey, which card.ware can be"]),
        (
            "{bread: {1..3: 1}, cheese: {1..3: 1}, honey: {1..2: 1}}",
            "price(card.ware, c.value) for c in player.hand",
            ["honey with 3, which card.ware and c.value can be"],
        ),
        # of a sum nobody knows what it can be, of the other key one does
        ("{bread: {0..9: 1}, honey: {0..9: 1}}", "price(card.ware, HAND)", ["cheese, which card.ware can be"]),
        ("{bread: {0..9: 1}, cheese: {0..9: 1}, honey: {0..9: 1}}", "price(card.ware, HAND)", []),
        (
            "{bread: {red: {1: 1}, 1..3: 1}}".replace("{red: {1: 1}, 1..3: 1}", "{bread: {1: 1}, cheese: {1: 1}}"),
            "price(bread, w, 1) for w in wares",
            ["bread, honey with 1, which w can be"],
        ),
    ],
)
def test_what_a_table_lacks_is_told_in_its_own_words(tmp_path: Path, table: str, asked: str, said: list[str]) -> None:
    asked = asked.replace("HAND", "sum(player.hand.value)")
    if " for " in asked and not asked.startswith(("sum", "if")):
        asked = f"sum({asked})"
    assert lacking(tmp_path, table, asked) == said


def test_what_definitions_ask_again_and_again_is_looked_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0
    cases = Search.cases

    def counted(*given: Any) -> Any:
        nonlocal asked
        asked += 1
        return cases(*given)

    monkeypatch.setattr(Search, "cases", counted)
    names = ["first", "second", "third", "fourth", "fifth"]
    chain = ["  first(player): price(low)"]
    chain += [f"  {b}(player): " + " + ".join([f"{a}(player)"] * 3) for a, b in zip(names, names[1:], strict=False)]
    text = GAME.replace("STEP", STEP).replace("TABLE", "{0..2: 1}").replace("ASKED", "fifth(player)")
    text = text.replace("DEFINE", "define:\n" + "\n".join(chain) + "\n")
    (tmp_path / "prices.yaml").write_text(text, encoding="utf-8")
    assert "missing-row" in [d.code for d in validate_file(tmp_path / "prices.yaml")]
    assert 0 < asked < 10


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("{choose: card in player.hand where card.value < 3, move: card, to: bin, do: ASK}", []),
        ("{choose: card in player.hand, where: {a cheap one: card.value < 3}, move: card, to: bin, do: ASK}", []),
        ("{for each: card in player.hand, do: {when: card.value < 3, move: card, to: bin, do: ASK}}", []),
        ("{for each: card in player.hand, do: {when: card.value < 3, do: ASK, otherwise: {move: card, to: bin}}}", []),
        ("{when: low > 0, add: {player.points: 1}, do: {add: {player.points: price(low)}}}", []),
        (
            "{for each: card in player.hand, do: {when: card.value < 3, move: card, to: bin, otherwise: ASK}}",
            ["3, which card.value can be"],
        ),
        ("{for each: n in 1..3, do: {add: {player.points: price(n)}}}", ["3, which n can be"]),
        ("{when: low > 0, do: {add: {player.points: price(low)}}}", []),
        ("{when: low > 0, add: {low: -1}, do: {add: {player.points: price(low)}}}", ["-1 or 0, which low can be"]),
    ],
)
def test_conditions_of_steps_keep_from_what_a_table_lacks(tmp_path: Path, step: str, said: list[str]) -> None:
    step = step.replace("ASK", "{add: {player.points: price(card.value)}}")
    step = f"[{step}, {{move: all, from: player.hand, to: bin}}]"
    assert lacking(tmp_path, "{1..2: 1}", "", step) == said


def test_the_settings_and_a_variant_say_what_a_thing_has(tmp_path: Path) -> None:
    asked = "sum(price(s) for s in stalls)"
    assert lacking(tmp_path, "{stall_1: 1, stall_2: 1, stall_3: 1}", asked) == []
    game = tmp_path / "prices.yaml"
    found = validate_file(game, options={"number_of_stalls": "4"})
    assert ["stall_4" in d.message for d in found if d.code == "missing-row"] == [True]
    variant = tmp_path / "more.yaml"
    variant.write_text(
        "format: 1\nextends: prices.yaml\ngame: More\nsettings: {number_of_stalls: 5}\n", encoding="utf-8"
    )
    (problem,) = [d for d in validate_file(variant) if d.code == "missing-row"]
    assert problem.message == "the table price has no row for stall_4 or stall_5, which s can be"
    assert Path(problem.span.file).name == "more.yaml" and problem.span.line == 4


def test_the_cell_of_a_sheet_is_named(tmp_path: Path) -> None:
    (tmp_path / "price.csv").write_text(",1..2,3\nbread,0,1\ncheese,1,\nhoney,2,\n", encoding="utf-8")
    assert lacking(tmp_path, "{from: price.csv}", "price(card.ware, card.value)") == [
        "row 3, column C (3): the table price has no row for cheese with 3, which card.ware and card.value can be"
    ]
    (problem,) = [d for d in validate_file(tmp_path / "prices.yaml") if d.code == "missing-row"]
    assert (Path(problem.span.file).name, problem.span.line, problem.span.column) == ("price.csv", 3, 10)
    (tmp_path / "price.csv").write_text(",1..2,3\nbread,0,1\ncheese,1,2\nhoney,2,\n", encoding="utf-8")
    assert lacking(tmp_path, "{from: price.csv}", "price(card.ware, card.value)") == []


@pytest.mark.parametrize(
    ("table", "asked", "case"),
    [
        ("{-1: 1, 4: 1}", "price(card.value)", {"1", "2", "3"}),
        ("{bread: {1..5: 1}, cheese: {4: 1}, honey: {4: 1}}", "price(card.ware, card.value)", {"cheese with 1", "honey with 2"}),
        ("{bread: {1..3: [bread]}, cheese: {4: [honey]}, honey: {4: []}}", "count(price(card.ware, card.value))", {"cheese with 1"}),
        ("{bread: [bread], honey: []}", "count(price(card.ware))", {"cheese"}),
    ],
)  # fmt: skip
def test_in_play_the_message_names_the_values(tmp_path: Path, table: str, asked: str, case: set[str]) -> None:
    lacking(tmp_path, table, asked)
    game = st.load_ruleset(tmp_path / "prices.yaml").game()
    said = set()
    for seed in range(40):
        try:
            state = game.start(seed)
            while not state.over:
                state.choose(0)
        except GameError as error:
            said.add(error.message.rpartition("the table price has no row for ")[2])
    assert case <= said, said
