"""`validate --layout`: the lines that are guessed, and that nothing is drawn otherwise where they are written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.tiers import full, tiered

from stammtisch.base.streams import Stream
from stammtisch.cli.commandline import group
from stammtisch.drawing.board_plans import board_plans
from stammtisch.front import starter
from stammtisch.front.api import Ruleset, load_ruleset, validate
from stammtisch.front.guessed_layout import guess_layout, layout_text
from stammtisch.reading import library
from stammtisch.sheets.card_pages import front_of
from stammtisch.sheets.cards import cards_of, ruleset_style
from stammtisch.table.pages.render import seat_page

NAMES = ["Anna", "Ben", "Clara", "David", "Ella", "Felix", "Greta", "Hugo", "Ida", "Jan"]
MOMENTS = (0, 3, 20, 60)


def guesses_of(ruleset: Ruleset) -> str:
    return layout_text(guess_layout(ruleset.checked.ruleset, [ruleset.game(players) for players in ruleset.players]))


def pictures_of(ruleset: Ruleset) -> list[bytes | str]:
    """All cards as they are printed, and the pages of all seats at some moments of a game."""
    style = ruleset_style(ruleset, {})
    has_cards = any(ruleset.game(players).program.cards for players in ruleset.players)
    cards = cards_of(ruleset, {}, None) if has_cards else []
    found: list[bytes | str] = [str(front_of(card, style)) for card in cards]
    for players in {ruleset.players[0], ruleset.players[-1]}:
        state, stream = ruleset.game(players).start(4), Stream(7)
        while not state.over and state.decisions <= MOMENTS[-1]:
            if state.decisions in MOMENTS:
                for seat in range(players):
                    found.append(seat_page(state, seat, NAMES[:players], [False] * players, "/x"))
            state.choose(stream.draw(len(state.decision)))
    return found


def with_guesses(path: Path, ruleset: Ruleset, folder: Path) -> Path:
    """A variant of a ruleset that has the lines which are guessed for it."""
    file = folder / "guessed.yaml"
    file.write_text(f"format: 1\nextends: {path}\n{guesses_of(ruleset)}\n", encoding="utf-8")
    return file


@pytest.mark.parametrize("name", tiered(library.rulesets(), {"munchhausen", "tictactoe"}.__contains__))
def test_nothing_is_drawn_otherwise_where_the_lines_are_written(name: str, tmp_path: Path) -> None:
    ruleset = load_ruleset(name)
    file = with_guesses(library.find(name), ruleset, tmp_path)
    assert pictures_of(load_ruleset(file)) == pictures_of(ruleset)
    assert [one.message for one in validate(file)] == [one.message for one in validate(name)]


def without_layout(name: str) -> str:
    """A template without its layout."""
    text = (Path(starter.__file__).with_name("templates") / name / "ruleset.yaml").read_text(encoding="utf-8")
    return text.partition("\nlayout:")[0] + "\n"


@full
@pytest.mark.parametrize("template", tiered(starter.TEMPLATES, {"auction", "board-game"}.__contains__))
def test_a_game_without_a_layout_gets_all_of_it(template: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    starter.from_template("game", template)
    rules = tmp_path / "game" / "ruleset.yaml"
    rules.write_text(without_layout(template), encoding="utf-8")
    ruleset = load_ruleset(rules)
    text = guesses_of(ruleset)
    assert "\nlayout:\n" in text
    assert pictures_of(load_ruleset(with_guesses(rules, ruleset, tmp_path))) == pictures_of(ruleset)


def said(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(group, ["validate", *arguments], standalone_mode=False)
    return int(done.return_value or done.exit_code), done.stdout


def test_the_command_prints_lines_that_can_be_written() -> None:
    code, text = said("kuhn", "--layout")
    assert code == 0 and text == guesses_of(load_ruleset("kuhn")) + "\n"
    assert "layout:\n  cards:\n    card:\n" in text and "# The smallest text on a card is " in text


TRICKS = """format: 1
game: Tricks and luck
players: 2
things: {suit: [clubs, hearts]}
components: {card: {front: {suit: suit, rank: 1..6}}}
shared: {deck: {pile of: card, see: nobody, starts with: {suit: suits, rank: 1..6}}}
each player:
  hand: {holds: card, see: owner}
  shown: {holds: card}
  played: {holds: card}
  taken: {holds: card}
  luck: 0..6
  steps: 0..6
setup: {all get cards: {deal: 3, from: deck, to: players.hand}}
phases:
  a trick:
    until: {all cards are played: all(p.hand.empty for p in players)}
    do:
      everybody plays: {for each: p in players, choose: card in p.hand, move: card, to: p.played}
      the trick goes: {move: those(c in players.played), to: first(players).taken}
      luck decides:
        for each: p in players
        random: number in 1..6
        set: {p.luck: number, p.steps: number}
        do: {add: {p.steps: 0}}
score: player.taken.size
rulings: {equal scores share the victory: {change: winner}}
"""


def test_suits_dice_and_tricks_are_guessed(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(TRICKS)
    ruleset = load_ruleset(tmp_path)
    looks = ruleset.looks
    assert (looks.of("hearts").symbol, looks.of("hearts").colour, looks.of("clubs").symbol) == ("♥", "red", "♣")
    # what is counted on is no die, and what nobody plays to is no trick
    assert [one.name for one in looks.dice] == ["luck"] and looks.table.middle == ("played",)
    assert "    middle: [played]  # the cards of all go from there together\n" in guesses_of(ruleset)
    assert "    # dice: [luck] (" in guesses_of(ruleset)
    # a layout says otherwise
    (tmp_path / "ruleset.yaml").write_text(TRICKS + "layout: {table: {middle: [deck]}, dice: [steps]}\n")
    looks = load_ruleset(tmp_path).looks
    assert [one.name for one in looks.dice] == ["steps"] and looks.table.middle == ("deck",)


def test_each_attribute_is_guessed_once(tmp_path: Path) -> None:
    text = TRICKS.replace("[clubs, hearts]", "[oak, elm]").replace(
        "{suit: suit, rank", "{name: text, left: suit, suit: suit, rank"
    )
    text = text.replace("starts with: {", "starts with: {name: Card, left: suits, ").replace("card:", "item:")
    (tmp_path / "ruleset.yaml").write_text(text.replace(": card", ": item"))
    found = guesses_of(load_ruleset(tmp_path))
    assert "      title: name\n" in found and "      footer: [left, suit]\n" in found
    assert "      frame: left\n" in found and "text on an item is" in found


def test_titles_that_are_divided_at_the_table_are_named(tmp_path: Path) -> None:
    assert "At the table" not in guesses_of(load_ruleset("balvin"))
    text = (library.root() / "balvin" / "ruleset.yaml").read_text().replace("Pilsner", "Oberbuergermeisterpilsner")
    (tmp_path / "ruleset.yaml").write_text(text)
    found = guesses_of(load_ruleset(tmp_path))
    assert (
        "# At the table 'Oberbuergermeisterpilsner' (beer) is divided on 'Oberbuergermeisterpilsner 1', and on" in found
    )


def test_what_cannot_be_written_is_a_comment() -> None:
    text = guesses_of(load_ruleset("hearts"))
    assert "      # corners: [rank, suit] (rank over suit, as on playing cards)\n" in text
    assert "    hand: {hand: [suit, rank]}  # things as they are declared, then numbers\n" in text + "\n"


def test_a_thing_that_is_no_board_has_the_line_that_makes_one(tmp_path: Path) -> None:
    tents = "things:\n  tent: [red_tent, blue_tent, green_tent]\n  stall: 4\n"
    facts = "each tent: {guests: 0..3}\neach stall: {goods: 0..3, open: true}\n"
    game = f"format: 1\ngame: Fair\nplayers: 2\n{tents}{facts}phases: {{a turn: {{turns: player in players, until: "
    game += "{it is late: round > 1}, one of: {Pass: nothing}}}\nscore: 0\n"
    file = tmp_path / "fair.yaml"
    file.write_text(game, encoding="utf-8")
    found = guesses_of(load_ruleset(file))
    assert (
        "# stall:\n      # track: [4] (no board: each stall has more than one fact; this line makes a track)" in found
    )
    assert (
        "# at: {red_tent: 12 12, blue_tent: 88 12, green_tent: 12 88} (no board: no table joins tent to tent;" in found
    )
    boards = "boards: {stall: {track: [4]}, tent: {at: {red_tent: 12 12, blue_tent: 88 12, green_tent: 12 88}}}"
    file.write_text(f"{game}layout: {{{boards}}}\n", encoding="utf-8")
    drawn = board_plans(load_ruleset(file).game().program, load_ruleset(file).game().looks.boards)
    assert {kind: plan.form for kind, plan in drawn.items()} == {"tent": "map", "stall": "track"}


def test_as_json_it_stands_beside_the_messages() -> None:
    code, text = said("tictactoe", "--layout", "--format", "json")
    found = json.loads(text)
    assert code == 0 and found["messages"] == []
    (layout,) = found["layouts"]
    assert {"key": "squares", "value": "plain", "why": "", "exact": True} in layout["guesses"]["boards"]["cell"]
    assert json.loads(said("tictactoe", "--format", "json")[1]) == []


def test_a_ruleset_with_mistakes_has_none(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("format: 1\ngame: Bad\nplayers: 2\nphases: {a turn: {choose: x in ys}}\n")
    code, text = said(str(tmp_path / "bad.yaml"), "--layout")
    assert code == 1 and "layout:" not in text


def test_other_forms_have_no_place_for_it() -> None:
    done = CliRunner().invoke(group, ["validate", "kuhn", "--layout", "--format", "sarif"])
    assert done.exit_code == 2 and "--layout is written as text or json" in done.output
