"""Names, types and flow of a ruleset: what is accepted, what is refused, and with which words."""

from __future__ import annotations

import pytest
from helpers.checking import HEAD, expression, problems, steps

from stammtisch.base.diagnostics import RulesetError
from stammtisch.check.checker import check
from stammtisch.language.build import build
from stammtisch.reading.load import load_text

# -- expressions


GOOD = [
    *("n = 1", "n + 1 < size * 2", "1 <= n <= 3", "player = start", "who = player", "who = none", "who != none"),
    *("start in players", "player not in players after start", "red in player.hand.colour", "player.hand.empty"),
    *(
        "open and not player.rich",
        "player.coins > left(player).coins",
        "twice(n) = 2",
        "count(matching(player.hand)) = 1",
    ),
    *(
        "any(c in player.hand where c.joker)",
        "all(c.value > 3 for c in player.hand)",
        "no(p in players where p.rich)",
        "pool = start.hand",
    ),
    *("sum(player.hand.value) > 3", "count(players.hand) > 3", "max(players.points) > 3", "first(prizes) = 3"),
    *("price(n + 1) = 1", "worth(red) = 5", "slot_2.owner = none", "cell_1_2.row = 1", "red.number = 1"),
    *("who != none and who.points > 3", "not (who = none or who.points > 3)", "(who or else player).points > 3"),
    *("who = none or who.points > 3", "if who = none then open else who.rich", "deck.top = none"),
    *("not slot_1.stack.empty and slot_1.stack.top.value > 3", "(slot_1.stack.top.value or else 0) > 3"),
    *("count(player.sets.groups) > 1", "any(g in player.sets.groups where sum(g.value) > 3)", "n = 1 or none = who"),
    *("count(matching(pool)) > 0 and first(matching(pool)).value > 1", "not (count(pool) = 0 or last(pool).value < 2)"),
    *(
        "any(c in pool where c.joker) and first(c in pool where c.joker).value > 1",
        "player.hand.size > 0 and first(player.hand).value > 1",
    ),
    *(
        "no(p in players where p.rich) or first(p in players where p.rich).points > 1",
        "pool.empty or first(pool).value > 1",
    ),
    *("count(pool) != 0 and (first(pool).value or else 0) > 1", "pool.empty or (pool.first.value or else 0) > 1"),
    *("those(p in players with most p.points) = [player]", "[n, 1] < [2, 3]", "player in [start, left(start)]"),
    *("first(c in player.hand by c.value) != none", "players - [player] = players after player", "n in 1..3"),
]


@pytest.mark.parametrize("text", GOOD)
def test_good_expressions(text: str) -> None:
    assert expression(text) == []


BAD = {
    "n": "this is a number, but true or false is needed here",
    "n = red": "a number is never equal to a colour",
    "player = 1": "a player is never equal to a number",
    "start < player": "start is a player: < compares numbers",
    "players.points >= 3": "players.points is a list of numbers: >= compares numbers",
    "3 <= [n]": "[n] is a list of numbers: <= compares numbers",
    "[player] < [left(player)]": "[player] is a list of players: < compares numbers",
    "player.hand > 2": "player.hand is a list of cards: > compares numbers",
    "n < open": "this is true or false, but a number is needed here",
    "open + 1 = 2": "this is true or false, but a number is needed here",
    "not n": "this is a number, but true or false is needed here",
    "n and open": "this is a number, but true or false is needed here",
    "who.points > 3": "who may be none, so it may have no points",
    "who != none or who.points > 3": "who may be none, so it may have no points",
    "who = none and who.points > 3": "who may be none, so it may have no points",
    "max(player.hand.value) > 3": "max(player.hand.value) may be none",
    "deck.top.value > 3": "deck.top may be none, so it may have no value",
    "first(player.hand).value > 3": "first(player.hand) may be none, so it may have no value",
    "(n or else 3) = 1": "n is never none",
    "3 in player.hand": "a number is never in a list of cards",
    "n in 3": "a number is not a list",
    "player from start = players": "a player has no order to go round",
    "[n, red] = [1, 2]": "a list holds one kind of thing, here a number and a colour",
    "count(player.hand + n) = 1": "this is a number, but a list of cards is needed here",
    "(if open then 1 else red) = 1": "then gives a number, but else gives a colour",
    "any(p in (if open then players else []) where p.colour = red)": "a player has no 'colour'",
    "any(p in (if open then [] else players) where p.colour = red)": "a player has no 'colour'",
    "count(n) = 1": "count cannot be asked of a number",
    "points > 3": "points belongs to each player: say whose",
    "hand.size > 3": "hand belongs to each player: say whose",
    "player.pionts > 3": "a player has no 'pionts'",
    "plyer = start": "nothing is called 'plyer'",
    "player.n = 1": "a player has no 'n'",
    "card.value = 1": "nothing is called 'card'",
    "slot.owner = player": "nothing is called 'slot'",
    "twice(red) = 1": "this is a colour, but a number is needed here",
    "twice(1, 2) = 1": "twice takes a number, but gets 2 values",
    "rich = open": "rich takes a player, but gets nothing",
    "price(red) = 1": "this is a colour, but a number is needed here",
    "all(c in player.hand)": "all needs a condition: all(CONDITION for NAME in WHAT)",
    "sum(a in slots, b in slots) = 1": "say what is taken: sum(WHAT for ...)",
    "any(c in n where open)": "n is a number, not something to choose from",
    "any(c in player.hand where c.value)": "this is a number, but true or false is needed here",
    "count(those(c in player.hand with most c.colour)) = 1": "this is a maybe colour, but a number is needed here",
    "n / 0 rounded up = 1": "nothing can be divided by 0",
    "n in 3..1": "this range is empty: the smaller number comes first",
    'possible("x") = open': "'\"' is not expected here",
    "any(c in [] where 1 = 1)": "there is nothing in [] that could have a name",
    "possible(open)": "possible needs an action''s words in '...' first".replace("''", "'"),
    "possible(''Draw'')": "there is no action 'Draw'",
}


@pytest.mark.parametrize(("text", "wanted"), BAD.items(), ids=BAD)
def test_bad_expressions_get_one_message(text: str, wanted: str) -> None:
    assert expression(text) == [wanted.replace("this is a maybe", "this is maybe")]


def test_hints_say_what_to_write() -> None:
    def hint(text: str) -> str:
        return problems(f"phases:\n  a step: {{when: '{text}', say: 1}}\n")[0].hint

    assert hint("deck.top.value > 3").endswith(
        "write `(deck.top.value or else 0)`, with the brackets, or another number in place of 0 (`0 > 3` is false), "
        "or ask first: `not deck.empty and ...`"
    )
    assert hint("open and deck.top.value != 3").endswith("(`0 != 3` is true), or ask first: `not deck.empty and ...`")
    assert hint("max(prizes + [n]) - max(start.hand.value) > 3").endswith(
        "write `(max(start.hand.value) or else 0)`, with the brackets, or another number in place of 0"
    )
    number = "write red.number, where 1 is the first colour, 2 the second and so on"
    assert hint("red + 1 = 2") == hint("(if open then 1 else red) = 1") == number
    assert hint("red > 1") == number.replace("write", "compare")
    assert hint("start + 1 = 2") == ""
    assert hint("open + 1 = 2") == "write (if open then 1 else 0)"
    assert hint("players.points >= 3") == "compare count(players.points), max(players.points) or sum(players.points)"
    assert hint("start.hand >= 3") == "compare count(start.hand)"
    assert hint("first(those(c in pool where c.colr = red)) = none") == "Did you mean `colour`?"
    assert hint("who.points > 3").startswith("ask first, with when: who != none, or who != none and ...")
    assert hint("any(c in pool where c > 3)") == "compare c.value"
    assert hint("start > 3") == "compare start.number, where 1 is the first player, 2 the second and so on"


# -- flow


def test_what_is_counted_is_there_until_its_name_stands_for_something_else() -> None:
    rich = "those(p in players where p.rich)"
    best = f"{{for each: r in players, do: [{{remember: {{best: {rich}}}, when: count(best) > 0, do: [{{say: first(best).points}}, %s]}}]}}"
    assert steps(best % "{remember: {one: first(best)}, when: one != none, do: [{say: one.points}]}") == []
    missing = "maybe-none first(best) may be none, so it may have no points"
    assert steps(best % f"{{remember: {{best: {rich}}}, do: [{{say: first(best).points}}]}}")[1:] == [missing]
    assert steps(best.replace("> 0", "= 0") % "{say: 1}") == [missing]
    assert steps(best.replace("> 0", ">= 0") % "{say: 1}") == [missing]


def test_whoever_has_the_most_of_some_is_one_of_them() -> None:
    head = "c in pool where c.value > n"
    for more in ("", " with most c.value", " with least c.value", " by c.value", " with most c.value by c.value"):
        moved = f"{{move: first({head}{more}), to: deck}}"
        assert steps(f"{{when: any({head}), do: [{moved}]}}") == []
        assert steps(f"{{when: no({head}), say: 1, otherwise: {moved}}}") == []
    moved, missing = (
        f"{{move: first({head} with most c.value), to: deck}}",
        f"first({head} with most c.value) may be none",
    )
    assert (
        steps(moved) == steps(f"{{when: any(c in pool where c.value > 1), do: [{moved}]}}") == [f"maybe-none {missing}"]
    )


def test_a_name_lives_to_the_end_of_its_list() -> None:
    assert steps("[{remember: {x: n}}, {say: x}]") == []
    assert steps("[{do: [{remember: {x: n}}, {say: x}]}, {say: x}]") == ["unknown-name nothing is called 'x'"]
    assert steps("[{for each: p in players, say: p}, {say: p}]") == ["unknown-name nothing is called 'p'"]
    assert steps("{random: p in players, set: {who: p}}", "{say: p}") == []


def test_names_of_the_setup_are_gone_in_the_phases() -> None:
    more = "setup:\n  a lot is drawn: {random: p in players, set: {who: p}}\n"
    assert steps("{say: p}", more=more) == ["unknown-name nothing is called 'p'"]


def test_a_name_that_may_not_have_been_given_may_be_none() -> None:
    assert steps("[{when: n = 1, random: p in players, set: {who: p}}, {say: p.points}]") == [
        "maybe-none p may be none, so it may have no points"
    ]
    assert steps("[{when: n = 1, random: p in players, set: {who: p}}, {when: p != none, say: p.points}]") == []


def test_conditions_are_known_in_what_follows_them() -> None:
    assert steps("{when: who != none, say: who.points}") == []
    assert steps("{when: who != none, do: [{say: who.points}]}") == []
    assert steps("{when: who = none, say: 1, otherwise: {say: who.points}}") == []
    assert steps("{when: who != none, say: 1, otherwise: {say: who.points}}") == [
        "maybe-none who may be none, so it may have no points"
    ]
    assert steps("[{when: who != none, say: 1}, {say: who.points}]") == [
        "maybe-none who may be none, so it may have no points"
    ]


def test_somebody_must_decide() -> None:
    text = "choose: c in pool, move: c, to: deck"
    nobody = ["nobody-decides nothing says who decides this"]
    assert steps(f"{{{text}}}") == nobody
    assert steps(f"{{by: start, {text}}}") == []
    assert steps(f"{{for each: p in players, {text}}}") == []
    assert steps(f"{{for each: x in slots, do: [{{say: x}}, {{{text}}}]}}") == nobody
    assert steps("{one of: {Draw: nothing}}") == nobody
    assert steps(f"{{by: start, one of: {{Draw: {{{text}}}}}}}") == []
    assert steps(f"{{by: start, one of: {{Draw: nothing}}, do: {{{text}}}}}") == nobody


ODD = [("µ", "μ"), ("ﬁsh", "fish"), ("x²", "x2"), ("Ⅳ", "IV"), ("x①", "x1")]
NAMED = {
    "place": ("pool: {", "{}: {{"),
    "table": ("price: {", "{}: {{"),
    "definition": ("twice(int x)", "{}(int x)"),
    "attribute": ("joker: bool", "joker: bool, {}: 1..2"),
    "member": ("[red, blue]", "[red, {}]"),
    "setting": ("size: 2", "{}: 2"),
}


@pytest.mark.parametrize(("name", "plain"), ODD)
def test_names_that_python_reads_otherwise_are_refused_wherever_they_are_given(name: str, plain: str) -> None:
    for before, after in NAMED.values():
        with pytest.raises(RulesetError) as error:
            check(
                build(
                    load_text(HEAD.replace(before, after.format(name)) + "phases: {a step: {add: {n: 1}}}\n", "x.yaml"),
                    "x",
                )
            )
        assert [d.code for d in error.value.diagnostics if d.message.startswith(f"'{name}'")] == ["bad-name"]
    assert len(steps(f"{{remember: {{{name}: 0..9}}}}")) == 1
    found = problems(f"phases:\n  step 1: {{random: {name} in 1..3, set: {{n: {name}}}}}\n")
    assert [(d.code, d.instead) for d in found] == [("bad-name", plain)] * 2


def test_plain_letters_of_any_script_are_names() -> None:
    assert steps("{random: größe in 1..3, set: {n: größe}}", "{random: μ in 1..3, set: {n: μ}}") == []


NO_COUNTER = {
    "{move: 2, from: box, to: players.coins}": (
        "players.coins is a list of numbers",
        "for each: p in players, and p.coins here",
    ),
    "{move: 2, from: players.coins, to: box}": (
        "players.coins is a list of numbers",
        "for each: p in players, and p.coins here",
    ),
    "{for each: p in players, pay: 1, from: p.coins, to: players.coins}": (
        "players.coins is a list of numbers",
        "for each: other_player in players, and other_player.coins here",
    ),
    "{for each: p in players, move: 1, from: box, to: p}": ("p is a player", "p.coins"),
    "{by: start, choose: p in players, move: 1, from: start.coins, to: p}": ("p is a player", "p.coins"),
    "{by: start, choose: k in 1..3, move: 1, from: start.coins, to: k}": ("k is a number", ""),
    "{remember: {pot: 0..9}, move: 1, from: start.coins, to: pot}": ("pot is a number", ""),
    "{remember: {pot: 0..9}, move: 1, from: pot, to: box}": ("pot is a number", ""),
    "{move: 1, from: box, to: who}": ("who is maybe player", "who.coins"),
    "{run: Give, with: {rivals: players}}": (
        "rivals.coins is a list of numbers",
        "for each: p in rivals, and p.coins here",
    ),
}


@pytest.mark.parametrize(("step", "told"), NO_COUNTER.items(), ids=NO_COUNTER)
def test_tokens_lie_in_one_declared_number(step: str, told: tuple[str, str]) -> None:
    give = "actions: {Give: {with: {rivals: players}, pay: 1, from: start.coins, to: rivals.coins}}\n"
    found = problems(f"phases:\n  step 1: {step}\n{give if 'rivals' in step else ''}")
    message = f"{told[0]}: tokens lie in one number that the game declares, or in the box"
    assert [(d.code, d.message, d.hint) for d in found] == [("wrong-type", message, told[1] and f"write {told[1]}")]


def test_the_hint_for_tokens_that_are_added_works() -> None:
    hint = problems("phases:\n  step 1: {add: {players.coins: 2}}\n")[0].hint
    assert hint == "write for each: p in players, move: ..., from: ..., to: p.coins"
    assert steps(f"{{{hint.removeprefix('write ').replace('...', '1', 1).replace('...', 'box')}}}") == []


@pytest.mark.parametrize(
    ("kind", "second", "refused"),
    [("may choose", "b in 1..2", 1), ("choose", "b in 1..2", 0), ("choose", "b in 1..2 if a > 1", 1)],
)
def test_a_secret_is_not_told_by_a_second_choice(kind: str, second: str, refused: int) -> None:
    asked = f"{{by: first(players), secret: true, {kind}: ['a in 1..2', '{second}'], set: {{n: a + b}}}}"
    assert len([message for message in steps(asked) if "everyone sees whether" in message]) == refused


@pytest.mark.parametrize(("kind", "refused"), [("choose", 1), ("random", 0)])
def test_a_list_is_not_chosen_out_of_a_list(kind: str, refused: int) -> None:
    found = steps(f"{{{kind}: 'n in [0..3, 1..2].reversed', say: n}}")
    assert len([message for message in found if "would be a list" in message]) == refused


@pytest.mark.parametrize(
    "step",
    [
        "{choose: n in 1..3, set: {n: 2}}",
        "{choose: n in 1..3, add: {n: 2}}",
        "{for each: n in 1..3, add: {n: 1}}",
        "{random: n in 1..3, do: {it changes: {set: {n: 1}}}}",
        "{turns: n in players, until: {it is over: round > 1}, set: {n: start}}",
    ],
)
def test_what_was_chosen_is_not_changed(step: str) -> None:
    assert "not-changeable n cannot be changed" in steps(step)


def test_what_is_asked_for_none_may_be_set() -> None:
    assert steps("{when: who != none, set: {who: none}}", "{when: who != none, do: [{set: {who: start}}]}") == []
    assert steps("{for each: s in slots where s.owner != none, set: {s.owner: none}}") == []


def test_a_remembered_list_is_not_set() -> None:
    keep = "remember: {rivals: players after start}"
    for value in ("players", "1", "[start]"):
        found = steps(f"{{{keep}, set: {{rivals: '{value}'}}}}")
        assert found == ["not-changeable rivals cannot be changed"]


@pytest.mark.parametrize(
    ("lines", "empty"),
    [
        (["{deal: up to 1, from: slot_1.stack, to: players.hand}"], "slot_1.stack"),
        (["{for each: s in slots, move: up to 1, from: s.stack, to: pool}"], "s.stack"),
        (["{move: start.hand, to: pool}"], "start.hand"),
        (["{move: all, from: start.hand, to: pool}"], "start.hand"),
        (["{move: up to 1, from: deck, to: pool}"], ""),
        (["{deal: up to 1, from: slot_1.stack, to: players.hand}", "{deal: 1, from: deck, to: slots.stack}"], ""),
        (["{move: start.hand, to: if n = 1 then pool else right(start).hand}"], ""),
        # where an action puts its cards is for whoever runs it to say
        (["{run: lay it, with: {to: pool}}", "{move: start.hand, to: deck}"], ""),
    ],
)
def test_cards_are_not_taken_from_where_none_can_lie(lines: list[str], empty: str) -> None:
    more = "actions:\n  lay it: {with: {to: pile of card}, move: 1, from: deck, to: to}\n" if "run" in lines[0] else ""
    message = f"never-filled {empty} never holds a card: it starts empty, and no step puts one there"
    assert steps(*lines, more=more) == ([message] if empty else [])


def test_moves_are_checked() -> None:
    assert steps("{move: 1, from: deck, to: pool}") == []
    assert steps("{deal: 1, from: deck, to: players.hand}", "{move: start.hand, to: pool}") == []
    assert steps("{move: n, to: pool}") == ["missing-key `move` with a number needs `from`: where do they come from?"]
    assert steps("{move: 1, from: start, to: pool}") == [
        "wrong-type cards are taken from a place for cards, not from a player"
    ]
    assert steps("{move: red, to: pool}") == ["wrong-type this is a colour: move takes cards or a number"]
    assert steps("{move: pool, to: n}") == ["wrong-type cards are moved to a place for cards, not to a number"]
    assert steps("{move: pool, to: start.hand, as: new group}") == [
        "wrong-type as: new group needs a place whose cards lie in groups"
    ]
    assert steps("{move: 1, from: start.coins, to: box}") == []
    assert steps("{move: 1, from: start.coins, to: n}") == ["conserved start.coins counts coins, n a plain number"]
    assert steps("{set: {start.coins: 3}}") == ["conserved start.coins counts coins, which can only be moved"]
    assert steps("{shuffle: pool}") == ["wrong-type pool has no order to shuffle"]
    assert steps("{reveal: n + 1}") == ["wrong-type n + 1 is neither cards nor a number that lies on the table"]
    assert steps("{say: pool}") == [
        "wrong-type a place for cards cannot be said: say a number, a player, a card or a thing"
    ]


def test_actions_are_checked_where_they_are_run() -> None:
    actions = (
        "actions:\n  Do it: {with: {seat: player, least(int x): 0..9}, gives: {got: y}, remember: {y: 0..9}, "
        "set: {y: least(seat.points)}}\n"
    )
    good = "[{run: Do it, with: {seat: start, least(q): q + 1}, gives: {got: mine}}, {say: mine}]"
    assert steps(good, more=actions) == []
    assert steps("{run: Do it, with: {seat: start}}", more=actions) == ["missing-argument 'Do it' needs least"]
    assert steps("{run: Do it, with: {seat: red, least(q): q}}", more=actions) == [
        "wrong-type this is a colour, but a player is needed here"
    ]
    assert steps("{run: Do it, with: {seat: start, least: 3}}", more=actions) == [
        "wrong-arguments least is about 1 things here"
    ]
    assert steps("{run: Do it, with: {seat: start, least(q): q, more: 1}}", more=actions) == [
        "unknown-name 'Do it' does not take more"
    ]
    assert steps("{run: Do it, with: {seat: start, least(q): q}, gives: {won: x}}", more=actions) == [
        "unknown-name 'Do it' does not give won"
    ]
    assert steps("{by: start, one of: [Do it]}", more=actions) == [
        "missing-argument 'Do it' needs something from its step: run it in a step of its own, with `with`"
    ]
    assert "recursion the action 'Do it' runs itself: Do it -> Do it" in steps(
        "Do it", more="actions: {Do it: {when: n = 1, do: Do it}}\n"
    )


def test_an_action_does_not_see_the_names_where_it_is_run() -> None:
    actions = "actions: {Do it: {say: p}}\n"
    assert steps("{for each: p in players, do: [{say: p}, Do it]}", more=actions) == [
        "unknown-name nothing is called 'p'"
    ]
    assert (
        steps("{turns: p in players, until: {it ends: n = 1}, do: [{add: {n: 1}}, one of: [Do it]]}", more=actions)
        == []
    )
