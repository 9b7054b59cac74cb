"""`cost(gem): 0..4` on a card: an attribute for each member, which is asked as card.cost(gem)."""

from __future__ import annotations

from pathlib import Path

import pytest

import stammtisch as st
from stammtisch.rulebook.blocks import markdown
from stammtisch.rulebook.book import rulebook

GAME = """\
format: 1
game: For each gem
players: 2
things: {gem: [ruby, opal, jade]}
components:
  card: {front: {PRINTED}}
shared:
  deck: {pile of: card, starts with: ROWS}
  counted: 0..99
each player:
  hand: {holds: card}
setup:
  the cards are dealt: {deal: 1, from: deck, to: players.hand}
phases:
  a round:
    for each: p in players
    do:
      the cards count: {by: p, choose: 'g in gems where any(c.cost(g) > 1 for c in p.hand)', add: {counted: sum(c.cost(g) for c in p.hand)}}
score: sum(c.cost(g) * g.number for c in player.hand, g in gems)
rulings: {equal scores share the victory: {change: score}}
"""
PRINTED, ROWS = "cost(gem): 0..4", "[{cost: {ruby: 2, jade: 1}}, {cost: {opal: 4}}]"
WRITTEN_OUT = "cost_ruby: 0..4, cost_opal: 0..4, cost_jade: 0..4"
ROWS_OUT = "[{cost_ruby: 2, cost_opal: 0, cost_jade: 1}, {cost_ruby: 0, cost_opal: 4, cost_jade: 0}]"
DEFINED = "define: {'cost(card, gem)': if gem = ruby then card.cost_ruby else if gem = opal then card.cost_opal else card.cost_jade}\n"


def written(folder: Path, printed: str = PRINTED, rows: str = ROWS, more: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    game = GAME.replace("PRINTED", printed).replace("ROWS", rows) + more
    (folder / "ruleset.yaml").write_text(game, encoding="utf-8")
    return folder / "ruleset.yaml"


def errors(path: Path) -> list[tuple[str, str, int, str]]:
    found = [d for d in st.validate(path) if d.severity == "error"]
    return [(d.code, Path(d.span.file).name, d.span.line, d.message) for d in found]


def test_it_is_what_a_ruleset_would_write_out_for_each_member(tmp_path: Path) -> None:
    short = st.load_ruleset(written(tmp_path / "a")).game(2)
    long = st.load_ruleset(written(tmp_path / "b", WRITTEN_OUT, ROWS_OUT, DEFINED)).game(2)
    assert short.program.attributes == long.program.attributes
    assert [card.values for card in short.program.cards] == [[2, 0, 1], [0, 4, 0]]
    assert [card.values for card in long.program.cards] == [[2, 0, 1], [0, 4, 0]]
    one, other = short.start(1), long.start(1)
    assert one.decision.options and [o.value for o in one.decision.options] == [o.value for o in other.decision.options]
    for state in (one, other):
        while not state.over:
            state.choose(0)
    assert sorted(one.scores) == sorted(other.scores) == [5, 8]
    assert st.validate(tmp_path / "a" / "ruleset.yaml") == []


def test_a_sheet_has_a_column_for_each_member(tmp_path: Path) -> None:
    path = written(tmp_path / "a", rows="{from: cards.csv}")
    (path.parent / "cards.csv").write_text("cost.ruby,cost.opal,cost.jade,copies\n2,,1,1\n,4,0,1\n", encoding="utf-8")
    assert errors(path) == []
    assert [card.values for card in st.load_ruleset(path).game(2).program.cards] == [[2, 0, 1], [0, 4, 0]]
    (path.parent / "cards.csv").write_text("cost.ruby,cost.gold\n2,1\n,4\n", encoding="utf-8")
    assert errors(path)[0] == (
        "unknown-name",
        "cards.csv",
        1,
        "row 1, column B: cost is printed once for each gem, and there is no gem 'gold'; 2 rows of it cannot be read",
    )


@pytest.mark.parametrize(
    ("printed", "rows", "more", "found"),
    [
        ("cost(gold): 0..4", ROWS, "", ("wrong-type", "ruleset.yaml", 6, "cost is printed once for each gold, but gold is not a kind of thing with names")),
        ("cost(player): 0..4", ROWS, "", ("wrong-type", "ruleset.yaml", 6, "cost is printed once for each player, but player is not a kind of thing with names")),
        (PRINTED, "[{cost: {ruby: 2, gold: 1}}, {cost: {opal: 4}}]", "", ("unknown-name", "ruleset.yaml", 8, "cost is printed once for each gem, and there is no gem 'gold'")),
        (PRINTED, "[{cost: 2}, {cost: {opal: 4}}]", "", ("wrong-shape", "ruleset.yaml", 8, "cost is printed once for each gem: say for which")),
        (PRINTED, "[{cost: {ruby: 5}}, {cost: {opal: 4}}]", "", ("out-of-range", "ruleset.yaml", 8, "cost_ruby is declared as 0..4, but here it is 5")),
        (PRINTED, ROWS, "define: {'cost(card, gem)': 1}\n", ("defined-twice", "ruleset.yaml", 6, "'cost' is defined twice")),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_at_its_place(
    tmp_path: Path, printed: str, rows: str, more: str, found: tuple[str, str, int, str]
) -> None:
    assert found in errors(written(tmp_path / "a", printed, rows, more))


def test_a_number_that_cannot_be_0_has_to_be_written(tmp_path: Path) -> None:
    (found, *_) = errors(written(tmp_path / "a", "cost(gem): 1..4"))
    assert found[0] == "out-of-range"


def test_the_rulebook_says_it_once(tmp_path: Path) -> None:
    text = markdown(rulebook(st.load_ruleset(written(tmp_path / "a"))))
    assert "The front shows its cost (0 to 4) for each gem." in text
    assert "Cost ruby | Cost opal | Cost jade" in text and "if the gem is ruby" not in text
