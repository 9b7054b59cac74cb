"""Files of words: a ruleset's own words in another language."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.tiers import full

from stammtisch.base.diagnostics import Diagnostic
from stammtisch.cli.commandline import group
from stammtisch.front.api import load_ruleset, validate
from stammtisch.front.missing_words import add_missing_words
from stammtisch.front.words import words_file
from stammtisch.reading.library import root, variants_of
from stammtisch.records.recording import GameRecorder
from stammtisch.records.recording_reader import read_game
from stammtisch.rulebook.translation import rulebook_in
from stammtisch.seats.offers import option_texts
from stammtisch.seats.running_game import game_wording
from stammtisch.table.pages.render import seat_page

WORDS = root() / "munchhausen" / "words.de.yaml"


def problems(folder: Path, words: str) -> list[tuple[str, str, str]]:
    """What validate says of munchhausen with these words beside it."""
    shutil.copy(root() / "munchhausen" / "ruleset.yaml", folder / "ruleset.yaml")
    file = folder / "words.de.yaml"
    file.write_text(words)
    found: list[Diagnostic] = validate(folder / "ruleset.yaml")
    return [(one.code, one.severity, one.hint) for one in found if one.span.file == str(file)]


def test_a_game_with_a_file_of_words_is_german_for_who_reads_german() -> None:
    game = load_ruleset("munchhausen").ready(3)
    state, german = game.start(4), game_wording(game, ["Anna", "Ben", "Chris"], "de")
    seat, site = state.sites()[0]
    texts = option_texts(state, site, state.option_numbers(seat, site), seat, german)
    assert [*texts.values()][0] == "Biete 1" and [*texts.values()][-1] == "Passen"
    page = seat_page(state, seat, german, [False] * 3, "/x").decode()
    assert "Du bist dran: offene Versteigerung" in page and "der erste Baron wird ausgelost" in page
    assert "Offer" not in page
    assert "Offer" in seat_page(state, seat, ["Anna", "Ben", "Chris"], [False] * 3, "/x").decode()


def test_words_change_no_game() -> None:
    rules = load_ruleset("munchhausen")
    assert rules.looks.others["de"].steps and "words" not in rules.root.entries
    assert rules.looks.in_language("fr").steps == {}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("names: {hand: Hand}", []),
        ("nams: {hand: Hand}", [("unknown-key", "warning", "Did you mean `names`?")]),
        ("names: {hnd: Hand}", [("unknown-name", "warning", "Did you mean `hand`?")]),
        ("words: {Ofer: Biete}", [("unknown-name", "warning", "Did you mean `Offer`?")]),
        ("names: {hand: {one: Hand, gendr: f}}", [("unknown-key", "warning", "Did you mean `gender`?")]),
    ],
)
def test_what_is_wrong_in_a_file_of_words_is_a_warning(
    words: str, found: list[tuple[str, str, str]], tmp_path: Path
) -> None:
    assert problems(tmp_path, words) == found


def test_a_file_of_words_that_cannot_be_read_stops_no_game(tmp_path: Path) -> None:
    assert [one[1] for one in problems(tmp_path, "names: [")] == ["warning"]
    assert load_ruleset(tmp_path / "ruleset.yaml").looks.others == {}


def test_the_words_of_a_game_have_nothing_wrong() -> None:
    assert [one for one in validate("munchhausen") if one.span.file == str(WORDS)] == []


def test_words_are_beside_the_file(tmp_path: Path) -> None:
    assert words_file(tmp_path / "fair.yaml", "de") == tmp_path / "fair.words.de.yaml"
    assert words_file(tmp_path / "ruleset.yaml", "de") == tmp_path / "words.de.yaml"


def test_a_recorded_game_has_the_words_beside_its_rules(tmp_path: Path) -> None:
    rules = load_ruleset("munchhausen")
    state = rules.ready(3).start(1)
    with GameRecorder(tmp_path / "game.jsonl", rules, state):
        pass
    assert read_game(tmp_path / "game.jsonl").ruleset.looks.others["de"].steps


TOAST = """\
format: 1
extends: ../ruleset.yaml
game: Munchhausen with a toast
change:
  the first Baron is drawn by lot: {after: {the first Baron drinks: {say: starter}}}
"""


def checked(*args: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(group, ["validate", *map(str, args)])
    return done.exit_code, " ".join(done.stdout.split()), done.stderr


@full
def test_validate_counts_missing_words_and_says_what_writes_them(tmp_path: Path) -> None:
    shutil.copytree(root() / "munchhausen", tmp_path / "fibs")
    assert checked(tmp_path / "fibs") == (0, "", "1 file, all is well\n")
    file = tmp_path / "fibs" / "words.de.yaml"
    file.write_text(file.read_text().replace("  Pass: Passen\n", "").replace("  Offer: Biete\n", "  Offer:\n"))
    code, shown, notes = checked(tmp_path / "fibs", "--strict")
    assert (code, notes) == (0, "1 file, all is well\n")
    assert "2 of" in shown and "words are missing in 'de'; `stammtisch words de " in shown
    assert "rulebook" not in shown
    # a noun without its gender
    file.write_text(file.read_text().replace("  offer: {one: Gebot, many: Gebote, gender: n}\n", "  offer: Gebot\n"))
    whole = re.search(
        "([1-9][0-9]*) of [0-9]+ sentences of the rulebook (is|are) in English", checked(tmp_path / "fibs")[1]
    )
    assert whole is not None and rulebook_in("de", load_ruleset(tmp_path / "fibs")).english == int(whole[1])
    file.unlink()
    assert checked(tmp_path / "fibs")[1] == ""


@full
def test_a_variant_has_words_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "fibs" / "variants"
    shutil.copytree(root() / "munchhausen", tmp_path / "fibs")
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / "toast.yaml").write_text(TOAST)
    words = folder / "toast.words.de.yaml"
    words.write_text("words:\n  the first Baron drinks: der erste Baron trinkt\n  the last Baron drinks: nie\n")
    assert variants_of(tmp_path / "fibs" / "ruleset.yaml") == ["toast"]
    for rules in (load_ruleset(tmp_path / "fibs", ["toast"]), load_ruleset(folder / "toast.yaml")):
        steps = rules.looks.others["de"].steps
        assert (steps["the first Baron drinks"], steps["Pass"]) == ("der erste Baron trinkt", "Passen")
    found = [one for one in validate(tmp_path / "fibs", ["toast"]) if one.span.file == str(words)]
    assert [(one.span.line, one.hint) for one in found] == [(3, "Did you mean `the first Baron drinks`?")]
    words.unlink()
    assert add_missing_words(load_ruleset(tmp_path / "fibs", ["toast"]), "de") == (words, 1)
    assert words.read_text() == "words:\n  the first Baron drinks:\n"


@pytest.mark.parametrize(
    ("line", "code", "hint"),
    [
        ("  suit: {one: Farbe, gender: w}", "unknown-word", ""),
        ("  hand: {one: Hand, preposition: unter}", "unknown-word", ""),
        ("  suit: {many: Farben}", "missing-key", "Add `one: suit`, with the word for one."),
        ("  suit: [Farbe, Farben, Farbe]", "wrong-form", "Write `suit: [suit, suit]`, the word for one and the word for many."),
        ("  suit: {one: [Farbe]}", "wrong-form", ""),
        ("  hearts_broken: 'Herz [ist] {nicht} gebrochen'", "wrong-form", "It has {not} alone."),
        ("  hearts_broken: 'Herz [ist] {1:dat} gebrochen'", "wrong-form", "It has {not} alone."),
        ("  hearts_broken: 'Herz [ist] {not gebrochen'", "wrong-form", "Write a hole as in {1:dat}."),
        ("  play a card: <limit> Karten spielen", "wrong-form", "Delete it."),
    ],
)  # fmt: skip
def test_what_german_cannot_be_made_of_is_told_and_said_in_english(
    line: str, code: str, hint: str, tmp_path: Path
) -> None:
    shutil.copytree(root() / "hearts", tmp_path / "hearts")
    file = tmp_path / "hearts" / "words.de.yaml"
    lines = file.read_text(encoding="utf-8").split("\n")
    at = max(at for at, one in enumerate(lines) if one.startswith(line.split(":", 1)[0] + ":"))
    lines[at] = line
    file.write_text("\n".join(lines), encoding="utf-8")
    found = [one for one in validate(file.with_name("ruleset.yaml")) if one.span.file == str(file)]
    assert [(one.code, one.severity, one.hint, one.span.line) for one in found] == [(code, "warning", hint, at + 1)]
    assert (
        CliRunner().invoke(group, ["rulebook", str(file.with_name("ruleset.yaml")), "--language", "de"]).exit_code == 0
    )
