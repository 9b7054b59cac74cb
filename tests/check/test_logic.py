"""Warnings and errors of the rules' logic: what never happens, is never reached, or has no end."""

from __future__ import annotations

import pytest
from helpers import games
from helpers.checking import checked, problems, steps

from stammtisch.reading.library import rulesets, variants


def test_what_is_never_used() -> None:
    assert steps("{remember: {x: n}}") == ["unused the remembered name x is never used"]
    assert steps("{for each: x in slots, say: 1}") == ["unused the name x is never used"]
    assert steps("{for each: p in players, say: 1}") == []
    assert steps("{by: start, choose: c in pool, say: 1}") == ["unused the chosen c is never used"]
    assert steps("{say: 1}", more="actions: {Do it: nothing}\n") == ["unused the action 'Do it' is never used"]
    used = "actions: {Do it: {with: {x: 0..9}, say: 1}}\n"
    assert steps("{run: Do it, with: {x: 1}}", more=used) == ["unused the name under `with`, x, is never used"]
    # where a card names the action all of them take the same, and one of them needs it
    kinds = "actions: {Red: {with: {x: 0..9}, say: x}, Blue: {with: {x: 0..9}, say: 1}}\n"
    assert steps("{for each: c in pool where c.colour != none, run: c.colour, with: {x: 1}}", more=kinds) == []
    found = [(d.code, d.message) for d in checked("phases: nothing\n").warnings]
    assert ("unused", "the setting size is never used") in found
    assert ("unused", "the place pool is never used") in found
    assert ("unused", "the definition rich is never used") in found
    assert ("unused", "the table price is never used") in found
    assert ("unused", "the thing cell is never used") in found
    assert ("unused", "the component card is never used") not in found
    assert {code for code, _ in found} == {"unused"}


def test_a_setting_in_words_is_used() -> None:
    unused = [d.message for d in checked("phases: {nobody holds more than <size> cards: nothing}\n").warnings]
    assert "the setting size is never used" not in unused
    assert "the setting open is never used" in unused
    assert [d.message for d in problems("phases: {nobody holds more than <syze> cards: nothing}\n")] == [
        "<syze> in these words is not a setting"
    ]


def test_names_that_hide_others() -> None:
    assert steps("{remember: {pool: n}, say: pool}") == [
        "shadowed pool is already the name of something else, which cannot be used here now"
    ]
    assert steps("{for each: p in players, do: [{say: p}, {for each: p in players, say: p}]}") == [
        "shadowed p is already the name of something around this step, which cannot be used here now"
    ]
    assert steps("[{random: p in players, set: {who: p}}, {random: p in players, set: {who: p}}]") == []
    assert steps("{for each: p in players where any(q in players where q.points > p.points), say: p}") == []


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("n > 99", "never"),
        ("n >= 0", "always"),
        ("n > 98", ""),
        ("100 = n", "never"),
        ("n != 100", "always"),
        ("pool.size < 0", "never"),
        ("count(c in pool) >= 0", "always"),
        ("n + 1 > 0", "always"),
        ("n - 1 > 0", ""),
        ("size > 5", ""),
        ("start.coins < 0", "never"),
        ("(if n = 1 then 3 else 5) > 6", "never"),
        ("any(c in pool where c.value > 9)", "never"),
        ("any(c in pool where c.value > 8)", ""),
        ("slot_1.number > 0", "always"),
    ],
)
def test_comparisons_that_never_change(text: str, sure: str) -> None:
    found = steps(f"{{when: '{text}', say: 1}}")
    assert [line.split()[0] for line in found] == (
        ["always-same"] if sure == "always" else ["unreachable"] if sure else []
    )
    assert not sure or f" is {sure} true: " in found[0]


def test_conditions_that_say_nothing_about_the_choice() -> None:
    assert steps("{by: start, choose: c in pool, where: {it is time: n = 1}, move: c, to: deck}") == [
        "idle-where this says nothing about what is chosen (c): it is the same for every choice"
    ]
    assert steps("{by: start, choose: c in pool, where: {it is dear: c.value > n}, move: c, to: deck}") == []


@pytest.mark.parametrize(
    ("loop", "text"),
    [
        ("until: {it ends: n = 1}, say: 1", "nothing in it changes n = 1"),
        ("until: {it ends: size = 1}, add: {n: 1}", "nothing in it changes size = 1"),
        ("until: {it ends: n > 99}, add: {n: 1}", "n > 99 is never true"),
        ("until: {it ends: false}, add: {n: 1}", "false is never true"),
        ("repeat: forever, add: {n: 1}", "nothing in it ends it"),
        ("turns: p in players, say: p", "nothing in it ends it"),
        ("turns: p in players, until: {it ends: pool.empty}, say: p", "nothing in it changes pool.empty"),
        ("until: {it ends: twice(n) = 4}, say: 1", "nothing in it changes twice(n) = 4"),
    ],
)
def test_loops_that_cannot_end(loop: str, text: str) -> None:
    assert steps(f"{{{loop}}}") == [f"endless this goes on forever: {text}"]


@pytest.mark.parametrize(
    "loop",
    [
        "until: {it ends: n = 1}, add: {n: 1}",
        "until: {it ends: twice(n) = 4}, add: {n: 1}",
        "until: {it ends: n = 1}, do: Do it",
        "until: {it ends: pool.empty}, move: first(pool) or else first(deck) or else first(deck), to: deck",
        "until: {it ends: pool.empty}, do: [{remember: {c: first(pool)}}, {when: c != none, move: c, to: deck}]",
        "until: {it ends: deck.empty}, deal: 1, from: deck, to: players.hand",
        "repeat: forever, do: [{when: n = 1, end: step 1}, {add: {n: 1}}]",
        "turns: p in players, until: {it ends: p = left(start)}, say: p",
        "turns: p in players, until: {it ends: round > 3}, say: p",
        "until: {it ends: true}, say: 1",
    ],
)
def test_loops_that_may_end(loop: str) -> None:
    found = steps(f"{{{loop}}}", more="actions: {Do it: {add: {n: 1}}}\n")
    assert [line for line in found if line.startswith("endless")] == []


@pytest.mark.parametrize(
    ("step", "hidden"),
    [
        ("{by: start, choose: c in start.hand, move: c, to: pool}", ""),
        ("{by: start, choose: c in left(start).hand, move: c, to: pool}", ""),
        ("{for each: p in players, choose: c in p.hand, move: c, to: pool}", ""),
        ("{for each: p in players, choose: c in left(p).hand, move: c, to: pool}", "left(p).hand"),
        ("{for each: p in players, random: c in left(p).hand, move: c, to: pool}", ""),
        ("{for each: p in players, choose: c in left(p).hand + p.hand, move: c, to: pool}", "left(p).hand"),
        ("{by: start, choose: c in deck, move: c, to: pool}", "deck"),
        ("{for each: p in players, choose: c in left(p).shown, move: c, to: pool}", ""),
        ("{for each: p in players, choose: c in p.shown, move: c, to: pool}", "p.shown"),
        (
            "{for each: p in players, do: [{remember: {q: left(p)}}, "
            "{by: q, choose: c in left(p).hand, move: c, to: pool}]}",
            "",
        ),
        ("{by: start, choose: c in pool, move: c, to: deck}", ""),
        ("{together: p in players, choose: c in right(p).hand, move: c, to: pool}", "right(p).hand"),
        (
            "{for each: p in players, do: [{reveal: left(p).hand, to: p}, {choose: c in left(p).hand, move: c, to: pool}]}",
            "",
        ),
    ],
)
def test_cards_are_chosen_by_those_who_see_them(step: str, hidden: str) -> None:
    wanted = [f"hidden-choice the player choosing cannot see the cards of {hidden}"] if hidden else []
    assert steps(step) == wanted


@pytest.mark.parametrize("name", rulesets())
def test_shipped_rulesets_have_no_warnings(name: str) -> None:
    for variant in ["", *variants(name)]:
        assert games.ruleset(name, variant).warnings == [], variant
