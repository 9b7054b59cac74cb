"""Variants over one game that change the same part of it: refused with both places, unless one comes after the other."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

import stammtisch as st
from stammtisch.base.diagnostics import RulesetError
from stammtisch.reading import library
from stammtisch.reading.nodes import plain
from stammtisch.reading.variants.conflicts import conflicts
from stammtisch.reading.variants.merge import Known, merge_files

BASE = """\
format: 1
game: Work or rest
players: 2..4
settings: {wages: 3, lot: {2 players: 1, 3..4 players: 2}}
things: {part: [dawn, dusk]}
tables: {worth(int amount): {0..4: 1, 5..9: 2}}
each player: {points: 0..99, rests: 0..9}
phases:
  a turn:
    turns: player in players
    until: {two rounds are over: round > 2}
    do:
      work or rest:
        one of:
          Work: {add: {player.points: wages}}
          Rest: {when: {you are tired: player.points > lot}, add: {player.rests: 1}}
      the day ends: {add: {player.points: worth(player.rests)}}
always: {there are parts: count(parts) > 1}
score: player.points
winner: [most player.points, most player.rests]
"""


def written(name: str, text: str, extends: str = "base.yaml") -> Path:
    """A variant's file; its text begins in line 4."""
    Path(name).write_text(f"format: 1\nextends: {extends}\ngame: {name}\n{text}\n", encoding="utf-8")
    return Path(name)


@pytest.fixture(autouse=True)
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("base.yaml").write_text(BASE, encoding="utf-8")
    return Path("base.yaml")


def found(first: Path, second: Path) -> list[str]:
    """The conflicts of two variants, each with its lines in both."""
    known: Known = {}
    merge_files(Path("base.yaml"), [first, second], known=known)
    told = conflicts(Path("base.yaml"), [first, second], known)
    return [f"{one.part} {one.earlier.line} {one.later.line}" for one in told]


@pytest.mark.parametrize(
    ("one", "other", "parts"),
    [
        ("change: {Work: {add: {player.points: 4}}}", "change: {Work: {add: {player.points: 6}}}", "`add player.points` of `Work`"),
        ("settings: {wages: 4}", "settings: {wages: 5}", "`wages`"),
        ("settings: {lot: {3 players: 4}}", "settings: {lot: {3..4 players: 5}}", "`lot, 3"),
        ("tables: {worth: {4: 2}}", "tables: {worth: {3..4: 3}}", "`worth, "),
        ("change: {you are tired: player.points > 2}", "change: {you are tired: player.points > 3}", "`you are tired`"),
        ("players: 2", "players: 2..3", "`players`"),
        ("score: player.points + 1", "score: player.points + 2", "`score`"),
        ("each player: {points: {see: owner}}", "each player: {points: {see: nobody}}", "`points, see`"),
        ("whenever: {Tea: {after: Work, say: 1}}", "whenever: {Tea: {after: Work, say: 2}}", "`Tea`"),
        ("change: {work or rest: {one of: {Nap: nothing}}}", "change: {work or rest: {one of: {Nap: {say: 1}}}}", "`Nap`"),
        ("change: {the day ends: {instead: {say: 1}}}", "change: {the day ends: {instead: {say: 2}}}", "`say` of `the day ends`"),
        # what goes together
        ("change: {Work: {add: {player.points: 4}}}", "change: {Work: {add: {player.points: 4}}}", ""),
        ("change: {Work: {add: {player.points: 4}}}", "change: {Work: {do: {a sigh: {say: 1}}}}", ""),
        ("tables: {worth: {4: 2}}", "tables: {worth: {3: 3}}", ""),
        ("settings: {lot: {3 players: 4}}", "settings: {lot: {2 players: 5}}", ""),
        ("change: {Work: null}", "change: {Work: null}", ""),
        ("change: {the day ends: {before: {Tea: {say: 1}}}}", "change: {the day ends: {before: {Cake: {say: 1}}}}", ""),
        ("about: Nothing.", "about: Something.", ""),
        ("things: {part: {more: [noon]}}", "things: {part: {more: [night]}}", ""),
        ("things: {part: {more: [noon]}}", "things: {part: [noon, night]}", "`part`"),
        ("rulings: {Tea is free: {change: score}}", "rulings: {Tea is free: {change: winner}}", ""),
    ],
)  # fmt: skip
def test_what_both_change_in_different_ways_is_found_in_either_order(one: str, other: str, parts: str) -> None:
    first, second = written("one.yaml", one), written("other.yaml", other)
    for pair in ((first, second), (second, first)):
        told = found(*pair)
        assert len(told) == bool(parts) and all(one.startswith(parts) and one.endswith("` 4 4") for one in told)


def test_what_one_takes_away_and_the_other_changes_is_found() -> None:
    four, gone = (
        written("four.yaml", "change: {Work: {add: {player.points: 4}}}"),
        written("gone.yaml", "change: {Work: null}"),
    )
    assert found(four, gone) == ["`Work` 4 4"]
    with pytest.raises(RulesetError) as caught:
        found(gone, four)
    (problem,) = caught.value.diagnostics
    assert (problem.code, problem.span.file) == ("change-not-found", "four.yaml")
    assert problem.message == "`Work` was removed by another change, so it cannot be changed"
    assert [(note.span.file, note.span.line) for note in problem.notes] == [("gone.yaml", 4)]
    sleep = written("sleep.yaml", "change: {work or rest: {one of: {Work: {before: {Yawn: {say: 1}}}}}}")
    with pytest.raises(RulesetError) as caught:
        found(gone, sleep)
    assert [note.span.file for note in caught.value.diagnostics[0].notes] == ["gone.yaml"]


def test_a_variant_that_builds_on_the_other_means_what_it_says() -> None:
    four = written("four.yaml", "settings: {wages: 4}")
    six = written("six.yaml", "settings: {wages: 6}", "four.yaml")
    assert found(four, six) == []
    tea = written("tea.yaml", "change: {work or rest: {one of: {Tea: {say: 1}}}}")
    cake = written("cake.yaml", "change: {Tea: {say: 2}}\nsettings: {wages: 5}")  # its Tea is that of tea.yaml
    assert found(tea, cake) == []
    assert found(six, tea) == []
    known: Known = {}
    all_of_them = [tea, four, cake]
    merge_files(Path("base.yaml"), all_of_them, known=known)
    assert [one.part for one in conflicts(Path("base.yaml"), all_of_them, known)] == ["`wages`"]


def refused(name: str) -> list[tuple[str, str, int]]:
    """What a combination of variants is refused for: code, file and line."""
    with pytest.raises(RulesetError) as caught:
        st.load_ruleset(name)
    assert st.validate(name) == caught.value.diagnostics
    return [(problem.code, problem.span.file, problem.span.line) for problem in caught.value.diagnostics]


def test_a_variant_as_the_ruleset_counts_as_one() -> None:
    written("four.yaml", "settings: {wages: 4}")
    written("six.yaml", "settings: {wages: 6}")
    assert refused("four.yaml+six.yaml") == refused("base.yaml+four.yaml+six.yaml")
    assert st.load_ruleset("base.yaml+six.yaml").warnings == [] == st.load_ruleset("six.yaml").warnings


def test_both_are_refused_unless_one_says_that_it_comes_after_the_other() -> None:
    written("four.yaml", "settings: {wages: 4}")
    six = written("six.yaml", "settings: {wages: 6}")
    assert refused("base.yaml+four.yaml+six.yaml") == [("variants-disagree", "six.yaml", 4)]
    (problem,) = st.validate("base.yaml+four.yaml+six.yaml")
    assert [(note.span.file, note.span.line) for note in problem.notes] == [("four.yaml", 4)]
    assert "write `after: four` in this file" in problem.hint
    six.write_text(six.read_text() + "after: four\n")
    ruleset = st.load_ruleset("base.yaml+four.yaml+six.yaml")
    assert ruleset.warnings == [] and ruleset.game(2).program.options["wages"] == 6
    assert st.load_ruleset("six.yaml").game(2).program.options["wages"] == 6
    assert refused("base.yaml+six.yaml+four.yaml") == [("variant-order", "six.yaml", 5)]
    # it comes after what builds on it, too; a third variant is none of these
    written("five.yaml", "settings: {lot: 5}", "four.yaml")
    seven = written("seven.yaml", "settings: {wages: 7}\nafter: [five]")
    assert st.load_ruleset("base.yaml+five.yaml+seven.yaml").game(2).program.options["wages"] == 7
    assert refused("base.yaml+six.yaml+seven.yaml") == [("variants-disagree", "seven.yaml", 4)]
    seven.write_text(seven.read_text().replace("[five]", "[five, eight]"))
    assert refused("seven.yaml") == [("unknown-variant", "seven.yaml", 5)]


def test_a_score_that_builds_on_the_one_before_goes_with_every_other() -> None:
    written("more.yaml", "score: score + 1")
    written("twice.yaml", "score: score * 2")
    written("zero.yaml", "score: 0")
    st.load_ruleset("base.yaml+zero.yaml+more.yaml+twice.yaml")
    whole = merge_files(Path("base.yaml"), [Path("zero.yaml"), Path("more.yaml"), Path("twice.yaml")])
    assert plain(whole)["score"] == "((0) + 1) * 2"
    assert refused("base.yaml+more.yaml+zero.yaml") == [("variants-disagree", "zero.yaml", 4)]


def test_only_a_variant_comes_after_another(base: Path) -> None:
    written("four.yaml", "settings: {wages: 4}")
    base.write_text(BASE.replace("players: 2..4", "players: 2..4\nafter: four", 1))
    assert [problem.code for problem in st.validate(base)] == ["misplaced-key"]


SHIPPED = [(name, pair) for name in library.rulesets() for pair in permutations(library.variants(name), 2)]
AUCTIONS = {"rising-offers", "sealed-offers", "two-players"}  # each changes how Munchhausen's offers are made


@pytest.mark.parametrize(
    ("name", "pair"), SHIPPED, ids=lambda value: "+".join(value) if isinstance(value, tuple) else value
)
def test_shipped_variants_disagree_only_where_they_do(name: str, pair: tuple[str, ...]) -> None:
    path, over = library.layers(name, pair)
    known: Known = {}
    try:
        merge_files(path, over, known=known)
    except RulesetError as error:
        assert [problem.code for problem in error.diagnostics] == ["change-unused"] and set(pair) <= AUCTIONS
        return
    assert bool(conflicts(path, over, known)) == (set(pair) <= AUCTIONS)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("score: player.points + 1", ["idle-score"]),
        ("score: player.points + 1\nwinner: [most score, most player.rests]", []),
        ("score: player.points + 1\nwinner: [most player.points, most player.rests]", []),  # meant so
        ("score: player.rests", []),  # it decides, in the second place
        ("winner: [most player.rests, most player.number]", []),
    ],
)
def test_a_new_score_that_the_old_winner_does_not_look_at_is_told(text: str, codes: list[str]) -> None:
    assert [problem.code for problem in st.validate(written("new.yaml", text))] == codes
