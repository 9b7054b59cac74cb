"""How good the players behind a report are, in words."""

from __future__ import annotations

import re

from helpers.paths import ROOT

import stammtisch as st
from stammtisch.study.reports.players_behind import players_behind


def test_each_player_is_named_and_a_stronger_one_where_none_plays() -> None:
    four, kuhn = st.load_ruleset("connect-four").game(), st.load_ruleset("kuhn").game()
    found = dict(players_behind([(four, ()), (four, ("search:1200", "search:1200")), (kuhn, ("perfect", "greedy"))]))
    assert [*found] == ["random", "search:1200", "perfect", "greedy", "not here: expert"]
    assert "plays 1,200 games out in its head" in found["search:1200"]
    assert found["not here: expert"] == "The strongest bot for Connect four; `--bots strongest` adds its games."


def test_what_was_measured_of_a_net_is_said() -> None:
    four = st.load_ruleset("connect-four").game()
    found = dict(players_behind([(four, ("expert", "random"))]))
    assert [*found] == ["expert", "random"]
    assert four.learned_net is not None
    share = 100 * four.learned_net.measured["share"]
    assert f"Measured: it wins {share:.1f} % (" in found["expert"] and "equal time for a choice." in found["expert"]


def test_the_page_that_reports_name_is_there_with_the_same_heading() -> None:
    template = (ROOT / "interpreter/study/reports/templates/report.html").read_text()
    (named,) = set(re.findall(r"docs/\w+\.md", template))
    heading = (ROOT / named).read_text().splitlines()[0].removeprefix("# ")
    assert f'<h2 id="players">{heading}</h2>' in template
