"""What changed from one ruleset to another: every kind of part, moved and renamed ones, in text, Markdown and JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from helpers.changes import CASES
from helpers.fair import BASE, Fair
from helpers.fair import differences as data_differences
from helpers.games import FEW_NAMES
from helpers.tiers import full, tiered

from stammtisch.cli.commandline import group
from stammtisch.reading import library
from stammtisch.reading.dump import canonical
from stammtisch.reading.load import load_text
from stammtisch.reading.nodes import plain
from stammtisch.reading.variants.differences import Change, differences
from stammtisch.reading.variants.merge import merge_files


@pytest.fixture
def fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fair:
    return Fair(tmp_path, monkeypatch)


def told(changes: list[Change]) -> list[str]:
    """Each change on one line."""
    return [one(change) for change in changes]


def one(change: Change) -> str:
    values = " -> ".join("" if e is None else repr(plain(e.value)) for e in (change.old, change.new))
    where = "" if change.beside is None else f" after {change.beside!r}"
    source = f" from {' / '.join(change.source)}" if change.source else ""
    note = " (description)" if change.description else ""
    path = " / ".join(change.path)
    return f"{change.change} {change.kind} [{path}] {change.slot}: {values}{where}{source}{note}".replace("  ", " ")


def between(old: str, new: str) -> list[str]:
    return told(differences(load_text(old, "old.yaml"), load_text(new, "new.yaml")))


@pytest.mark.parametrize("name", CASES)
def test_every_change_that_a_variant_can_make_is_told(fair: Fair, name: str) -> None:
    base, root = merge_files(Path("fair/ruleset.yaml")), merge_files(fair.variant(CASES[name][0]))
    changes = differences(base, root)
    assert any(not change.description for change in changes) is (canonical(base) != canonical(root))
    assert bool(changes) is bool(data_differences(plain(base), plain(root)))
    back = differences(root, base)
    turned = {"added": "removed", "removed": "added"}
    assert sorted(turned.get(c.change, c.change) for c in changes) == sorted(c.change for c in back)


@pytest.mark.parametrize("name", tiered(library.rulesets(), FEW_NAMES.__contains__))
def test_a_ruleset_does_not_differ_from_itself_but_from_every_variant(name: str) -> None:
    base = merge_files(library.find(name))
    assert differences(base, merge_files(library.find(name))) == []
    for variant in library.variants(name):
        root = merge_files(library.find(name), [library.find_variant(library.find(name), variant)])
        changes = differences(base, root)
        assert any(not change.description for change in changes)
        assert told(changes) == told(differences(base, root))


VARIANTS: dict[str, tuple[str, list[str]]] = {
    "settings": (
        "settings: {lead: {3 players: 9}, tie_goes_to: challenger, hand_limit: 8}",
        [
            "changed setting [lead] 3 players: 20 -> 9",
            "changed setting [tie_goes_to] : 'defender' -> 'challenger'",
            "added setting [hand_limit] : -> 8",
        ],
    ),
    "one value instead of several": (
        "settings: {lead: {value: 22, rule: T7}}",
        [
            "changed setting [lead] : {'3 players': 20, '4..5 players': 18} -> 22",
            "changed setting [lead] rule: 'T1' -> 'T7' (description)",
        ],
    ),
    "things and components": (
        "things: {gate: 4, beer: [stout]}\ncomponents: {card: {back: null, front: {value: 1..7}}, coin: 9}",
        [
            "changed thing [beer] : ['stout', 'bock'] -> ['stout']",
            "changed thing [gate] : 3 -> 4",
            "removed component [card] back: {'tipsy': '0..4'} -> ",
            "changed component [card / front] value: '1..6' -> '1..7'",
            "added component [coin] : -> 9",
        ],
    ),
    "one cell of a table": (
        "tables: {points: {3: {2: 7}}, closings: {evening: null}}",
        [
            "removed table [closings] evening: 4 -> ",
            "changed table [points / 3] 2: 1 -> 7",
        ],
    ),
    "places and who sees them": (
        "each player: {coins: {see: everyone}, barrels: 0..7, cups: 0..3}\nshared: {deck: {see: null}}",
        [
            "removed place [deck] see: 'nobody' -> ",
            "changed place [coins] see: 'owner' -> 'everyone'",
            "changed place [barrels] range: '0..9' -> '0..7'",
            "added place [cups] : -> '0..3'",
        ],
    ),
    "a definition and its parameters": (
        "define: {worth(player p): 1}",
        [
            "changed definition [worth] words: 'worth(player)' -> 'worth(player p)'",
            "changed definition [worth] : 'sum(player.hand.value)' -> 1",
        ],
    ),
    "conditions, slots and names": (
        "change:\n  the rival has cards: null\n  Challenge: {where: {it is late: round > 2}, at: top, count: null}\n"
        "  some tent is open: round > 5\n  Bidding: {with: {limit: 5}}",
        [
            "removed step [a turn / Challenge] count: 1 -> ",
            "removed condition [a turn / Challenge / the rival has cards] : 'not rival.hand.empty' -> ",
            "added condition [a turn / Challenge / it is late] : -> 'round > 2'",
            "changed step [a turn / Challenge] at: 'bottom' -> 'top'",
            "changed step [a turn / Bidding] with limit: 9 -> 5",
            "changed condition [close a tent / some tent is open] : 'round > 0' -> 'round > 5'",
        ],
    ),
    "a condition with other words": (
        "change: {Challenge: {where: {the rival has cards: null, an empty hand is safe: not rival.hand.empty}}}",
        [
            "changed condition [a turn / Challenge / an empty hand is safe] words: "
            "'the rival has cards' -> 'an empty hand is safe'",
        ],
    ),
    "a condition that had no words": (
        "change: {instant win: {when: player.coins > 70}}",
        ["changed step [a turn / instant win] when: 'player.coins > 60' -> 'player.coins > 70'"],
    ),
    "steps added and removed": (
        "change: {First: null, instant win: {after: {Draw a card: {say: rival}}}, Challenge: {otherwise: {Sigh: Contest}}}",
        [
            "added step [a turn / Draw a card] : -> {'say': 'rival'} after 'instant win'",
            "added step [a turn / Challenge / otherwise / Sigh] : -> 'Contest' after ''",
            "removed step [a turn / the rest / First] : {'shuffle': 'deck'} -> ",
        ],
    ),
    "steps without words": (
        "change: {three shuffles: [{shuffle: deck}, Contest, {shuffle: deck}], Challenge: {do: {say: stake}}}",
        [
            "removed step [a turn / Challenge] run: 'Contest' -> ",
            "added step [a turn / Challenge] say: -> 'stake'",
            "added step [a turn / three shuffles / ] : -> 'Contest' after ''",
        ],
    ),
    "options": (
        "change: {the menu: {one of: {close a tent: null, Contest: Contest}}, Pass: {say: rival}}",
        [
            "removed option [a turn / the menu / close a tent] : 'close a tent' -> ",
            "added option [a turn / the menu / Contest] : -> 'Contest'",
            "added option [sell one barrel / Pass] say: -> 'rival'",
        ],
    ),
    "actions, events, invariants and rulings": (
        "actions: {Sing: nothing}\nwhenever: {the hand is too large: {after: null, before: Challenge}, "
        "A song: {after: Contest, do: Sing}}\nalways: {Fine: 1 = 1}\nrulings: {Sing loudly: {rule: T5}}",
        [
            "added action [Sing] : -> 'nothing'",
            "removed event [the hand is too large] after: 'a turn' -> ",
            "added event [the hand is too large] before: -> 'Challenge'",
            "added event [A song] : -> {'after': 'Contest', 'do': 'Sing'}",
            "added ruling [Sing loudly] : -> {'rule': 'T5'} (description)",
            "added invariant [Fine] : -> '1 = 1'",
        ],
    ),
    "sections": (
        "score: 0\nplayers: 2\nabout: A fair.\nwinner: least player.coins",
        [
            "changed [] : '3..5' -> 2",
            "changed [] : 'player.coins' -> 0",
            "added [] : -> 'A fair.' (description)",
            "added [] : -> 'least player.coins'",
        ],
    ),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_changes_are_told_one_by_one(fair: Fair, name: str) -> None:
    text, expected = VARIANTS[name]
    assert told(differences(merge_files(Path("fair/ruleset.yaml")), merge_files(fair.variant(text)))) == expected


def test_the_way_of_writing_does_not_count() -> None:
    old = (
        "settings: {lead: 2}\nthings: {gate: 3}\nphases: {Turn: {do: {A: nothing, B: Contest}}, Other: [{say: 1}]}\n"
        "actions: {Go: {one of: [Turn left]}}"
    )
    new = (
        "settings: {lead: {value: 2}}\nthings: {gate: {count: 3}}\nactions: {Go: {one of: {Turn  left: Turn left}}}\n"
        "phases: {Turn: {A: nothing, B: {run: Contest}}, Other: {say: 1}}"
    )
    assert between(old, new) == []


def test_steps_in_another_order_have_moved() -> None:
    steps = ["A: {say: 1}", "B: {say: 2}", "C: {say: 3}", "D: {say: 4}"]
    old = f"setup: {{{', '.join(steps)}}}"
    new = f"setup: {{{', '.join([steps[1], steps[2], steps[0], steps[3]])}}}"
    assert between(old, new) == ["moved step [A] : {'say': 1} -> {'say': 1} after 'C' from A"]
    new = f"setup: {{{', '.join([steps[3].replace('4', '5'), *steps[:3]])}}}"
    assert between(old, new) == [
        "moved step [D] : {'say': 4} -> {'say': 5} after '' from D",
        "changed step [D] say: 4 -> 5",
    ]


ORDERS: dict[str, tuple[str, str, list[str]]] = {
    "phases": (
        "phases: {A: {say: 1}, B: {say: 2}}",
        "phases: {B: {say: 2}, A: {say: 1}}",
        ["moved step [B] : {'say': 2} -> {'say': 2} after '' from B"],
    ),
    "options": (
        "phases: {T: {one of: {A: {say: 1}, B: {say: 2}, C: {say: 3}}}}",
        "phases: {T: {one of: {D: {say: 4}, C: {say: 3}, A: {say: 5}}}}",
        [
            "removed option [T / B] : {'say': 2} -> ",
            "reordered option [T] : ['A', 'C'] -> ['C', 'A']",
            "added option [T / D] : -> {'say': 4}",
            "changed option [T / A] say: 1 -> 5",
        ],
    ),
    "named options": (
        "actions: {T: {one of: [A, B, C]}}",
        "actions: {T: {one of: [A, C, B]}}",
        ["reordered option [T] : ['A', 'B', 'C'] -> ['A', 'C', 'B']"],
    ),
    "conditions": (
        "phases: {T: {where: {a: x = 1, b: y = 1}, set: {x: 1}}}",
        "phases: {T: {where: {b: y = 1, a: x = 1}, set: {x: 1}}}",
        ["reordered condition [T] : ['a', 'b'] -> ['b', 'a']"],
    ),
    "events": (
        "whenever: {A: {after: T}, B: {after: T}}",
        "whenever: {B: {after: T}, A: {after: T}}",
        ["reordered event [] : ['A', 'B'] -> ['B', 'A']"],
    ),
    "values one after the other": (
        "phases: {T: {remember: {a: 1, b: a}, set: {x: y, y: x}}}",
        "phases: {T: {remember: {b: a, a: 1}, set: {y: x, x: y}}}",
        [
            "reordered step [T] remember: ['a', 'b'] -> ['b', 'a']",
            "reordered step [T] set: ['x', 'y'] -> ['y', 'x']",
        ],
    ),
    "what a pile starts with": (
        "shared: {deck: {pile of: card, starts with: {suit: suits, value: 1..3}}}",
        "shared: {deck: {pile of: card, starts with: {value: 1..3, suit: suits}}}",
        ["reordered place [deck] starts with: ['suit', 'value'] -> ['value', 'suit']"],
    ),
    "what has no order": (
        "settings: {a: 1, b: 2}\ntables: {t: {1: 2, 3: 4}}\nphases: {T: {set: {x: 1}, when: y}}",
        "tables: {t: {3: 4, 1: 2}}\nphases: {T: {when: y, set: {x: 1}}}\nsettings: {b: 2, a: 1}",
        [],
    ),
}


@pytest.mark.parametrize("name", ORDERS)
def test_another_order_is_told(name: str) -> None:
    old, new, expected = ORDERS[name]
    assert between(old, new) == expected


def test_a_step_that_goes_elsewhere_has_moved() -> None:
    old = "setup: {A: {do: {B: {say: 2}, C: {say: 3}}}}\nphases: {Turn: {do: {E: {say: 5}}}}"
    new = "setup: {A: {do: {C: {say: 3}}}}\nphases: {Turn: {do: {E: {say: 5}, B: {say: 6}}}}"
    assert between(old, new) == [
        "moved step [Turn / B] : {'say': 2} -> {'say': 6} after 'E' from A / B",
        "changed step [Turn / B] say: 2 -> 6",
    ]


def test_a_step_with_other_words_is_the_same_if_it_says_so_or_does_the_same() -> None:
    old = "setup: {A: {say: 1}, B: {say: 2}}"
    assert between(old, "setup: {Alpha: {was: A, say: 3}, B: {say: 2}}") == [
        "changed step [Alpha] words: 'A' -> 'Alpha'",
        "added step [Alpha] was: -> 'A' (description)",
        "changed step [Alpha] say: 1 -> 3",
    ]
    assert between(old, "setup: {A: {say: 1}, Beta: {say: 2}}") == ["changed step [Beta] words: 'B' -> 'Beta'"]


# -- the command


def call(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["diff", *arguments])


@full
def test_text_in_the_rulesets_own_words() -> None:
    done = call("balvin", "balvin+four-gates+open-purses")
    assert done.exit_code == 0
    lines = done.stdout.split("\n")
    assert lines[0] == "balvin → balvin+four-gates+open-purses"
    assert lines[2:8] == [
        "things",
        "  ~ gate 3 → 4 (four-gates)",
        "",
        "each player",
        "  ~ coins, see: owner → everyone (open-purses)",
        "",
    ]
    assert lines[-2] == "2 changed."


TWO = """\
munchhausen → munchhausen+two-players

players
  ~ players 3..8 → 2

settings
  ~ lowest_card {3..5 players: 1, 6..8 players: 3} → 1

phases
  - step "nobody has made an offer" in "the Baron's turn"
  - "the others make offers", run: open auction
"""


@full
def test_the_words_around_are_as_few_as_tell_apart() -> None:
    done = call("munchhausen", "munchhausen/two-players")
    assert done.stdout.startswith(TWO)
    assert '  - action "open auction"\n\ndescriptions\n  ~ game Munchhausen → Munchhausen for two\n' in done.stdout


OLD = (
    BASE.replace("use: [market]\n", "").split("things:")[0]
    + """\
phases:
  a turn:
    turns: player in players
    until: {the end: round > 3}
    do:
      Pay: {one of: {Twice: {say: 1}, Once: {say: 2}}}
      Take: {one of: {Twice: {say: 3}, Once: {say: 4}}}
      Third: {when: {it is late: round > lead}, say: 5}
score: if tie_goes_to = defender then 0 else 1
"""
)


def test_words_that_occur_twice_have_those_around_them(tmp_path: Path) -> None:
    text = OLD.replace("tie_goes_to: defender", "tie_goes_to: 1").replace(
        "if tie_goes_to = defender then 0 else 1", "0"
    )
    new = text.replace("Twice: {say: 3}", "Twice: {say: 7}").replace(
        "{it is late: round > lead}, say: 5", "round > 1, say: 5"
    )
    files = [tmp_path / "old.yaml", tmp_path / "new.yaml"]
    for file, written in zip(files, (text, new), strict=True):
        file.write_text(written)
    done = call(*map(str, files))
    assert done.exit_code == 0
    assert '  ~ "Take / Twice", say: 3 → 7\n' in done.stdout
    assert '  - condition "it is late" of "Third"\n' in done.stdout
    assert '  + "Third", when: round > 1\n' in done.stdout


@full
def test_another_order_is_told_in_all_forms(tmp_path: Path) -> None:
    text = library.find("bierfest").read_text()
    file = tmp_path / "again.yaml"
    file.write_text(
        text.replace("[Draw more cards, Lay a set, Stop]", "[Lay a set, Draw more cards, Stop]").replace(
            "      no card is fresh yet: {set: {player.hand.fresh: false}}\n      the first card: {run: draw a card, rule: B3}\n",
            "      the first card: {run: draw a card, rule: B3}\n      no card is fresh yet: {set: {player.hand.fresh: false}}\n",
        )
    )
    assert call("bierfest", str(file)).stdout.split("\n")[2:] == [
        "phases",
        '  > step "the first card" in "a turn", first',
        '  ~ order of options in "draw on or lay a set"',
        "      - Draw more cards, Lay a set, Stop",
        "      + Lay a set, Draw more cards, Stop",
        "",
        "1 moved, 1 reordered.",
        "",
    ]
    shown = call("bierfest", str(file), "--format", "markdown").stdout
    assert (
        '\n- `~` order of options in "draw on or lay a set"\n\n  ```diff\n  - Draw more cards, Lay a set, Stop\n'
        in shown
    )
    data = json.loads(call("bierfest", str(file), "--format", "json").stdout)
    assert data["same_rules"] is False
    change = data["changes"][1]
    assert {k: change[k] for k in ("change", "kind", "path", "slot")} == {
        "change": "reordered",
        "kind": "option",
        "path": ["a turn", "draw on or lay a set"],
        "slot": "",
    }
    assert change["old"]["value"] == ["Draw more cards", "Lay a set", "Stop"]
    assert change["new"]["value"] == ["Lay a set", "Draw more cards", "Stop"]
    file.write_text(text.replace("{set: {last_toast:", "{set: {toasts_made: toasts_made, last_toast:"))
    other = tmp_path / "other.yaml"
    other.write_text(
        file.read_text().replace(
            "{toasts_made: toasts_made, last_toast: toasts_made >= toasts_to_end or deck.empty}",
            "{last_toast: toasts_made >= toasts_to_end or deck.empty, toasts_made: toasts_made}",
        )
    )
    assert '  ~ "it may be the last one", set, order: toasts_made, last_toast → last_toast, toasts_made\n' in (
        call(str(file), str(other)).stdout
    )


def test_beside_a_step_done_several_times_it_says_whether_at_each_or_after_the_last(tmp_path: Path) -> None:
    file = tmp_path / "v.yaml"
    text = "shared: {noise: 0..99}\nwhenever: {More noise: {after: a turn, add: {noise: 1}}}\nchange:\n  a turn: {after: {Noise: {say: 1}}}"
    file.write_text(f"format: 1\nextends: warrender\ngame: Loud\n{text}\n")
    told = call("warrender", str(file)).stdout
    assert '+ event "More noise", after each turn of "a turn"\n' in told
    assert '+ step "Noise", after the last turn of "a turn": {say: 1}\n' in told


def test_a_step_that_had_no_words_before_had_none(tmp_path: Path) -> None:
    text = OLD.replace("tie_goes_to: defender", "tie_goes_to: 1").split("score:")[0] + "score: 0\n"
    text = text.replace("Third: {when: {it is late: round > lead}, say: 5}", "Third: {when: round > 2, do: {say: 5}}")
    files = [tmp_path / "old.yaml", tmp_path / "new.yaml"]
    for file, written in zip(files, (text, text.replace("do: {say: 5}", "do: {Sixth: {say: 5}}")), strict=True):
        file.write_text(written)
    assert '  ~ the words of the step in "Third": none → Sixth\n' in call(*map(str, files)).stdout


def test_markdown_has_headings_code_and_fences() -> None:
    text = call("warrender", "warrender+two-stakes", "--format", "markdown").stdout
    assert text.startswith("# warrender → warrender+two-stakes\n\n## phases\n\n")
    assert '- `+` condition "the two cards must be different" of "a challenge": `stake != second_stake`\n' in text
    assert "\n  ```diff\n  - stake != taken\n  + taken not in [stake, second_stake]\n  ```\n" in text
    assert "\n\n\n" not in text


@full
def test_json_has_every_change_with_its_place() -> None:
    data: dict[str, Any] = json.loads(call("balvin", "balvin/open-purses", "--format", "json").stdout)
    assert [data["format"], data["old"]["id"], data["new"]["id"]] == [
        "stammtisch-diff-1",
        "balvin",
        "balvin+open-purses",
    ]
    assert data["same_rules"] is False
    change = next(change for change in data["changes"] if not change["description"])
    assert {k: change[k] for k in ("change", "section", "kind", "path", "slot", "description")} == {
        "change": "changed",
        "section": "each player",
        "kind": "place",
        "path": ["coins"],
        "slot": "see",
        "description": False,
    }
    assert change["old"]["value"] == "owner" and change["old"]["where"].startswith("balvin/ruleset.yaml:")
    assert change["new"] == {"value": "everyone", "where": "balvin/variants/open-purses.yaml:8"}


@full
def test_rulesets_that_say_the_same(tmp_path: Path) -> None:
    assert call("ofertu", "ofertu").stdout == "ofertu → ofertu\n\nThe two say the same.\n"
    file = tmp_path / "again.yaml"
    file.write_text("format: 1\nextends: ofertu\ngame: Ofertu again\n")
    done = call("ofertu", str(file))
    assert done.exit_code == 0
    assert done.stdout.split("\n")[2:] == [
        "The rules are the same; only descriptions differ.",
        "",
        "descriptions",
        "  ~ game Ofertu → Ofertu again",
        "",
    ]
    assert json.loads(call("ofertu", str(file), "--format", "json").stdout)["same_rules"] is True


def test_a_ruleset_with_mistakes_is_a_no_and_one_that_is_not_there_cannot_be_compared(tmp_path: Path) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text("format: 1\nextends: ofertu\nscore: player.points\n")
    assert call("ofertu", str(file)).exit_code == 1
    assert call("ofertu", "ofertuu").exit_code == 2
    assert call("ofertu", "ofertu+nothing-like-it").exit_code == 2
