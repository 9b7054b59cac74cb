"""Merged YAML -> dataclasses: every slot of a sentence, every section, and what is wrong with their shape."""

from __future__ import annotations

from dataclasses import fields

import pytest

from stammtisch.base.diagnostics import RulesetError
from stammtisch.language import model as m
from stammtisch.language import syntax as s
from stammtisch.language.build import build
from stammtisch.reading.load import load_text

HEAD = "format: 1\ngame: G\nplayers: 2\n"
PHASES = "phases: {the play: nothing}\n"


def ruleset(text: str) -> m.Ruleset:
    return build(load_text(HEAD + (text if "phases:" in text else PHASES + text), "x.yaml"), "x")


def sentence(text: str) -> m.Sentence:
    """The one step of `phases`, written in the lines of text."""
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    steps = ruleset(f"phases:\n  a step:\n{lines}").phases
    assert len(steps) == 1
    return steps[0]


def errors(text: str) -> list[str]:
    with pytest.raises(RulesetError) as caught:
        ruleset(text)
    return [f"{d.span.line}:{d.span.column} {d.code} {d.message}" for d in caught.value.diagnostics]


def written(expr: object) -> str:
    assert isinstance(expr, s.Expr)
    return expr.pos.text


# -- steps


def test_steps_in_all_their_forms() -> None:
    rules = ruleset(
        "phases:\n  first step: nothing\n  second step: an action\n  third step: [one action, {say: 1}]\n"
        "  fourth step: {say: 2}\n  fifth step:\n    inner step: {say: 3}\n    other step: {say: 4}\n"
        "actions: {an action: nothing, one action: nothing}\n"
    )
    first, second, third, fourth, fifth = rules.phases
    assert [step.words for step in rules.phases] == [
        f"{n} step" for n in ("first", "second", "third", "fourth", "fifth")
    ]
    assert (first.do, first.effect) == ([], None)
    assert isinstance(second.effect, m.Run) and second.effect.action == "an action"
    assert [type(step.effect) for step in third.do] == [m.Run, m.Say]
    assert isinstance(fourth.effect, m.Say) and fourth.do == []
    assert [step.words for step in fifth.do] == ["inner step", "other step"]
    assert (second.span.line, second.span.column) == (6, 3)


def test_a_step_of_one_action_is_that_action_by_other_words() -> None:
    rules = ruleset("phases: {a step: [an action]}\nactions: {an action: nothing}\n")
    assert rules.phases[0].words == "a step"
    assert isinstance(rules.phases[0].effect, m.Run) and rules.phases[0].effect.action == "an action"


def test_every_slot_of_a_sentence() -> None:
    step = sentence(
        "remember: {best: maybe player, n: 0..3}\nwhen: {it is time: a = 1}\nfor each: p in players\n"
        "until: {it is over: b = 2}\nby: p\nchoose: c in p.hand\ncount: 0..2\nsecret: true\nwhere: {it fits: c.red}\n"
        "move: c\nto: pile\nat: bottom\nas: moved\ndo: {then this: {say: 1}}\notherwise: {say: 2}\n"
        "if impossible: {say: 3}\nwhenever: {an event: {before: then this, say: 4}}\nrule: [A1, A2]\nabout: why\nwas: old words"
    )
    assert [item.name for item in step.remember] == ["best", "n"]
    assert [(c.words, written(c.expr)) for c in [*step.when, *step.until, *step.where]] == [
        *(("it is time", "a = 1"), ("it is over", "b = 2"), ("it fits", "c.red")),
    ]
    assert step.loop is not None and step.loop.kind == "each" and step.loop.choice is not None
    assert step.loop.choice.binders[0].name == "p"
    assert step.by is not None and written(step.by) == "p"
    assert step.decision is not None
    assert (step.decision.kind, step.decision.secret, len(step.decision.choices)) == ("choose", True, 1)
    assert isinstance(step.decision.count, s.Binary)
    assert isinstance(step.effect, m.Move) and step.effect.at is not None
    assert (step.effect.at.kind, step.effect.named) == ("bottom", "moved")
    assert [inner.words for inner in step.do] == ["then this"]
    assert step.otherwise is not None and step.impossible is not None and step.declined is None
    assert [(event.words, event.kind, event.target) for event in step.whenever] == [("an event", "before", "then this")]
    assert (step.rule, step.about, step.was) == (["A1", "A2"], "why", ["old words"])


def test_a_condition_alone_has_no_words_and_a_judge_is_marked() -> None:
    assert [(c.words, c.judge) for c in sentence("when: a = 1\nsay: 1").when] == [("", False)]
    assert [(c.words, c.judge) for c in sentence("when: {the judge knows: {judge: a = 1}}\nsay: 1").when] == [
        ("the judge knows", True)
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("for each: p in players", "each"),
        ("turns: p in players", "turns"),
        ("together: p in players", "together"),
        ("repeat: 3", "repeat"),
        ("repeat: forever", "forever"),
        ("until: a = 1", "until"),
    ],
)
def test_loops(text: str, kind: str) -> None:
    loop = sentence(text + "\nsay: 1").loop
    assert loop is not None and loop.kind == kind
    assert (loop.choice is not None) is (kind in ("each", "turns", "together"))
    assert (loop.times is not None) is (kind == "repeat")


def test_turns_may_say_who_is_next() -> None:
    loop = sentence("turns: p in players\nnext: right(p)\nuntil: a = 1\nsay: p").loop
    assert loop is not None and loop.following is not None and written(loop.following) == "right(p)"


@pytest.mark.parametrize("kind", ["choose", "may choose", "random"])
def test_decisions(kind: str) -> None:
    decision = sentence(f"{kind}:\n  - a in as\n  - b in bs if a = 1\nsay: a").decision
    assert decision is not None and decision.kind == kind
    assert [choice.binders[0].name for choice in decision.choices] == ["a", "b"]
    assert [choice.condition is not None for choice in decision.choices] == [False, True]


def test_menus() -> None:
    assert [(item.words, item.sentence) for item in sentence("one of: [Draw, Play]").menu] == [
        ("Draw", None),
        ("Play", None),
    ]
    mixed = sentence("one of: {Draw: {run: Draw}, Play: Play, Pass: nothing, Bid: {run: Draw, with: {n: 1}}}").menu
    assert [item.sentence is None for item in mixed] == [True, True, False, False]
    menu = sentence("one of: {Pass: nothing, Bid: {choose: n in 1..3, say: n}}").menu
    assert [item.words for item in menu] == ["Pass", "Bid"]
    assert menu[0].sentence is not None and menu[1].sentence is not None
    assert menu[1].sentence.words == "Bid" and menu[1].sentence.decision is not None


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("move: c\nto: a", {"amount", "to"}),
        ("move: 2\nfrom: b\nto: a", {"amount", "source", "to"}),
        ("pay: 2\nfrom: b\nto: a", {"goods", "to"}),
        ("pay: {b: 2, c: x.cost}\nto: a", {"goods", "to", "several"}),
        ("deal: all\nfrom: b\nto: a", {"amount", "source", "to"}),
        ("shuffle: a", {"zones"}),
        ("say: a", {"values"}),
        ("reveal: a\nto: p", {"amount", "to"}),
        ("add: {a: 1, b.c: 2}", {"targets"}),
        ("set: {a: 1}", {"targets"}),
        ("run: an action\nwith: {n: 1, f(x): x}\ngives: {best: winner}", {"action", "arguments", "gives"}),
        ("end: game\nwinner: p", {"target", "winner"}),
    ],
)
def test_effects(text: str, slots: set[str]) -> None:
    effect = sentence(text).effect
    assert effect is not None and type(effect).__name__ == text.split(":")[0].capitalize()
    named = {field.name for field in fields(effect)} - {"span", "action_span", "target_span"}
    assert {name for name in named if getattr(effect, name)} == slots


def test_arguments_and_results() -> None:
    effect = sentence('run: an action\nwith: {n: 1, "f(x, y)": x}\ngives: {best: winner}').effect
    assert isinstance(effect, m.Run)
    assert [(a.name, a.params, written(a.value)) for a in effect.arguments] == [("n", [], "1"), ("f", ["x", "y"], "x")]
    assert [(name, mine) for name, mine, _ in effect.gives] == [("best", "winner")]


# -- sections


def test_players() -> None:
    assert build(load_text(f"format: 1\ngame: G\nplayers: 3..5\n{PHASES}", "x.yaml"), "x").players == (3, 4, 5)
    assert ruleset("").players == (2,)


def test_settings() -> None:
    rules = ruleset(
        "settings:\n  a: 3\n  b: {value: true, rule: R1, about: why}\n  c: {2..3 players: 1, 4+ players: 2, 7 players: 3}\n  d: [x, y]\n"
    )
    a, b, c, d = rules.settings.values()
    assert a.value is not None and written(a.value) == "3"
    assert (b.rule, b.about) == (["R1"], "why") and isinstance(b.value, s.Truth)
    assert [(low, high) for low, high, _ in c.by_players] == [(2, 3), (4, 12), (7, 7)] and c.value is None
    assert isinstance(d.value, s.ListOf) and len(d.value.items) == 2


def test_things() -> None:
    rules = ruleset(
        "things:\n  suit: [red, blue]\n  tent: 6\n  half: {count: 2, plural: halves}\n"
        "  cell: 3 x 4\n  spot: {grid: 2 * tents x 7}\n"
    )
    suit, tent, half, cell, spot = rules.things.values()
    assert ([name for name, _ in suit.members], suit.plural) == (["red", "blue"], "suits")
    assert tent.count is not None and written(tent.count) == "6"
    assert half.plural == "halves" and half.count is not None
    assert cell.grid is not None and [written(side) for side in cell.grid] == ["3", "4"]
    assert spot.grid is not None and [written(side) for side in spot.grid] == ["2 * tents", "7"]


def test_components() -> None:
    rules = ruleset(
        "components:\n  card: {front: {suit: suit, value: 1..3}, back: {tipsy: 0..2}, about: a}\n  coin: 80\n"
    )
    card, coin = rules.components.values()
    assert [(a.name, a.face) for a in card.attributes] == [("suit", "front"), ("value", "front"), ("tipsy", "back")]
    assert card.supply is None and coin.supply is not None and coin.attributes == []


def test_tables_and_definitions() -> None:
    rules = ruleset(
        "tables:\n  price: {1: 2, rule: R1}\ndefine:\n  f(card, int n): n\n  g: {value: 3, about: why}\n  h: [1, 2]\n"
    )
    rows = rules.tables["price"].rows
    assert [(written(row.key), written(row.value)) for row in rows] == [("1", "2")]
    assert rules.tables["price"].rule == ["R1"]
    f, g, h = rules.definitions.values()
    assert [(p.type, p.name) for p in f.params] == [("", "card"), ("int", "n")]
    assert g.about == "why" and isinstance(h.value, s.ListOf)


def test_places_and_variables() -> None:
    rules = ruleset(
        "shared:\n  deck: {pile of: card, see: nobody, starts with: [{value: 1..3, copies: 2}, {value: [1, 2]}]}\n"
        "  turn_count: {start: 3, range: 0..9, show as: track}\neach player:\n"
        "  hand: {holds: card, see: {front: owner, size: nobody}, show as: row}\n  sets: {holds: card, in: groups}\n"
        "  coins: {of: coin, start: 5}\n  bid(slot): 0..3\n"
    )
    deck, hand, sets = rules.zones.values()
    assert (deck.owner, deck.ordered, deck.component, deck.see) == ("", True, "card", {"": "nobody"})
    assert [(list(row.values), row.copies is not None) for row in deck.rows] == [(["value"], True), (["value"], False)]
    assert len(deck.rows[1].values["value"]) == 2
    assert (hand.owner, hand.ordered, hand.see, hand.show) == (
        "player",
        False,
        {"front": "owner", "size": "nobody"},
        "row",
    )
    assert sets.groups and not hand.groups
    count, coins, bid = rules.variables.values()
    assert (count.owner, count.show, count.token) == ("", "track", "") and count.range is not None
    assert (coins.owner, coins.token) == ("player", "coin")
    assert [p.name for p in bid.params] == ["slot"]
    assert hand.owner_span is not None and hand.owner_span.line == 8
    assert hand.component_span is not None and hand.component_span.line == 9


def test_two_kinds_of_things_may_have_a_place_of_one_name() -> None:
    rules = ruleset("each tent: {closed: false}\neach gate: {closed: false}\n")
    assert [(key, item.name, item.owner) for key, item in rules.variables.items()] == [
        *(("closed", "closed", "tent"), ("gate.closed", "closed", "gate")),
    ]


def test_actions() -> None:
    rules = ruleset(
        "actions:\n  an auction:\n    family: auction\n    with: {n: 1..3, limit(player p): 0..9, hand: zone of card}\n"
        "    gives: {winner: best}\n    remember: {best: maybe player}\n  Draw: {move: 1, from: a, to: b}\n  Wait: {with: {n: 1..3}}\n"
    )
    auction, draw, wait = rules.actions.values()
    assert [(name, mine) for name, mine, _ in auction.gives] == [("winner", "best")]
    assert [(p.name, [x.name for x in p.params], p.type.kind) for p in auction.params] == [
        *(("n", [], "plain"), ("limit", ["p"], "plain"), ("hand", [], "zone")),
    ]
    assert draw.sentence.words == "Draw" and draw.sentence.effect is not None
    assert wait.params and wait.sentence.effect is None


def test_events_rulings_and_invariants() -> None:
    rules = ruleset(
        "whenever:\n  one event: {before: a step, say: 1}\n  other event: {after: a step}\n  third event: {enters: deck, say: card}\n"
        "always:\n  it holds: a = 1\n  it ends well: {holds: b = 1, at: the end}\n"
        "rulings:\n  we play it so: {rule: R1, change: a step}\nscore: 3\nwinner: [most a, least b]\npayoff: 4\n"
    )
    assert [(e.kind, e.target, e.zone is not None) for e in rules.whenever] == [
        *(("before", "a step", False), ("after", "a step", False), ("enters", "", True)),
    ]
    assert [(a.words, a.at) for a in rules.always] == [("it holds", "every decision"), ("it ends well", "the end")]
    assert [(r.words, r.rule, r.change) for r in rules.rulings] == [("we play it so", ["R1"], "a step")]
    assert [r.most for r in rules.winner] == [True, False]
    assert None not in (rules.score, rules.payoff)


def test_the_files_that_wrote_it() -> None:
    assert ruleset("define: {a: 1}\n").files == {"x.yaml"}


# -- what is wrong


ERRORS = {
    "wrong order": (
        "phases: {a step: {say: 1, when: a = 1}}",
        "4:27 slot-order `when` must stand before `say`: a step is written in the order it happens",
    ),
    "nothing happens": (
        "phases: {a step: {for each: p in players}}",
        "4:18 missing-steps nothing ever happens in this step",
    ),
    "setting's name": (
        "settings: {none: 3}",
        "5:12 reserved-word 'none' cannot be a name: it is a word of the language",
    ),
    "place's name": (
        "shared: {players: 0..3}",
        "5:10 reserved-word 'players' cannot be a name: it is a word of the language",
    ),
    "step twice": (
        "phases: [{a step: nothing}, {a step: nothing}]",
        "4:30 defined-twice the step 'a step' stands twice in this list",
    ),
    "option twice": (
        "phases: {a step: {one of: [Draw, Draw]}}",
        "4:34 defined-twice the option 'Draw' stands twice in this list",
    ),
    "defined twice": (
        "each player: {f(card): 0..3, f(tent): 0..3}",
        "5:30 defined-twice 'f' is defined twice in variables",
    ),
    "event": (
        "whenever: {an event: {say: 1}}",
        "5:12 wrong-shape an event needs exactly one of before, after and enters",
    ),
    "two kinds of event": (
        "whenever: {an event: {before: a step, after: a step, say: 1}}",
        "5:12 wrong-shape an event needs exactly one of before, after and enters",
    ),
    "definition": ("define: {f: {about: a}}", "5:10 missing-key a definition needs `value`"),
    "variable": ("shared: {a: {see: nobody}}", "5:10 missing-key a needs `start`, `range`, `of` or `times seen`"),
    "variable's key": (
        "shared: {a: {start: 3, in: groups}}",
        "5:24 unknown-key a value has no part called 'in'",
    ),
    "syntax": ("score: 1 +", "5:10 expression-syntax something is missing at the end of this"),
    "syntax in a table": (
        "tables: {t: {1: 2 +, 3: 4}}",
        "5:19 expression-syntax something is missing at the end of this",
    ),
    # what is not of the right shape is told first
    "two effects": (
        "phases: {a step: {say: 1, shuffle: a}}",
        "4:27 two-effects a step has one effect, not `say` and `shuffle`",
    ),
    "no to": ("phases: {a step: {move: 1, from: a}}", "4:19 missing-key `move` needs `to`"),
}


@pytest.mark.parametrize(("text", "wanted"), ERRORS.values(), ids=ERRORS)
def test_errors(text: str, wanted: str) -> None:
    assert errors(text + "\n") == [wanted]


def test_a_decision_that_cannot_be_read_has_no_follow_up_errors() -> None:
    found = errors("phases: {a step: {by: a, choose: c hand, where: b, if impossible: nothing}}\n")
    assert [line.split()[1] for line in found] == ["expression-syntax"]


def test_bad_players_are_reported_once() -> None:
    for text in ("players: 5..3", "players: 2..13"):
        with pytest.raises(RulesetError) as caught:
            build(load_text(f"format: 1\ngame: G\n{text}\n{PHASES}", "x.yaml"), "x")
        assert [d.code for d in caught.value.diagnostics] == ["bad-players"]


def test_all_errors_come_at_once() -> None:
    found = errors("settings: {none: 3, b: 1 +}\nscore: 2 +\n")
    assert [line.split()[1] for line in found] == ["reserved-word", "expression-syntax", "expression-syntax"]


@pytest.mark.parametrize("name", ["x²", "two words", "where"])
def test_what_is_moved_gets_a_name_like_any_other(name: str) -> None:
    (found,) = errors(f"phases:\n  a step: {{move: 1, to: a, as: {name}}}\n")
    assert found.startswith(("4:", "5:")) and "cannot be" in found
    assert isinstance(sentence("move: 1\nto: a\nas: new group").effect, m.Move)
