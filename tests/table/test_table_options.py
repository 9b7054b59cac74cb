"""Options that are not tapped on the table: many of one kind share their words, and what they are about is marked."""

from __future__ import annotations

import re

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
    assert '<div class="about"><dt>high</dt>' in page
