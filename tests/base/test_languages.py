"""What the program says in other languages: catalogues, forms of words, whole games."""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter

import pytest
from generate import catalogues

from stammtisch.base.display_names import DisplayName, Wording
from stammtisch.base.languages.catalogues import LANGUAGES, best_language, say_in
from stammtisch.front.api import load_ruleset
from stammtisch.seats.phrases import event_text
from stammtisch.seats.running_game import game_wording
from stammtisch.table.pages.render import seat_page

PLAYERS = ["Anna", "Ben", "Chris"]
SOUP = DisplayName("Suppe", "Suppen", {"gender": "f"})
COUNT = DisplayName("Graf", "Grafen", {"gender": "m", "gen": "Grafen", "dat": "Grafen", "akk": "Grafen"})
GERMAN = Wording({"soup": SOUP, "count": COUNT}, ("Anna", "Ben", "Chris"), language="de")


@pytest.mark.parametrize("language", catalogues.other_languages())
def test_a_catalogue_is_current_and_complete(language: str) -> None:
    made = catalogues.catalogue(language)
    po, mo = catalogues.texts(made)
    path = catalogues.path(language)
    assert (path.read_bytes(), path.with_suffix(".mo").read_bytes()) == (po, mo), "run docs/generate/catalogues.py"
    missing = [message.id for message in made if message.id and not all(_strings(message.string))]
    assert missing == []


@pytest.mark.parametrize("language", catalogues.other_languages())
def test_a_translation_has_the_holes_of_its_sentence(language: str) -> None:
    for message in catalogues.catalogue(language):
        if message.id:
            for text in _strings(message.string):
                assert _holes(text) <= set[str]().union(*map(_holes, _strings(message.id))), text


def _strings(text: str | Sequence[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def _holes(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_a_sentence_asks_a_noun_for_its_form() -> None:
    assert GERMAN.say("tap a {thing}", thing=GERMAN.noun("soup")) == "eine Suppe antippen"
    assert GERMAN.say("tap a {thing}", thing=GERMAN.noun("count")) == "einen Grafen antippen"
    assert GERMAN.say("tap a {thing}", thing=GERMAN.noun("tent")) == "tent antippen"


def test_a_case_asked_of_a_part_is_that_of_its_nouns() -> None:
    part = GERMAN.say_part("the {place}{details}", place=GERMAN.noun("count"), details="")
    assert GERMAN.say("{goods} from {source}", goods="2", source=part) == "2 von Grafen"


def test_names_of_players_without_one_are_in_the_language() -> None:
    assert [GERMAN.player(1), GERMAN.player(5)] == ["Ben", "Spieler 6"]


def test_a_line_of_the_log_is_german() -> None:
    event = {"kind": "end", "words": "", "reason": "the deck is empty", "winners": [0, 1], "scores": [5, 5]}
    line = "Das Spiel ist aus (the deck is empty): es ist unentschieden. Punkte: Anna 5, Ben 5."
    assert event_text(event, Wording(players=("Anna", "Ben"), language="de")) == line


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"), ("de", "de"), ("de-AT,de;q=0.9,en;q=0.8", "de"), ("fr, en;q=0.5, de;q=0.7", "de"),
        ("en-GB,de;q=0.9", "en"), ("de;q=0", "en"), ("*;q=x,;;,", "en"),
    ],
)  # fmt: skip
def test_a_browser_is_answered_in_the_first_language_that_there_is(accepted: str, language: str) -> None:
    assert best_language(accepted) == language


@pytest.mark.parametrize("name", ["munchhausen", "warrender"])
def test_pages_of_a_game_are_german(name: str) -> None:
    game = load_ruleset(name).ready(3)
    state, wording = game.start(3), game_wording(game, PLAYERS, "de")
    for turn in range(60):
        if state.over:
            break
        seat, site = state.sites()[0]
        if turn % 10 == 0:
            page = seat_page(state, seat, wording, [False] * 3, "/x").decode()
            assert '<html lang="de">' in page and "Du bist dran" in page and "Was kann ich hier tun?" in page
            for english in ("Your turn", "What has happened", "What can I do", " from ", "Sound on"):
                assert english not in page, english
            assert "Your turn" in seat_page(state, seat, PLAYERS, [False] * 3, "/x").decode()
        numbers = state.option_numbers(seat, site)
        state.choose(state.option(site, numbers[turn % len(numbers)]), seat)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_for_nothing(language: str) -> None:
    assert say_in(language, "") == ""  # gettext has what is said about a catalogue there
