"""The rulebook as a page: cover, contents, links from rule to rule, and what keeps a printed page whole."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers import games
from helpers.games import FEW_NAMES
from helpers.tiers import full, tiered

from stammtisch.base import errors
from stammtisch.base.errors import UsageError
from stammtisch.cli.commands.rulebook import command
from stammtisch.front.api import load_ruleset
from stammtisch.reading import library
from stammtisch.rulebook.blocks import Figure, Heading, Item, Items, Paragraph, PrintedTable, markdown
from stammtisch.rulebook.book import rulebook
from stammtisch.rulebook.illustrations.board_figures import board_figures
from stammtisch.rulebook.illustrations.example import _play_sample, example
from stammtisch.rulebook.illustrations.illustrated import illustrated_rulebook
from stammtisch.rulebook.illustrations.midgame import TableStanding
from stammtisch.rulebook.page import rulebook_page


@cache
def page(name: str) -> str:
    return rulebook_page(rulebook(games.ruleset(name)))


@pytest.mark.parametrize("name", tiered(library.rulesets(), FEW_NAMES.__contains__))
def test_contents_and_links_lead_to_places_that_there_are(name: str) -> None:
    places = re.findall(r' id="([^"]+)"', page(name))
    assert len(places) == len(set(places))
    contents = page(name).partition('<nav class="contents">')[2].partition("</nav>")[0]
    headings = re.findall(r'<h[23] id="([^"]+)"', page(name))
    assert re.findall(r'href="#([^"]+)"', contents) == headings and headings
    assert set(re.findall(r'href="#([^"]+)"', page(name))) <= set(places)


def test_a_rule_that_names_a_section_leads_there() -> None:
    assert 'See <a class="there" href="#open-auction">“Open auction”</a>' in page("munchhausen")
    assert '<a class="there" href="#close-a-tent">Close a tent</a></b>: See below.' in page("balvin")


def test_the_cover_comes_before_the_rules_and_the_title_is_on_each_sheet() -> None:
    cover, rules = page("munchhausen").split("</header>")
    assert "In the box: 24 to 48 cards." in cover and "<h2" not in cover and "<h2" in rules
    assert '@top-right { content: "Munchhausen";' in cover
    told = rulebook_page([Heading(1, 'A "game" \\ of <two>'), Heading(2, "Goal"), Paragraph("Win.")])
    assert r'content: "A \22 game\22  \5c  of \3c two>";' in told


def test_short_rules_and_tables_stay_on_one_sheet() -> None:
    inner = Item("Outer", "text", children=[Item("Inner", "text")])
    told = rulebook_page(
        [Heading(1, "T"), Items([inner]), PrintedTable(["a"], [["1"]] * 3), PrintedTable(["a"], [["1"]] * 40)]
    )
    assert "<li><b>Outer" in told and '<li class="leaf"><b>Inner' in told
    assert told.count('<table class="short">') == 1 and told.count("<table>") == 1


@full
def test_without_the_library_a_pdf_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(errors, "import_module", missing)
    done = CliRunner().invoke(command, ["ofertu", "--out", str(tmp_path / "rules.pdf")])
    assert isinstance(done.exception, UsageError) and str(done.exception).count("\n") == 0
    assert "pip install weasyprint" in str(done.exception) and not list(tmp_path.iterdir())

    def broken(name: str) -> None:
        raise OSError("cannot load library 'libpango'")

    monkeypatch.setattr(errors, "import_module", broken)
    done = CliRunner().invoke(command, ["ofertu", "--out", str(tmp_path / "rules.pdf")])
    assert isinstance(done.exception, UsageError) and "Pango" in str(done.exception)


# -- the example


@pytest.mark.parametrize("name", tiered(library.rulesets(), FEW_NAMES.__contains__))
def test_there_is_an_example_in_which_somebody_decides(name: str) -> None:
    ruleset = games.ruleset(name)
    made = [example(ruleset.game(min(ruleset.players[-1], max(3, ruleset.players[0])))) for _ in range(2)]
    assert made[0] == made[1]
    happened = next(block for block in made[0] if isinstance(block, Items) and block.numbered)
    assert any(item.title in ("Anna", "Ben", "Clara", "David") for item in happened.items)
    told = " ".join(f"{item.title} {item.text}" for item in happened.items)
    assert "player 1" not in told and "a card from" not in told


def test_an_example_shows_choices_effects_and_points_with_all_cards_open() -> None:
    told = [block for block in example(games.ruleset("warrender").game(3)) if not isinstance(block, PrintedTable)]
    texts = [block.text for block in told if isinstance(block, Heading | Paragraph)]
    assert texts[0] == "An example" and "made at random" in texts[1]
    assert re.search(r"This changes \w+'s score from −?\d+ to −?\d+", texts[-1])
    happened = next(block for block in told if isinstance(block, Items) and block.numbered).items
    banked = next(item.text for item in happened if item.title == "A challenge")
    assert re.search(r"value \d, contribution \d\) \(back tipsiness \d\) from (\w+)'s hand to \1's bank", banked)


@full
def test_the_parts_of_a_choice_and_a_chosen_set_are_told_once() -> None:
    def happens(name: str, players: int) -> str:
        return markdown(example(games.ruleset(name).game(players)))

    assert "**Anna**: Place bids: card black 1, slot 1." in happens("ofertu", 2)
    assert "**Clara**: Bid patrons tent 5, amount 9." in happens("balvin", 3)
    told = "Toast cards cost cards on the table: Alt and Kölsch from Clara's sets out of game."
    assert f"**Clara**: {told}" in happens("bierfest", 3)


@pytest.mark.parametrize("name", ["bierfest", "munchhausen", "ofertu"])
def test_scores_between_decisions_are_what_they_are_at_the_decision(name: str) -> None:
    game = games.ruleset(name).game(games.ruleset(name).players[0])
    played = _play_sample(game, 1)
    score = game.code(True).functions[game.program.score]
    for at, one in enumerate(played.stops[1:40], 1):
        others = [other for other in played.stops if other is not one]
        found = TableStanding(game, played.events, others, one.number).scores()
        assert found == [score(one.v, one.z, seat) for seat in range(game.players)], at


def test_what_comes_before_the_first_choice_of_a_turn_counts(tmp_path: Path) -> None:
    text = (
        "format: 1\ngame: Wages\nplayers: 2\neach player: {points: 0..99, rests: 0..9}\nphases:\n  a turn:\n"
        "    turns: player in players\n    until: {two rounds are over: round > 2}\n    do:\n"
        "      the wages: {add: {player.points: 1 + player.number}}\n"
        "      rest or not: {one of: {Rest: {add: {player.rests: 1}}, Go on: nothing}}\nscore: player.points\n"
    )
    (tmp_path / "wages.yaml").write_text(text, encoding="utf-8")
    found = markdown(example(load_ruleset(tmp_path / "wages.yaml").game(2)))
    assert "It is Anna's turn, in round 1." in found
    assert "1. Anna's points are now 2.\n" in found and "This changes Anna's score from 0 to 2." in found


def test_an_example_says_how_things_stood_before_it() -> None:
    told = markdown(example(games.ruleset("balvin").game(3)))
    assert "- **The stack of tent 5**: Wild 1.\n" in told and "- **Clara's patrons**: 10.\n" in told
    assert "turn, in round" not in told  # the rounds of a part of the day
    hidden = markdown(example(games.ruleset("warrender").game(3)))
    assert "- **Ben's bank**: Keg wild" in hidden and "The stack of pile" not in hidden.partition("What happens")[0]


@full
def test_the_hands_that_are_told_are_those_that_were_dealt() -> None:
    held = [
        block
        for block in example(games.ruleset("gin-rummy").game(2))
        if isinstance(block, Items) and not block.numbered
    ]
    assert [(item.title[-7:], len(item.text.split("; "))) for item in held[0].items] == [("'s hand", 10)]


def test_a_game_that_cannot_be_set_up_has_rules_without_an_example(tmp_path: Path) -> None:
    text = (
        "format: 1\ngame: Short\nplayers: 3..4\ncomponents: {card: {front: {value: 1..9}}}\n"
        "shared: {deck: {pile of: card, starts with: {value: 1..9}}}\neach player: {hand: {holds: card}}\n"
        "setup: {deal four each: {deal: 4, from: deck, to: players.hand}}\n"
        "phases: {a turn: {for each: p in players, choose: card in p.hand, move: card, to: deck}}\nscore: sum(player.hand.value)\n"
    )
    (tmp_path / "short.yaml").write_text(text, encoding="utf-8")
    done = CliRunner().invoke(command, [str(tmp_path / "short.yaml")])
    assert done.exit_code == 0 and "## Course of play" in done.output and "An example" not in done.output


def test_those_who_choose_at_once_are_each_told_with_their_own_card() -> None:
    blocks = example(games.ruleset("goofspiel").game(3))
    happened = next(block for block in blocks if isinstance(block, Items) and block.numbered).items
    chosen = {item.title: item.text for item in happened if item.title in ("Anna", "Ben", "Clara")}
    moved = " ".join(item.text for item in happened if item.title == "Everybody bids at once")
    for name, text in chosen.items():
        card = text.removeprefix("Everybody bids at once: ").rstrip(".")
        assert f"{card} from {name}'s hand to {name}'s bid".lower() in moved.lower()
    assert len(chosen) == 3


def test_several_cards_chosen_at_once_are_each_told_with_who_chose_them(tmp_path: Path) -> None:
    text = (
        "format: 1\ngame: Pairs\nplayers: 2\ncomponents: {card: {front: {value: 1..6}}}\nshared: {pool: {holds: card}}\n"
        "each player: {points: 0..99, hand: {holds: card, see: owner, starts with: {value: 1..6}}}\n"
        "phases:\n  both pick: {together: p in players, choose: c in p.hand, count: 2, move: c, to: pool}\n"
        "score: player.points\n"
    )
    (tmp_path / "pairs.yaml").write_text(text, encoding="utf-8")
    told = markdown(example(load_ruleset(tmp_path / "pairs.yaml").game(2)))
    for name in ("Anna", "Ben"):
        assert re.search(rf"\*\*{name}\*\*: Both pick: card \d. Both pick: card \d.\n", told)
        assert re.search(rf"Card \d and card \d from {name}'s hand to the pool\.", told)


def test_the_board_stands_behind_the_set_up_as_it_is_when_the_first_player_decides() -> None:
    [figure] = board_figures(games.ruleset("othello").game())
    assert figure.text == "The board after the set-up." and figure.svg.count("<circle") >= 4
    blocks = illustrated_rulebook(games.ruleset("othello")).blocks
    titles = [block.text for block in blocks if isinstance(block, Heading | Figure)]
    assert titles[titles.index("Set-up") + 1 :][:2] == [figure.text, "Course of play"]
    assert markdown(blocks) == markdown([block for block in blocks if not isinstance(block, Figure)])
    assert "<figure" in rulebook_page(blocks) and not board_figures(games.ruleset("hearts").game())


def test_a_board_that_differs_from_game_to_game_is_an_example(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text("""
format: 1
game: Fields
players: 2
things: {cell: {grid: 2x2}}
each cell: {crop: {start: 0, range: 0..9, see: everyone}}
setup:
  crops grow: {for each: c in cells, do: {one grows: {random: n in 1..9, set: {c.crop: n}}}}
phases:
  a turn: {turns: player in players, until: {All is mown: all(c.crop = 0 for c in cells)}, do: {Mow: {choose: c in cells where c.crop > 0, set: {c.crop: 0}}}}
score: 0
rulings: {points are shared: {change: score}}
""")
    [figure] = board_figures(load_ruleset(tmp_path).game(), "de")
    assert figure.text == "Der Spielplan nach dem Aufbau, als Beispiel."
