"""Playing at the terminal in the reader's language: nothing that is shown is left in English unnoticed."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.pseudo_language import PSEUDO, WORD, add_words, bare, use_pseudo_language
from helpers.tiers import full

from stammtisch.base.display_names import Wording
from stammtisch.cli.autosave import Keeper, keep_somewhere, play_data
from stammtisch.cli.session import COMMANDS, Session
from stammtisch.cli.terminal import Terminal
from stammtisch.front.api import load_ruleset
from stammtisch.reading.library import rulesets
from stammtisch.records.recording import GameRecorder

# commands, and what commands of the program are called
SAME = frozenset(WORD.findall(" ".join([*COMMANDS, "stammtisch play resume replay save jsonl tmp yes no"]).lower()))
# everything that somebody may type, at the first decision and later
ASKED = "?;why;why 1;log;table;score;undo;hint;save;nothing of the kind;99;save copy.jsonl;save taken;1"
OTHERS = sorted({*rulesets()} - {"tictactoe", "kuhn", "mechanisms"})


@pytest.fixture(autouse=True)
def pseudo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use_pseudo_language(monkeypatch)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").write_text("something else")


def play(name: str, seats: list[str], answers: list[str], capsys: pytest.CaptureFixture[str], kept: bool = True) -> str:
    """All that is shown of a game in the language."""
    rules = add_words(load_ruleset(name))
    state = rules.game(len(seats)).start(4)

    def keep(path: Path) -> GameRecorder:
        return GameRecorder(path, rules, state, play=play_data(seats, True))

    keeper = Keeper(keep_somewhere([Path()], state, keep) if kept else None, True)
    terminal = Terminal([f"{answer}\n" for answer in answers])
    Session(state, seats, terminal, 300, keeper, language=PSEUDO).run()
    shown, notes = capsys.readouterr()
    return shown + notes


def forgotten(name: str, shown: str) -> list[str]:
    """The words that are neither the program's nor the ruleset's nor what was typed."""
    title = load_ruleset(name).name
    allowed = SAME | frozenset(WORD.findall(f"{title} {name} {ASKED}".lower()))
    return bare(shown, allowed)


def people(name: str) -> int:
    return load_ruleset(name).players[0]


@pytest.mark.parametrize("name", ["kuhn", *(pytest.param(name, marks=full) for name in ["tictactoe", *OTHERS])])
def test_nothing_at_the_terminal_is_left_in_english(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    seats = ["human"] * people(name)
    answers = ASKED.split(";") + ["", "1", "undo", "why", "log"] + ["1", ""] * 250
    assert forgotten(name, play(name, seats, answers, capsys)) == []


@pytest.mark.parametrize("end", [[], ["quit", "no"], ["quit", "yes"], ["quit", "x", "⟦no⟧"]])
def test_leaving_says_so_in_the_language(end: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for kept in (True, False):
        shown = play("tictactoe", ["human", "random"], [*end], capsys, kept)
        assert forgotten("tictactoe", shown) == [] and "⟦" in shown


def test_numbers_are_written_as_the_language_does() -> None:
    english, german = Wording(), Wording(language="de")
    assert [english.number(12345), german.number(12345)] == ["12,345", "12.345"]
    assert [english.number(-0.256, "+.2f"), german.number(-0.256, "+.2f")] == ["-0.26", "-0,26"]
