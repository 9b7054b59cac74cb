"""Where points come from, in the reader's language: put together of names, or as the file of words says it."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from pathlib import Path

import pytest
from helpers.small_games import written

from stammtisch.base.captions import Caption, caption_in, names_in
from stammtisch.base.display_names import DisplayName, Wording
from stammtisch.front.api import load_ruleset, validate
from stammtisch.game.state import State
from stammtisch.seats.running_game import game_wording
from stammtisch.seats.score_text import ranking_texts
from stammtisch.table.pages.page import page_data
from stammtisch.table.pages.page_content import content_of

NAMES = ["Anna", "Ben", "Cleo", "Dora"]
GAME = """\
format: 1
game: Fair
players: 2
settings: {price: 3}
components: {card: {front: {worth: 1..3}}}
shared: {deck: {pile of: card, starts with: {worth: 1..3, copies: 4}}}
each player: {hand: {holds: card}, coins: {range: 0..99, start: 2}, shut: false}
setup: {deal the cards: {deal: 2, from: deck, to: players.hand}}
phases: {a turn: {turns: player in players, until: {all is done: round > 1}, do: {one of: {Pass: nothing}}}}
score: SCORE
winner: [most player.coins]
"""
WORDS = Wording(
    {
        "hand": DisplayName("Hand", "Hände", {"gender": "f"}),
        "coins": DisplayName("Münzen", "Münzen"),
        "worth": DisplayName("Wert", "Werte"),
        "shut": DisplayName("zu", "zu"),
        "price": DisplayName("Preis", "Preise"),
    },
    language="de",
)


def captions(folder: Path, score: str) -> list[str]:
    game = written(folder, "fair", GAME.replace("SCORE", score)).game(2)
    return [part.words for part in game.program.score_parts]


@pytest.mark.parametrize(
    ("score", "english", "german"),
    [
        ("player.hand.size", "cards in hand", "Karten in Hand"),
        ("sum(player.hand.worth)", "worth of hand", "Wert von Hand"),
        ("if player.shut then 0 else 4", "0 if shut, otherwise 4", "0, falls zu, sonst 4"),
        ("min(player.coins, price) * 2", "(the smaller of coins and price) x 2",
         "(der kleinere Wert von Münzen und Preis) x 2"),
        ("count(c in player.hand where c.worth > 1)", "number of hand where c.worth > 1",
         "Anzahl Hand mit c.Wert > 1"),
    ],
)  # fmt: skip
def test_a_caption_is_put_together_in_the_readers_language(
    score: str, english: str, german: str, tmp_path: Path
) -> None:
    (said,) = captions(tmp_path, score)
    assert (said, caption_in(said, Wording()), caption_in(said, WORDS)) == (english, english, german)
    assert {*names_in(said)} <= {"hand", "worth", "shut", "coins", "price", "c"}
    again = pickle.loads(pickle.dumps(said))
    assert (again, caption_in(again, WORDS)) == (english, german) and isinstance(again, Caption)


def test_the_file_of_words_may_say_the_whole(tmp_path: Path) -> None:
    (said,) = captions(tmp_path, "player.hand.size")
    assert caption_in(said, replace(WORDS, steps={"cards in hand": "Karten auf der Hand"})) == "Karten auf der Hand"


def test_a_caption_in_a_file_of_words_is_known(tmp_path: Path) -> None:
    file = tmp_path / "fair.yaml"
    file.write_text(GAME.replace("SCORE", "player.hand.size"))
    (tmp_path / "fair.words.de.yaml").write_text(
        "words:\n  cards in hand: Karten auf der Hand\n  cards in hat: Karten\n"
    )
    found = [one.message for one in validate(file) if "fair.words" in one.span.file]
    assert found == ["the ruleset has no 'cards in hat' to give other words to"]


def ended(name: str) -> State:
    game = load_ruleset(name).ready(3)
    state = game.start(4)
    while not state.over:
        seat, site = state.sites()[0]
        numbers = state.option_numbers(seat, site)
        state.choose(state.option(site, numbers[state.decisions % len(numbers)]), seat)
    return state


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("munchhausen", "Wert der Hand"),
        ("warrender", "niedrigste Farbsumme (Farbsummen: "),
        ("bierfest", "Strafe × Strafkarten (Strafe: 1, Strafkarten: "),
    ],
)
def test_the_result_of_a_game_is_german(name: str, line: str) -> None:
    state = ended(name)
    wording = game_wording(state.game, NAMES[:3], "de")
    said = "\n".join(ranking_texts(state, wording))
    assert line in said and not re.search(r"\b(of|cards|if|lowest|card|worth)\b", said)
    page = page_data(content_of(state, 0, wording), wording, [False] * 3)
    shown = "\n".join(one for row in page["scores"] for one in row["lines"])
    assert line in shown and not re.search(r"\b(of|cards|if|lowest|card|worth)\b", shown)
    assert re.search(r"gewinn(t|en)|teilen sich den Sieg", page["turn"])
