"""The warning of a price that nobody asks for: where it stands, what it says to write, and that this is right."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.paths import DATA
from helpers.tiers import full

from stammtisch.base.diagnostics import Diagnostic
from stammtisch.front.validation import validate_file

BUILDERS = (DATA / "ok" / "builders.yaml").read_text(encoding="utf-8")
REST = "Rest: {move: up to 1, from: box, to: player.wood}"
ACTIONS = """
actions:
  Pay the toll: {pay: 1, from: player.clay, to: box}
  Pay for it:
    with: {n: 0..3}
    do: {say: n, do: {pay: n, from: player.clay, to: box}}
"""
CHEAP = "choose: hut in offer, pay: hut.wood, from: player.wood, to: box, do: "

# what the option does; what it does where the hint is followed, or "" where the hint names no option; a part of the hint
UNASKED = {
    "a second price": (
        "{" + CHEAP + "[{pay: hut.clay, from: player.clay, to: box}, {move: hut, to: player.huts}]}",
        "{choose: hut in offer, pay: {player.wood: hut.wood, player.clay: hut.clay}, to: box,"
        " do: {move: hut, to: player.huts}}",
        "pay: {player.wood: hut.wood, player.clay: hut.clay}, to: box",
    ),
    "the same place twice": (
        "{" + CHEAP + "[{pay: hut.clay + 1, from: player.wood, to: box}, {move: hut, to: player.huts}]}",
        "{choose: hut in offer, pay: {player.wood: hut.wood + (hut.clay + 1)}, to: box,"
        " do: {move: hut, to: player.huts}}",
        "pay: {player.wood: hut.wood + (hut.clay + 1)}, to: box",
    ),
    "to somebody else": (
        "{choose: friend in players after player, pay: 1, from: player.wood, to: friend.wood,"
        " do: {pay: 1, from: player.clay, to: box}}",
        "{when: {there must be enough clay: player.clay >= 1}, choose: friend in players after player, pay: 1,"
        " from: player.wood, to: friend.wood, do: {pay: 1, from: player.clay, to: box}}",
        "with when: {there must be enough clay: player.clay >= 1}",
    ),
    "to somebody else, as much as is chosen": (
        "{choose: n in 1..3, pay: n, from: player.wood, to: box,"
        " do: {pay: n, from: player.wood, to: left(player).wood}}",
        "{choose: n in 1..3, where: {there must be enough wood: player.wood >= n + n}, pay: n, from: player.wood,"
        " to: box, do: {pay: n, from: player.wood, to: left(player).wood}}",
        "with where: {there must be enough wood: player.wood >= n + n}",
    ),
    "only a choice before": (
        "{choose: hut in offer, do: [{pay: hut.clay, from: player.clay, to: box}, {move: hut, to: player.huts}]}",
        "{choose: hut in offer, pay: hut.clay, from: player.clay, to: box, do: {move: hut, to: player.huts}}",
        "beside what is chosen",
    ),
    "only a step before": (
        "{do: [{move: up to 1, from: box, to: player.wood}, {pay: 1, from: player.clay, to: box}]}",
        "{do: [{pay: 1, from: player.clay, to: box}, {move: up to 1, from: box, to: player.wood}]}",
        "as the first step",
    ),
    "drawn behind it": (
        "{pay: 1, from: player.wood, to: box, do: {random: n in 1..3, do: {pay: n, from: player.clay, to: box}}}",
        "{pay: 1, from: player.wood, to: box, do: {random: n in 1..3,"
        " do: {when: {there is enough clay: player.clay >= n}, pay: n, from: player.clay, to: box, otherwise: nothing}}}",
        "say here what happens to a player who has too little: when: {there is enough clay: player.clay >= n}",
    ),
    "not always": (
        "{pay: 1, from: player.wood, to: box, do: {when: round > 2, pay: 1, from: player.clay, to: box}}",
        "{pay: 1, from: player.wood, to: box,"
        " do: {when: {it is late: round > 2, there is enough clay: player.clay >= 1}, pay: 1, from: player.clay, to: box,"
        " otherwise: nothing}}",
        "when: {there is enough clay: player.clay >= 1}, otherwise: ...",
    ),
    "in a loop": (
        "{for each: p in players, pay: 1, from: p.wood, to: box}",
        "{for each: p in players, do: {when: {there is enough wood: p.wood >= 1}, pay: 1, from: p.wood, to: box,"
        " otherwise: nothing}}",
        "put this under do: and say here what happens to a player who has too little",
    ),
    "again and again": (
        "{repeat: 3, do: {pay: 1, from: player.wood, to: box}}",
        "{repeat: 3, do: {when: {there is enough wood: player.wood >= 1}, pay: 1, from: player.wood, to: box,"
        " otherwise: nothing}}",
        "say here what happens to a player who has too little",
    ),
    "in an action": (
        "{choose: n in 1..3, run: Pay for it, with: {n: n}}",
        "{when: {a brick is needed: player.clay >= 3}, choose: n in 1..3, run: Pay for it, with: {n: n}}",
        "when: {there is enough clay: player.clay >= n}, otherwise: ...",
    ),
    "in an action behind a price": (
        "{pay: 1, from: player.wood, to: box, do: {run: Pay the toll}}",
        "{when: {the toll is needed: \"possible('Pay the toll')\"}, pay: 1, from: player.wood, to: box,"
        " do: {run: Pay the toll}}",
        "when: {there is enough clay: player.clay >= 1}, otherwise: ...",
    ),
    "for each member": (
        "{pay: 1, from: player.wood, to: box, do: {choose: card in market, do:"
        " {pay: player.missing(card), from: player.gems, to: supply}}}",
        "{pay: 1, from: player.wood, to: box, do: {choose: card in market, pay: player.missing(card),"
        " from: player.gems, to: supply, if impossible: nothing}}",
        "beside what is chosen",
    ),
}
ASKED = {
    "nothing is offered before": "{pay: 1, from: player.clay, to: box}",
    "the first step": "{do: [{do: {pay: 1, from: player.clay, to: box}}, {say: 1}]}",
    "the first step of an action": "{run: Pay the toll}",
    "a condition": "{when: {clay is needed: player.clay > 1}, pay: 1, from: player.wood, to: box,"
    " do: {pay: 1, from: player.clay, to: box}}",
    "as much as is there": "{pay: 1, from: player.wood, to: box, do: {pay: 'min(player.clay, 2)', from: player.clay, to: box}}",
    "nothing": "{pay: 1, from: player.wood, to: box, do: {pay: 0, from: player.clay, to: box}}",
    "what has just come": "{pay: 1, from: player.wood, to: left(player).wood,"
    " do: [{move: 2, from: box, to: player.clay}, {pay: 2, from: player.clay, to: box}]}",
    "another choice": "{pay: 1, from: player.wood, to: box, do:"
    " {choose: n in 0..2, pay: n, from: player.clay, to: box}}",
    "a loop of one pass": "{repeat: 1, pay: 1, from: player.clay, to: box}",
    "a loop of choices": "{repeat: 2, choose: n in 0..2, pay: n, from: player.clay, to: box}",
    "who can pay": "{for each: p in players where p.wood > 0, pay: 1, from: p.wood, to: box}",
    "an action that is possible": "{when: {it can be paid: \"possible('Pay the toll')\"}, pay: 1, from: player.wood,"
    " to: box, do: {run: Pay the toll}}",
}


def found(folder: Path, option: str, play: int = 0) -> list[Diagnostic]:
    """What is said of a game in which somebody may pay so."""
    path, actions = folder / "ruleset.yaml", ACTIONS if "Pay " in option else "\n"
    text = BUILDERS.replace(REST, f"{REST}\n          It: {option}").replace("\nscore:", f"{actions}score:")
    text = text.replace("see: owner", "see: everyone")  # whose clay others see
    if actions is ACTIONS and "toll" not in option:
        text = text.replace("  Pay the toll: {pay: 1, from: player.clay, to: box}\n", "")
    if actions is ACTIONS and "for it" not in option:
        text = text[: text.index("  Pay for it:")] + text[text.index("score:") :]
    path.write_text(text, encoding="utf-8")
    return validate_file(path, play)


@pytest.mark.parametrize("name", UNASKED)
def test_a_price_that_nobody_asks_for(tmp_path: Path, name: str) -> None:
    broken, right, hint = UNASKED[name]
    (problem,) = found(tmp_path, broken)
    assert (problem.code, problem.severity) == ("unasked-price", "warning")
    assert hint in problem.hint
    assert "is offered even where p" in problem.message
    assert ("in a later pass" in problem.message) == (name in ("in a loop", "again and again"))
    assert found(tmp_path, right) == []


@full
@pytest.mark.parametrize(
    "name", ("a second price", "to somebody else", "drawn behind it", "in a loop", "for each member")
)
def test_where_it_is_followed_no_game_gets_stuck(tmp_path: Path, name: str) -> None:
    broken, right, _ = UNASKED[name]
    assert "play-stuck" in [problem.code for problem in found(tmp_path, broken, 12)]
    assert "play-stuck" not in [problem.code for problem in found(tmp_path, right, 12)]


@pytest.mark.parametrize("name", ASKED)
def test_a_price_that_is_asked_for(tmp_path: Path, name: str) -> None:
    assert "unasked-price" not in [problem.code for problem in found(tmp_path, ASKED[name])]


def test_the_step_is_named_once_however_often_it_is_run(tmp_path: Path) -> None:
    option = "{one of: {This: {pay: 1, from: player.wood, to: box, do: {run: Pay the toll}}, That: {move: up to 1, from: box, to: player.wood, do: {run: Pay the toll}}}}"
    assert [problem.code for problem in found(tmp_path, option)] == ["unasked-price"]
