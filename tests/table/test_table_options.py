"""Options that are not tapped on the table: many of one kind share their words, and what they are about is marked."""

from __future__ import annotations

import re
from pathlib import Path

import stammtisch as st
from stammtisch.table.pages.render import seat_page


def test_many_options_of_one_kind_say_their_words_once_and_are_in_a_list() -> None:
    state = st.load_ruleset("liars-dice").game().start(1)
    state.choose(10)
    page = seat_page(state, state.decision.seat, ["Anna", "Ben"], [False] * 2, "/t").decode()
    ask = page[page.index('<section id="ask"') :]
    ask = ask[: ask.index("</section>")]
    # the words of the option and the name of what is chosen are the same
    assert re.findall(r'<span class="lead"[^>]*>([^<]*)</span>', ask) == ["Bid"]
    assert re.findall(r'class="key" aria-label="([^"]*)">([^<]*)</button>', ask)[:2] == [
        ("Bid bid 2/6", "2/6"),
        ("Bid bid 3/1", "3/1"),
    ]
    assert ask.count('class="key"') == 5 and ask.count("<option ") == len(state.decision) - 1
    assert ">Liar</button>" in ask and '<form id="pick"' in ask
    # the bid to beat
    assert '<div class="about" data-what=".high"><dt>high</dt>' in page


SHEETS = """
format: 1
game: Sheets
players: 2
things:
  line: [oats, rye, barley]
each player:
  sheet(line): 0..9
  filled(line): {start: false, about: Each line is written once.}
phases:
  a turn:
    turns: player in players
    until: {all sheets are full: round > 3}
    choose: line in lines where not player.filled(line)
    set: {player.sheet(line): round, player.filled(line): true}
score: sum(player.sheet(line) for line in lines)
rulings: {equal scores share the victory: {change: winner}}
"""


def test_a_line_is_tapped_once_on_the_own_sheet_and_on_nobody_elses(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(SHEETS, encoding="utf-8")
    state = st.load_ruleset(tmp_path).game().start(1)
    for _ in range(2):
        state.choose(0)
    seat = state.decision.seat
    page = seat_page(state, seat, ["Anna", "Ben"], [False] * 2, "/t").decode()
    panels = {at: page[page.index(f'<section id="area-{at}"') :].partition("</section>")[0] for at in (1, 2)}
    tapped = {at: re.findall(r'<button class="tap place"[^>]*>([^<]*)</button>', panel) for at, panel in panels.items()}
    assert tapped == {seat + 1: ["rye", "barley"], 2 - seat: []}
    assert ">oats</span>" in panels[seat + 1] and "<dt>filled</dt>" in panels[seat + 1]
