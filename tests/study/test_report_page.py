"""Reports with pictures: what they say, what they need, and that who cannot see has it too."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from helpers.chromium import CHROMIUM, chromium, violations
from helpers.small_games import ENDS, run, written
from helpers.tiers import full

import stammtisch as st
from stammtisch.cli.commandline import group
from stammtisch.records.recording import GameRecorder
from stammtisch.records.recording_reader import read_game
from stammtisch.study.counts.statistics import Tally
from stammtisch.study.reports import report_figures
from stammtisch.study.reports.report_page import ReportPart, page

COINS = """\
format: 1
game: 'Coins & <b>more</b>'
players: 2..3
shared: {chest: {start: 20, range: 0..20}}
each player: {coins: 0..40}
phases:
  a turn:
    turns: player in players
    until: {"the chest 'is' empty": chest < 3}
    do:
      Take & keep:
        one of:
          One & only coin: {add: {player.coins: 1, chest: -1}}
          Three coins: {add: {player.coins: 3, chest: -3}}
score: player.coins
"""


class Read(HTMLParser):
    """What stands in a page: tags with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))


LINE = ("report", "coins.yaml", "-n", 60, "--bots", "greedy", "--bot-games", 4, "--ladder", "random,greedy")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a game lies whose words are no HTML."""
    made = tmp_path_factory.mktemp("coins")
    written(made, "coins", COINS)
    (made / "coins.targets.yaml").write_text("decisions: below 3\n")
    return made


@pytest.fixture(scope="module")
def coins(folder: Path) -> str:
    """Its report."""
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()) as told:
        group.main([*map(str, LINE), "--jobs", "1"], prog_name="stammtisch", standalone_mode=False)
    assert told.getvalue() == "The report is written to coins-report.html.\n"
    return (folder / "coins-report.html").read_text(encoding="utf-8")


def test_a_report_needs_no_network(coins: str) -> None:
    tags = Read(coins).tags
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in tags}
    assert "@import" not in coins and "url(" not in coins
    for tag, attributes in tags:
        assert "src" not in attributes
        assert tag != "a" or attributes["href"].startswith(("#", "data:"))


def test_every_picture_has_a_sentence_words_and_a_table(coins: str) -> None:
    figures = re.findall(r"<figure.*?</figure>", coins, re.S)
    assert len(figures) >= 6
    for number, figure in enumerate(figures, 1):
        assert f'<figcaption id="title-{number}">' in figure and f'href="#title-{number}"' in coins
        assert len(re.findall(r'role="img" aria-label="[^"]{20,}"', figure)) == figure.count("<svg") == 1
        assert figure.count("<tr>") > 1 and "<th scope" in figure
    ids = [attributes["id"] for _, attributes in Read(coins).tags if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_targets_stand_in_a_table(coins: str) -> None:
    # of random games, and of four games of bots, which tell nothing
    tables = re.findall(r"<h3 id=[^>]*>Targets: .*?</table>", coins, re.S)
    assert ["</span>&nbsp;missed" in one for one in tables] == [True, False] and "?</span>&nbsp;cannot tell" in tables[
        1
    ]
    # in sentences, which stand in the list above all parts, too
    assert coins.count(">Targets: 1 of 1 missed: decisions<") == 2
    assert coins.count(">Targets: 1 of 1 needs more games<") == 2
    assert all('<th scope="row">decisions</th><td></td><td>below 3</td>' in one for one in tables)


def test_words_of_the_rules_are_no_html(coins: str) -> None:
    assert "Coins &amp; &lt;b&gt;more&lt;/b&gt;" in coins and "<b>" not in coins and "& only" not in coins


def test_how_it_was_made_is_told(coins: str, folder: Path) -> None:
    told = coins[coins.index("How this was made") :]
    assert st.load_ruleset(folder / "coins.yaml").hash in told
    assert "60 games, seed 1, random choices" in told and "4 games, seed 1, greedy, greedy" in told
    assert "Stammtisch" in told and "wasmtime" in told


def test_odd_games_can_be_played_again(coins: str, tmp_path: Path) -> None:
    links = [attributes for tag, attributes in Read(coins).tags if tag == "a" and "download" in attributes]
    assert len(links) >= 3
    for link in links:
        path = tmp_path / link["download"]
        path.write_bytes(base64.b64decode(link["href"].partition(",")[2]))
        state = read_game(path).played()
        assert state.over
    longest = re.search(r"the longest: (\d+) decisions", coins)
    assert longest and "Take &amp; keep" in coins


def test_the_same_games_are_the_same_page(coins: str, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    with contextlib.chdir(folder):
        assert run(capsys, *LINE, "--jobs", 2, "--out", "again.html")[0] == 0
    assert (folder / "again.html").read_text(encoding="utf-8") == coins


def won(players: int, *wins: int) -> Tally:
    """Games of which each seat has won so many."""
    tally = Tally(players)
    for seat, times in enumerate(wins):
        for _ in range(times):
            tally.add_game([int(seat == one) for one in range(players)], [seat], "over", [])
    return tally


@pytest.mark.parametrize(
    ("wins", "title"),
    [
        ((2750, 2250), "Seats are not even: seat 1 wins most, 55.0 % (53.6 to 56.4 %), seat 2 least, 45.0 %"),
        ((2510, 2490), "All seats win about equally often: within 3 points of 50.0 %"),
        ((54, 46), "No seat is clearly favoured, but it takes more games to show a small advantage"),
    ],
)
def test_of_seats_is_said_what_the_games_show(wins: tuple[int, ...], title: str) -> None:
    shown = report_figures.seats(st.load_ruleset("kuhn").game(2), won(2, *wins))
    assert shown is not None and shown.title == title
    assert [row[1] for row in shown.rows] == [f"{100 * one / sum(wins):.1f} %" for one in wins]


def test_bars_hold_all_games() -> None:
    tally = won(2, 5)
    for length, times in ((3, 2), (120, 5), (121, 1)):
        tally.lengths[length] += times
    made = report_figures.histogram(tally.lengths)
    assert sum(one["share"] for one in made) == pytest.approx(1) and len(made) <= report_figures.MOST_BARS
    assert made[0]["low"] == -0.5 and made[-1]["high"] >= 121.5


def test_bars_of_what_lies_far_out_are_put_together() -> None:
    counted = Counter({200: 300, 201: 500, 202: 200, 20: 1, 900: 2})
    made = report_figures.histogram(counted)
    assert sum(one["share"] for one in made) == pytest.approx(1)
    assert (made[0]["low"], made[-1]["high"]) == (192.5, 209.5)
    rows = report_figures.bar_rows(made, counted)
    assert rows[0] == ["20 to 193", "0.1 %"] and rows[-1] == ["209 to 900", "0.2 %"]
    assert report_figures.end_bars_note(made, counted) == "The bars at the ends hold all from 20 on and up to 900."
    plain = Counter({1: 2, 3: 4})
    assert report_figures.end_bars_note(report_figures.histogram(plain), plain) == ""


def test_a_comparison_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run(
        capsys,
        "compare",
        "goofspiel",
        "--set",
        "cards=3",
        "--against",
        "cards=5",
        "-n",
        200,
        "--players",
        2,
        "--format",
        "json",
    )
    assert code == 0
    (tmp_path / "both.json").write_text(out)
    assert run(capsys, "report", "both.json")[0] == 0
    text = (tmp_path / "comparison-report.html").read_text()
    assert re.search(r"cards=5 against .*cards=3, 2 players: \w[^:]* is higher, [\d.]+ instead of [\d.]+", text), text[
        1000:4000
    ]
    (tmp_path / "other.json").write_text(json.dumps({"format": "other"}))
    assert "is not a comparison" in run(capsys, "report", "other.json")[2]


def test_games_of_people_are_a_part_of_their_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset = st.load_ruleset(folder / "coins.yaml")
    state, path = ruleset.game(2).start(1), folder / "people.jsonl"
    with GameRecorder(path, ruleset, state, play={"seats": ["human"] * 2}) as recorder:
        while not state.over:
            recorder.choose(0)
    out = folder / "people.html"
    line = (folder / "coins.yaml", "-n", 20, "--bots", "greedy", "--bot-games", 2, "--ladder", "random,greedy")
    assert run(capsys, "report", *line, "--recordings", path, "--out", out)[0] == 0
    text = out.read_text()
    assert "1 games of Coins &amp; &lt;b&gt;more&lt;/b&gt; that people have played" in text
    assert text.index("2 players, random choices</h2>") < text.index("2 players, people</h2>")
    shown = text[text.index("2 players, people</h2>") :]
    # what one game tells of the targets, then its measures beside those of each of the others but the ladder
    assert re.findall("<h3 id=.*?>(.*?)</h3>", shown) == [
        "Targets: 1 of 1 needs more games",
        "Beside random choices",
        "Beside greedy",
    ]
    assert "cannot tell" in shown and '<th scope="col">greedy</th>' in shown
    (decisions,) = re.findall(r'<th scope="row">decisions</th><td></td><td>(.*?)</td>', shown[shown.index("greedy") :])
    assert decisions == f"{state.decisions:.2f}"


def test_games_of_people_are_for_a_game_that_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    data = {"format": "stammtisch-comparison-1", "comparisons": []}
    (tmp_path / "both.json").write_text(json.dumps(data))
    code, _, told = run(capsys, "report", "both.json", "--recordings", tmp_path)
    assert code == 2 and told.startswith(
        "--recordings shows games of people beside other games: also name their RULESET"
    )


def test_a_run_that_was_kept_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("duckdb")
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "coins", COINS)
    assert run(capsys, "simulate", "coins.yaml", "-n", 60, "--out", "run", "--jobs", 1)[0] == 0
    assert run(capsys, "report", "run", "--out", "kept.html")[0] == 0
    assert run(capsys, "report", "coins.yaml", "-n", 60, "--out", "new.html")[0] == 0
    kept, new = ((tmp_path / name).read_text() for name in ("kept.html", "new.html"))
    assert "3 players, random choices" in kept
    shown = new[new.index("<section") : new.index("</section>")]
    # the other one looks at two numbers of players, and so claims less of each
    shown = shown.replace("below 1.7&nbsp;%", "below 0.83&nbsp;%")
    assert shown == kept[kept.index("<section") : kept.index("</section>")]


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of games of which most do not end."""
    folder = tmp_path_factory.mktemp("ends")
    written(folder, "ends", ENDS)
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        line = ("report", "ends.yaml", "-n", "60", "--jobs", "1")
        assert group.main([*line], prog_name="stammtisch", standalone_mode=False) == 1
    return folder / "ends-report.html"


def test_the_recording_of_a_game_that_fails_stands_in_the_frame(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "stuck", ENDS.replace("          Wait: nothing\n", ""))
    assert run(capsys, "report", "stuck.yaml", "-n", 60, "--jobs", 1)[0] == 1
    text = (tmp_path / "stuck-report.html").read_text(encoding="utf-8")
    frame = text[text.index('<div class="failures"') : text.index('<div class="grid">')]
    assert "games with 2 players fail: " in frame and "stuck.yaml:14" in frame and "the pond is 0" in frame
    (link,) = (attributes for tag, attributes in Read(frame).tags if tag == "a")
    path = tmp_path / "again.jsonl"
    path.write_bytes(base64.b64decode(link["href"].partition(",")[2]))
    assert link["download"].endswith(".jsonl")
    shown = "".join(run(capsys, "replay", path)[1:])
    assert "there is nothing to choose for player" in shown and "stuck.yaml:14" in shown


def test_games_that_do_not_end_stand_in_a_frame_before_all_pictures(failing: Path) -> None:
    text = failing.read_text(encoding="utf-8")
    (frame,) = re.findall(r'<div class="failures" id="failures-0">.*?</div>', text, re.S)
    assert text.index(frame) < text.index('<div class="grid">') < text.index("<figure")
    # the list above all parts begins with it
    assert re.search(r'<ul class="found">\s*<li><a class="missed" href="#failures-0">', text)
    (kind,) = re.findall("<li>.*?</li>", frame, re.S)
    told = re.sub("<.*?>", " ", kind)
    assert re.search(
        r"\d+ games with 2 players do not end: after 20,000 decisions they go round among Fish or pay", told
    )
    assert "ends.yaml:14" in told and "in all of 20 looked at: nobody has a choice any more; " in told
    assert "See one: <code>" in kind and "All figures and charts are for the games that finished." in frame


@full
@pytest.mark.parametrize("width", [360, 1280])
def test_the_frame_of_games_that_do_not_end_in_chromium(failing: Path, width: int) -> None:
    pytest.importorskip("axe_playwright_python")
    if not CHROMIUM.exists():
        pytest.skip("Chromium is not installed")
    with chromium() as browser:
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.goto(failing.as_uri())
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        frame, picture = (page.locator(one).first.bounding_box() for one in (".failures", "figure"))
        assert frame["y"] + frame["height"] < picture["y"] and frame["width"] <= width
        assert (
            page.evaluate("getComputedStyle(document.querySelector('.failures')).borderTopColor") == "rgb(179, 64, 26)"
        )
        page.locator(".found .missed").first.click()
        assert page.evaluate("document.querySelector('.failures').getBoundingClientRect().top") < 800


@full
@pytest.mark.parametrize("width", [360, 1280])
def test_a_report_in_chromium(coins: str, folder: Path, width: int) -> None:
    pytest.importorskip("axe_playwright_python")
    if not CHROMIUM.exists():
        pytest.skip("Chromium is not installed")
    with chromium() as browser:
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.goto((folder / "coins-report.html").as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        narrow = page.evaluate("[...document.querySelectorAll('svg')].map(one => one.getBoundingClientRect().width)")
        assert len(narrow) >= 6 and all(250 < one <= 640 for one in narrow)


def test_a_page_without_pictures_is_whole() -> None:
    text = page("Nothing", [ReportPart("No games", "0 games.", [])], [("Command", "x")])
    assert text.startswith("<!DOCTYPE html>") and text.endswith("</html>\n")
