"""Nets that learn: the same net everywhere, better than it was, and kept only with what it has learned."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.bots import searched
from helpers.paths import RULESETS
from helpers.tiers import full

import stammtisch as st
from stammtisch.backend.native.learned_net import (
    LearnedNet,
    SearchSetting,
    net_file,
    net_from_json,
    nets_text,
    play_hash,
    read_nets,
)
from stammtisch.backend.native.net import Net
from stammtisch.backend.native.search_results import LOST, WON
from stammtisch.base.errors import UsageError
from stammtisch.bots.by_name import bot
from stammtisch.bots.knowledge import knowledge
from stammtisch.cli.commandline import group
from stammtisch.game.game import Game
from stammtisch.learning.training import learn
from stammtisch.learning.trial import EXPERT, play_match, with_net
from stammtisch.solving.game_table import nash_conv
from stammtisch.solving.tabulation import tabulate_nodes

LINES = """\
format: 1
game: Four in a row, or fewer
players: 2
things: {field: 5}
each field: {stone: maybe player}
phases:
  a turn:
    turns: player in players
    do:
      Take a field: {choose: f in fields where f.stone = none, set: {f.stone: player}}
      The middle counts:
        when: field_3.stone = player
        end: game
        winner: player
"""


@cache
def four() -> Game:
    return st.load_ruleset("tictactoe").game()


@cache
def small_net() -> LearnedNet:
    return learn(four(), 1, seed=3, games=3000)


def digest(net: LearnedNet) -> str:
    return blake2b(net.weights.tobytes(), digest_size=8).hexdigest()


def test_the_same_games_make_the_same_net_on_every_machine() -> None:
    nets = [learn(four(), 1, seed=3, games=60) for _ in range(2)]
    assert digest(nets[0]) == digest(nets[1]) == "a0fe98d06ddacc61"
    assert digest(learn(four(), 1, seed=4, games=60)) != digest(nets[0])


def test_what_was_learned_wins() -> None:
    game = with_net(four(), small_net())
    for one in (bot("learned"), bot("expert:50")):
        strength = play_match((game, four()), (one, bot("random")), 40, 1)
        assert strength.low > strength.even, strength.words


def test_the_same_decision_is_decided_alike() -> None:
    game = with_net(four(), replace(small_net(), search=SearchSetting(10.0, 2, 40)))
    state = game.start(1)
    first = [result.visits for result in knowledge(state, 0).search_by_net()]
    assert first == [result.visits for result in knowledge(game.start(1), 0).search_by_net()]
    assert sum(first) == 40 and EXPERT.choose(knowledge(state, 0)) == first.index(max(first))
    assert sum(result.visits for result in knowledge(state, 0).search_by_net(70)) == 70


def test_a_net_is_kept_with_all_that_it_is(tmp_path: Path) -> None:
    net, file = small_net(), tmp_path / "game.learned"
    file.write_text(nets_text([net, replace(net, hash="another")]))
    again, other = read_nets(file)
    assert again == net and other.hash == "another"
    assert net_from_json(json.loads(json.dumps(net.to_json()))) == net
    assert read_nets(tmp_path / "nowhere.learned") == []
    text = file.read_text()
    for damaged in ("", "[]", text[: len(text) // 2], text.replace('"weights": "', '"weights": "AAAA'), text + "x"):
        file.write_text(damaged)
        with pytest.raises(UsageError, match=r"game\.learned is damaged .*: delete it and learn again"):
            read_nets(file)
    file.write_text(text.replace("learned-1", "learned-2"))
    with pytest.raises(UsageError, match="has the format 'stammtisch-learned-2', which this version does not know"):
        read_nets(file)


def ruleset_in(folder: Path, text: str = LINES) -> st.Ruleset:
    (folder / "ruleset.yaml").write_text(text)
    return st.load_ruleset(folder)


def test_a_change_of_names_keeps_a_net_and_one_of_rules_does_not(tmp_path: Path) -> None:
    ruleset = ruleset_in(tmp_path)
    net = learn(ruleset.game(), 1, seed=1, games=100)
    net_file(ruleset.path).write_text(nets_text([net]))
    assert knowledge(ruleset_in(tmp_path).game().start(1), 0).search_by_net(5)
    renamed = LINES.replace("Take a field", "Take a place").replace("game: Four", "game: Five")
    assert knowledge(ruleset_in(tmp_path, renamed).game().start(1), 0).search_by_net(5)
    for other in (LINES.replace("field: 5", "field: 6"), LINES.replace("field_3", "field_2")):
        game = ruleset_in(tmp_path, other).game()
        with pytest.raises(
            UsageError, match="expert has not learned Four in a row, or fewer by these rules for 2 play"
        ):
            bot("expert").require(game)


def test_a_net_of_other_rules_is_a_beginning(tmp_path: Path) -> None:
    before = learn(ruleset_in(tmp_path).game(), 1, seed=1, games=300)
    ruleset = ruleset_in(tmp_path, LINES.replace("field: 5", "field: 6"))
    from stammtisch.backend.native import compile_native

    machine = compile_native(ruleset.game().program, searching=True, learning=True)
    assert machine is not None
    net = Net(machine)
    net.begin(9)
    random = net.weights()
    taken = net.use_names(before)
    assert 36 < taken < len(before.weights)
    assert sum(a != b for a, b in zip(random, net.weights(), strict=True)) > taken // 2


def test_games_that_cannot_be_learned_say_why(tmp_path: Path) -> None:
    even = LINES.replace("winner: player", "winner: none").replace("field_3.stone = player", "field_3.stone != none")
    with pytest.raises(UsageError, match="cannot be learned: in 400 random games all players get the same"):
        learn(ruleset_in(tmp_path, even).game(), 1, seed=1, games=10)


@full
def test_the_command_keeps_what_beats_the_search(tmp_path: Path) -> None:
    ruleset = ruleset_in(tmp_path)
    done = CliRunner().invoke(group, ["learn", str(tmp_path), "--seconds", "1", "--nets", "1"])
    # whoever begins takes the middle: the search knows that, too
    assert done.exit_code == 1 and "That is not surely better than the search, so it is not kept." in done.output
    assert not ruleset.net_file.exists()


SHIPPED = sorted(RULESETS.glob("*/*.learned"))


@full
@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.parent.name)
def test_all_nets_that_are_shipped_can_be_asked(file: Path) -> None:
    for net in read_nets(file):
        state = st.load_ruleset(file.parent).game(net.players).start(2)
        assert sum(one.visits for one in knowledge(state, state.decision.seat).search_by_net(9)) == 9


def test_a_search_with_a_net_proves_what_wins_and_what_loses() -> None:
    """Three in a column: who moves wins by the fourth, the other one loses with any other column."""
    state = st.load_ruleset("connect-four").game().start(1)
    for column in (3, 0, 3, 0, 3):
        state.choose(column)
    found = knowledge(state, 1).search_by_net(300)
    assert [one.proven for one in found] == [LOST, LOST, LOST, 0, LOST, LOST, LOST]
    state.choose(5)
    found = knowledge(state, 0).search_by_net(60)
    assert found[3].proven == WON and not any(one.proven == LOST for one in found)


def test_all_nets_that_are_shipped_fit() -> None:
    assert sum(file.stat().st_size for file in SHIPPED) < 5_000_000
    for file in SHIPPED:
        nets = read_nets(file)
        ruleset = st.load_ruleset(file.parent)
        hashes = {play_hash(ruleset.game(players).program) for players in ruleset.players}
        assert nets and {net.hash for net in nets} <= hashes, f"{file}: stammtisch learn {file.parent.name}"
        assert all(net.measured["low"] > net.measured["even"] for net in nets)


@full
def test_a_net_bluffs_where_that_pays() -> None:
    kuhn = searched("kuhn")
    table = tabulate_nodes(with_net(kuhn, learn(kuhn, 1, seed=1, games=50_000)), 100, None, True)
    nodes = [table.node(place.nodes[0]) for place in table.sets]
    strategy = [knowledge(node.state, node.seat).learned_shares() for node in nodes]
    assert nash_conv(table, strategy) / 2 < 0.06, "by the best option alone it would be 0.167"
    state = nodes[0].state
    drawn = [bot("learned").choose(knowledge(state, 0, seed)) for seed in range(300)]
    assert 0 < sum(drawn) < 300 and sum(drawn) / 300 == pytest.approx(strategy[0][1], abs=0.1)
