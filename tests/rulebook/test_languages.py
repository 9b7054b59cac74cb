"""Rulebooks in German: sentences, cases and word order; what has no words is in English and counted."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.paths import DATA

from stammtisch.base.languages.declension import Noun, decline, of_noun, owned_by
from stammtisch.base.languages.phrases import fill_holes
from stammtisch.cli.commandline import group
from stammtisch.front.api import load_ruleset
from stammtisch.front.missing_words import missing_words, needed_words
from stammtisch.reading.library import root
from stammtisch.rulebook.blocks import markdown
from stammtisch.rulebook.book import rulebook
from stammtisch.rulebook.illustrations.example import example
from stammtisch.rulebook.languages.sentences import Clause, part_of
from stammtisch.rulebook.translation import rulebook_in

GOLDEN = DATA / "rulebook"
FIVE = ("munchhausen", "ofertu", "warrender", "bierfest", "balvin")
CLASSICS = ("hearts", "gin-rummy", "nine-mens-morris", "othello", "chess", "draughts", "connect-four", "tictactoe")
OTHERS = ("hex", "liars-dice", "kuhn", "leduc", "goofspiel", "blackjack", "first-price-auction")
game = cache(lambda name: load_ruleset(root() / name))
BARON, HAND = Noun("erster Baron", "erste Barone", "m"), Noun("Hand", "Hände", "f", {}, "auf")


@pytest.mark.parametrize(
    ("case", "determiner", "many", "said"),
    [
        (0, "der", False, "der erste Baron"),
        (1, "der", False, "des ersten Barons"),
        (3, "ein", False, "einen ersten Baron"),
        (0, "ein", False, "ein erster Baron"),
        (2, "der", True, "den ersten Baronen"),
        (0, "", True, "erste Barone"),
        (1, "all", True, "aller ersten Barone"),
        (3, "kein", False, "keinen ersten Baron"),
    ],
)
def test_determiner_adjective_and_noun_agree(case: int, determiner: str, many: bool, said: str) -> None:
    assert decline(BARON, case, many, determiner) == said


def test_things_lie_in_places_as_german_says_it() -> None:
    hand = owned_by(of_noun(BARON, False, "der"), HAND)
    asked = "{hand:wo}, {hand:wohin}, {hand:woher}"
    baron = "Hand des ersten Barons"
    assert fill_holes(asked, {"hand": hand}) == f"auf der {baron}, auf die {baron}, von der {baron}"
    deck = of_noun(Noun("Vorrat", "Vorräte", "m"), False, "der")
    assert (
        fill_holes("{deck:wo}, {deck:wohin}, {deck:woher}", {"deck": deck})
        == "im Vorrat, in den Vorrat, aus dem Vorrat"
    )


def test_a_clause_has_its_verb_where_its_place_in_the_sentence_wants_it() -> None:
    hands = of_noun(HAND, True, "der")
    clause = Clause("{subject} [ist|sind] größer [] als {other}", {"subject": hands, "other": "3"})
    assert clause.main() == "die Hände sind größer als 3"
    assert clause.after() == "die Hände größer sind als 3"
    assert clause.first() == "sind die Hände größer als 3"


def test_a_part_is_declined_as_its_entry_says() -> None:
    most = part_of("key: die höchste {key} {owner:gen}", {"key": BARON, "owner": of_noun(HAND, False, "der")})
    assert [most.cases(case) for case in (0, 2)] == [
        "der höchste erste Baron der Hand",
        "dem höchsten ersten Baron der Hand",
    ]


@pytest.mark.parametrize("name", [*FIVE, *CLASSICS, *OTHERS])
def test_the_games_have_no_sentence_in_english(name: str) -> None:
    made = rulebook_in("de", game(name))
    assert made.english == 0 and made.sentences > 15
    missing = missing_words(game(name), needed_words(game(name)), "de")
    assert missing["words"] == [] and set(missing["names"]) <= {"player", "s"}


@pytest.mark.parametrize("name", ["munchhausen", "bierfest"])
def test_a_german_rulebook_reads_as_kept(name: str) -> None:
    file = GOLDEN / f"{name}.de.md"
    made = markdown(rulebook_in("de", game(name), None, None, example(game(name).game(3), "de")).blocks)
    again = f"python cli.py rulebook {name} --language de > tests/testdata/rulebook/{file.name}"
    assert made == file.read_text(encoding="utf-8"), f"if the new text reads well, keep it: {again}"


@pytest.mark.parametrize("name", ["munchhausen", "othello"])
def test_another_language_changes_no_english(name: str) -> None:
    before = markdown(rulebook(game(name)))
    rulebook_in("de", game(name))
    assert markdown(rulebook(game(name))) == before == markdown(rulebook_in("en", game(name)).blocks)


def test_what_has_no_words_is_in_english_and_counted(tmp_path: Path) -> None:
    shutil.copy(root() / "munchhausen" / "ruleset.yaml", tmp_path / "ruleset.yaml")
    bare = rulebook_in("de", load_ruleset(tmp_path / "ruleset.yaml"))
    text = markdown(bare.blocks)
    assert 0 < bare.english < bare.sentences
    assert "## Spielablauf" in text and "The players take turns, round and round" in text
    said = CliRunner().invoke(group, ["words", "de", str(tmp_path)]).output
    assert f"{bare.english} of them are still in English" in " ".join(said.split())


def test_the_command_writes_a_german_page(tmp_path: Path) -> None:
    file = tmp_path / "rules.html"
    result = CliRunner().invoke(group, ["rulebook", "munchhausen", "--language", "de", "--out", str(file)])
    page = file.read_text(encoding="utf-8")
    assert result.exit_code == 0 and '<html lang="de">' in page
    # a rule that names a section leads there in German quotation marks too
    assert 'href="#offene-versteigerung">„Offene Versteigerung“</a>' in page
