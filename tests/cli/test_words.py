"""`stammtisch words`: the lines that a file of words still lacks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from stammtisch.cli.commandline import group
from stammtisch.front.api import load_ruleset, validate
from stammtisch.reading.library import root

FIVE = ("munchhausen", "ofertu", "warrender", "bierfest", "balvin")


def words(*args: str) -> tuple[int, str]:
    """The exit code of the command, and all it prints."""
    result = CliRunner().invoke(group, ["words", *args])
    return result.exit_code, result.output + (result.stderr or "")


@pytest.mark.parametrize("name", FIVE)
def test_the_five_games_have_all_words_in_german(name: str, tmp_path: Path) -> None:
    shutil.copytree(root() / name, tmp_path / name)
    file = tmp_path / name / "words.de.yaml"
    before = file.read_text(encoding="utf-8")
    code, said = words("de", str(tmp_path / name))
    assert (code, file.read_text(encoding="utf-8")) == (0, before) and f"{file} has all" in said.replace("\n", " ")


def test_what_is_missing_gets_lines_and_what_is_there_stays(tmp_path: Path) -> None:
    shutil.copy(root() / "kuhn" / "ruleset.yaml", tmp_path / "ruleset.yaml")
    file = tmp_path / "words.de.yaml"
    file.write_text("# by Ada\nnames:\n  hand: Hand  # as in English\n\nwords:\n  Pass: Passen\n# the end\n")
    assert words("de", str(tmp_path))[0] == 0
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# by Ada\nnames:\n  hand: Hand  # as in English\n  ") and text.endswith("\n# the end\n")
    assert "\n  Bet:\n" in text and text.count("hand:") == text.count("Pass:") == 1
    assert [one for one in validate(tmp_path / "ruleset.yaml") if one.span.file == str(file)] == []
    assert load_ruleset(tmp_path / "ruleset.yaml").looks.others["de"].steps == {"Pass": "Passen"}
    again = words("de", str(tmp_path))[1]
    assert "are missing" in again and file.read_text(encoding="utf-8") == text


def test_other_languages_and_forms_are_refused(tmp_path: Path) -> None:
    shutil.copy(root() / "kuhn" / "ruleset.yaml", tmp_path / "ruleset.yaml")
    assert "the languages besides English are: de" in words("fr", str(tmp_path))[1]
    (tmp_path / "words.de.yaml").write_text("words: {Pass: Passen}\n")
    code, said = words("de", str(tmp_path))
    assert code and "write `words:` alone in its line" in " ".join(said.split())
    assert (tmp_path / "words.de.yaml").read_text() == "words: {Pass: Passen}\n"
