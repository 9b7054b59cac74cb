"""What is too large is refused by `validate`, or fails in play with its step; neither takes long or much memory."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from generate import limits as page
from helpers.tiers import full
from oracle.evaluate import Machine

import stammtisch as st
from stammtisch.base import limits
from stammtisch.base.errors import TOO_MUCH, GameError
from stammtisch.program.lowering.work_budget import TOO_LONG
from stammtisch.rulebook import book

GAME = """\
format: 1
game: Large
players: 2
components: {card: {front: {value: 1..9}}}
shared:
  deck: {pile of: card, starts with: {value: 1..9}}
each player:
  points: 0..1000000000
  hand: {holds: card}
"""
STEP = """\
phases:
  a turn:
    turns: player in players
    until: {two rounds are over: round > 2}
    do:
      Choose: {one of: {Yes: nothing, No: nothing}}
      something is done: {STEP}
score: player.points + player.hand.size
rulings: {equal points share the victory: {change: score}}
"""
HUGE = 1_000_000_000
POINTS, HAND = "first(players).points", "first(players).hand"
QUADRATIC = f"sum(count(m in 1..{POINTS} - 999910000 where m < n) for n in 1..{POINTS} - 999910000)"
TRIANGLE = f"sum(count(m in n..{POINTS} - 999910000 where m < n) for n in 1..{POINTS} - 999910000)"
PAIRS = f"count(n in 1..150 where any(m = n + {POINTS} for m in 1..150))"
DEEP = "count(a in 1..90 where all(all(all(a + b + c + d < 999 for b in 1..90) for c in 1..90) for d in 1..90))"
OFTEN = f"{POINTS} - {HUGE - 30_000}"  # where the points are HUGE


DEFINED = f"define: {{quadratic: '{QUADRATIC}'}}\n"


def problems(folder: Path, step: str, setup: bool) -> list[str]:
    """What is wrong with a game that does a step: line, code and message of each."""
    text = GAME + (f"setup:\n  something is done: {step}\n" if setup else "")
    file = folder / "large.yaml"
    file.write_text(text + STEP.replace("{STEP}", "nothing" if setup else step) + DEFINED, encoding="utf-8")
    return [f"{d.span.line} {d.code} {d.message}" for d in st.validate(file) if d.severity == "error"]


def by_evaluator(game: st.Game) -> None:
    """A game by the plain evaluator, the first option each time."""
    machine = Machine(game.program)
    state = machine.start(1)
    while not machine.over(state):
        seat, _ = machine.pending(state)[0]
        machine.apply(state, seat, machine.options(state, seat)[0])


@pytest.mark.parametrize("setup", [False, True])
@pytest.mark.parametrize(
    ("step", "message"),
    [
        (f"{{for each: p in players, add: {{p.points: sum(n mod 2 for n in 1..{HUGE})}}}}", f"1..{HUGE} has more than"),
        (f"{{for each: n in 1..{HUGE}, add: {{first(players).points: n mod 2}}}}", f"1..{HUGE} has more than"),
        (f"{{repeat: first(players).points + {HUGE}, add: {{first(players).points: 1}}}}", "a step is repeated first("),
        (f"{{random: n in 1..{HUGE}, set: {{first(players).points: n}}}}", f"1..{HUGE} has more than"),
        (f"{{when: count(1..{HUGE}) > 3, add: {{first(players).points: 1}}}}", f"1..{HUGE} has more than"),
        (f"{{when: any(n = 3 for n in 1..{HUGE}), add: {{first(players).points: 1}}}}", f"1..{HUGE} has more than"),
        (f"{{deal: up to {HUGE}, from: deck, to: players.hand}}", "1,000,000,000 cards are dealt to each here"),
        (
            f"{{for each: n in 1..9999, do: {{Again: {{for each: m in 1..9999, set: {{{POINTS}: m}}}}}}}}",
            "this loop takes",
        ),
        (
            f"{{repeat: 9999, do: {{Again: {{repeat: 9999, set: {{{POINTS}: 1}}}}}}}}",
            "this loop takes more than 5,000,000",
        ),
        (f"{{set: {{{POINTS}: sum(count(m for m in 1..9999 where m < n) for n in 1..9999)}}}}", "this takes more than"),
        (
            f"{{for each: n in 1..9, do: {{Again: {{for each: m in 1..50000, set: {{{POINTS}: m}}}}}}}}",
            "more than 100,000 cards are moved or shown, or numbers changed, in this step",
        ),
        ("{when: count(1..100001) > 3, add: {first(players).points: 1}}", "1..100001 has more than 100,000 values"),
    ],
)
def test_what_is_certainly_too_large_is_refused(tmp_path: Path, step: str, message: str, setup: bool) -> None:
    (found,) = problems(tmp_path, step, setup)
    assert found.startswith(f"{11 if setup else 16} too-large {message}"), found


@pytest.mark.parametrize(
    "step",
    [
        f"{{when: 3 in 1..{HUGE}, add: {{first(players).points: 1}}}}",
        "{set: {first(players).points: sum(n mod 3 for n in 1..100000)}}",
        f"{{move: up to {HUGE}, from: deck, to: first(players).hand}}",
        f"{{set: {{first(players).points: {HUGE}}}}}",
        f"{{for each: 's in splits(1..2, min(3, {POINTS} + 2)) with least sum(s)', add: {{{POINTS}: 1}}}}",
        # never asked, so it does not fail, though it is the same each time
        f"{{when: 'any(n > {POINTS} + 60 and any(sum(s) = 3 for s in splits(1..40, 5)) for n in 1..50)', set: {{{POINTS}: 1}}}}",
    ],
)
def test_what_is_not_too_large_is_played(tmp_path: Path, step: str) -> None:
    assert not problems(tmp_path, step, False)
    game = st.load_ruleset(tmp_path / "large.yaml").game(2)
    assert game.played(1).over and next(game.results(1, 1))
    by_evaluator(game)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (f"{{set: {{{POINTS}: sum(n mod 2 for n in 1..{POINTS})}}}}", f"1..{POINTS} has more than 100,000 values"),
        (f"{{for each: n in {POINTS}..2 * {POINTS}, set: {{{POINTS}: n mod 2}}}}", "has more than 100,000 values"),
        (f"{{random: n in 1..{POINTS}, set: {{{POINTS}: n}}}}", f"1..{POINTS} has more than 100,000 values"),
        (f"{{repeat: {POINTS}, set: {{{POINTS}: 1}}}}", f"a step is repeated {POINTS} times here; 100,000 is the most"),
        (
            f"{{deal: up to {POINTS}, from: deck, to: players.hand}}",
            "cards are dealt to each here; 100,000 is the most",
        ),
        (
            f'{{when: "count(splits(1..40, 5)) > 3", set: {{{POINTS}: 1}}}}',
            "splits finds too many ways to share out; 20,000 is the most",
        ),
        (
            f'{{when: "count(splits(1..2, {POINTS})) > 3", set: {{{POINTS}: 1}}}}',
            "splits shares out among 1,000,000,000",
        ),
        (f"{{for each: n in 1..9, do: {{Again: {{repeat: {OFTEN}, set: {{{POINTS}: {HUGE}}}}}}}}}", TOO_MUCH),
        (f"{{repeat: {OFTEN}, reveal: deck}}", TOO_MUCH),
        (f"{{for each: n in 1..2, do: {{Again: {{repeat: {OFTEN}, reveal: players.points}}}}}}", TOO_MUCH),
        (f"{{repeat: {OFTEN}, shuffle: deck}}", TOO_MUCH),
        (
            f"{{repeat: {OFTEN}, do: {{There: {{move: 2, from: deck, to: {HAND}}}, Back: {{move: all, from: {HAND}, to: deck}}}}}}",
            TOO_MUCH,
        ),
        (
            f"{{repeat: {OFTEN}, do: {{There: {{move: 8, from: deck, to: {HAND}}}, Cut: {{when: 'deck.empty', choose: c in deck, move: c, to: {HAND}}}, Seen: {{reveal: deck}}, Back: {{move: all, from: {HAND}, to: deck}}}}}}",
            TOO_MUCH,
        ),
        (f"{{set: {{{POINTS}: {QUADRATIC} mod 7}}}}", TOO_MUCH),
        (f"{{set: {{{POINTS}: {TRIANGLE} mod 7}}}}", TOO_MUCH),
        (f"{{when: '{POINTS} = 0 or {QUADRATIC} = 0', set: {{{POINTS}: 1}}}}", TOO_MUCH),
        (f"{{set: {{{POINTS}: quadratic mod 7}}}}", TOO_MUCH),
        (f"{{for each: n in 1..{OFTEN} with least sum(m mod n for m in 1..{OFTEN}), set: {{{POINTS}: n}}}}", TOO_MUCH),
        (
            f"{{for each: n in 1..{OFTEN}, do: {{Again: {{for each: m in 1..{OFTEN}, do: {{Once: {{when: m < 0, set: {{{POINTS}: m}}}}}}}}}}}}",
            TOO_MUCH,
        ),
        (f"{{repeat: {OFTEN}, do: {{Once: {{when: 'sum(1..{OFTEN}) < 0', set: {{{POINTS}: 1}}}}}}}}", TOO_MUCH),
        # short lists, but deep within each other, or again and again
        (f"{{set: {{{POINTS}: '{DEEP}'}}}}", TOO_MUCH),
        (f"{{repeat: {OFTEN}, set: {{{POINTS}: 'count(splits(1..8, 4))'}}}}", TOO_MUCH),
        (f"{{choose: n in 1..9, where: '{DEEP} > n', set: {{{POINTS}: n}}}}", TOO_LONG),
        (
            f"{{repeat: forever, until: {{it is enough: {POINTS} = 3}}, do: {{Again: {{set: {{{POINTS}: {PAIRS}}}}}}}}}",
            TOO_MUCH,
        ),
        (f"{{choose: n in 1..9 where {QUADRATIC} > n, set: {{{POINTS}: n}}}}", TOO_LONG),
        (
            f"{{choose: c in deck, by: first(p in players where {QUADRATIC} > 0) or else first(players), reveal: c}}",
            TOO_LONG,
        ),
    ],
)
def test_what_only_play_shows_fails_with_its_step(tmp_path: Path, step: str, message: str) -> None:
    step = f"{{do: {{the points grow: {{set: {{{POINTS}: {HUGE}}}}}, too much is done: {step}}}}}"
    assert not problems(tmp_path, step, False)
    game = st.load_ruleset(tmp_path / "large.yaml").game(2)
    with pytest.raises(GameError, match="large.yaml:16|too much is done|splits|without a decision") as caught:
        game.played(1)
    assert message in str(caught.value)
    assert game.program.nodes[caught.value.node].line == 16
    with pytest.raises(GameError) as bulk:
        list(game.results(1, 1))
    assert str(bulk.value) == str(caught.value)
    with pytest.raises(GameError) as plain:
        by_evaluator(game)
    assert plain.value.message == caught.value.message


def test_a_score_that_takes_too_long_fails_by_its_name(tmp_path: Path) -> None:
    assert not problems(tmp_path, f"{{set: {{{POINTS}: 90000}}}}", False)
    file = tmp_path / "large.yaml"
    text = file.read_text(encoding="utf-8").replace(
        "score: player.points", f"score: {QUADRATIC.replace(' - 999910000', '')}"
    )
    file.write_text(text, encoding="utf-8")
    game = st.load_ruleset(file).game(2)
    for played in (lambda: game.played(1).scores, lambda: list(game.results(1, 1))):
        with pytest.raises(GameError, match="large.yaml:2: score: this takes more than 5,000,000 steps to work out$"):
            played()


@full
def test_definitions_that_use_one_before_twice_are_checked_at_once(tmp_path: Path) -> None:
    defined = "".join(f"  d{n}(player): (d{n - 1}(player) + d{n - 1}(player)) mod 2\n" for n in range(1, 60))
    text = GAME + "define:\n  d0(player): player.points mod 2\n" + defined + STEP
    file = tmp_path / "large.yaml"
    file.write_text(text.replace("{STEP}", "{add: {player.points: d59(player)}}"), encoding="utf-8")
    (found,) = (d for d in st.validate(file) if d.severity == "error")
    assert (found.code, found.message) == ("too-large", "d21 takes more than 5,000,000 steps")
    file.write_text(text[: text.index("  d15(")] + STEP.replace("{STEP}", "{add: {player.points: d14(player)}}"))
    assert not [d for d in st.validate(file) if d.severity == "error"]
    assert st.load_ruleset(file).game(2).played(1).over


NESTED = {
    "condition": ("(player)", "player.points > 9", "{d} and {d}", "player.points > 9 and DEEP", "nothing"),
    "number": (
        "(player)",
        "player.points",
        "if player.points > 9 then {d} else if player.points > 8 then {d} else 0",
        "DEEP > 99",
        "{set: {player.points: DEEP}}",
    ),
    "list": (
        "",
        "players",
        f"if {POINTS} > 9 then {{d}} else if {POINTS} > 8 then {{d}} else players",
        "count(DEEP) > 99",
        "{for each: x in DEEP, add: {x.points: 1}}",
    ),
    "hidden": (
        "(player)",
        "player.hand.value",
        "if player.hand.empty then {d} else if player.points > 8 then {d} else player.hand.value",
        "player.points > 99",
        "{when: count(DEEP) > 2, choose: c in player.hand, move: c, to: deck}",
    ),
}


@pytest.mark.parametrize("name", NESTED)
def test_no_stage_follows_a_definition_anew_at_each_use(tmp_path: Path, name: str) -> None:
    of, first, rest, until, step = NESTED[name]
    defined = [f"  d0{of}: {first}", *(f"  d{n}{of}: {rest.format(d=f'd{n - 1}{of}')}" for n in range(1, 41))]
    text = GAME.replace("{holds: card}", "{holds: card, see: owner}") + "\n".join(["define:", *defined, STEP])
    text = text.replace("round > 2}", "round > 2, it is over: " + until + "}").replace("{STEP}", step)
    file = tmp_path / "large.yaml"
    file.write_text(text.replace("DEEP", f"d40{of}"), encoding="utf-8")
    started = time.process_time()
    assert not [d for d in st.validate(file) if d.severity == "error"]
    ruleset = st.load_ruleset(file)
    assert book.rulebook(ruleset) and ruleset.game(2).played(1).over and ruleset.game(2).results(1, 1)
    assert time.process_time() - started < 5


def test_a_definition_that_takes_too_long_may_be_named_twice_where_nothing_runs_it(tmp_path: Path) -> None:
    defined = [
        "  d0(player): count(p in players where p.points > 3)",
        *(f"  d{n}(player): (d{n - 1}(player) + d{n - 1}(player)) mod 7" for n in range(1, 41)),
    ]
    twice = "  Never: {one of: {One: {when: 'd40(first(players)) > 1', say: 1}, Two: {when: 'd40(first(players)) > 2', say: 2}}}"
    text = GAME + "\n".join(["define:", *defined, "actions:", twice, STEP.replace("{STEP}", "nothing")])
    (tmp_path / "large.yaml").write_text(text, encoding="utf-8")
    try:
        codes = {d.code for d in st.validate(tmp_path / "large.yaml")}
    except KeyError:  # to print where would take pytest hours
        codes = set()
    assert codes == {"unused"}


def test_a_game_without_an_end_names_the_step(tmp_path: Path) -> None:
    text = GAME + STEP.replace(
        "Choose: {one of: {Yes: nothing", "Choose: {when: player.points > 5, one of: {Yes: {STEP}"
    )
    text = text.replace("two rounds are over: round > 2", "it is over: any(p.points > 7 for p in players)")
    text = text.replace("{STEP}", "{set: {player.points: 9}}", 1).replace("{STEP}", "nothing")
    (tmp_path / "large.yaml").write_text(text, encoding="utf-8")
    game = st.load_ruleset(tmp_path / "large.yaml").game(2)
    with pytest.raises(GameError, match="goes on forever") as caught:
        game.played(1)
    assert game.program.nodes[caught.value.node].words in ("a turn", "Choose")


def test_the_page_lists_the_limits() -> None:
    assert page.PAGE.read_text(encoding="utf-8") == page.text()
    numbers = [value for name, value in vars(limits).items() if name.isupper() and isinstance(value, int)]
    assert numbers == [number for _, number, _ in limits.LIMITS]
