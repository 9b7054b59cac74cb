"""Games of people: counted from recordings by the same measures, told beside the games of a study and never added."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers.small_games import run, written
from helpers.three_moves import GAMES, THREE, tallied

import stammtisch as st
from stammtisch.records.recording import GameRecorder
from stammtisch.study.counts.measures import MEASURES
from stammtisch.study.reports.human_games import count_human_games, read_recordings

AT_A_TABLE = {"by": "people", "seats": ["human", "human"]}


def record(path: Path, ruleset: st.Ruleset, choices: Sequence[int], play: object = AT_A_TABLE) -> None:
    """A game with these choices, kept as a table does."""
    state = ruleset.game().start(1)
    with GameRecorder(path, ruleset, state, play=play) as recorder:  # type: ignore[arg-type]
        for choice in choices:
            recorder.choose(choice)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four games of people; one that is not over, one against a bot, one by other rules, one that says not who."""
    made, three = tmp_path / "games", written(tmp_path, "three", THREE)
    made.mkdir()
    for number, choices in enumerate(GAMES):
        record(made / f"{number}.jsonl", three, choices)
    record(made / "open.jsonl", three, GAMES[0][:2])
    record(made / "bot.jsonl", three, GAMES[0], {"by": "people", "seats": ["human", "greedy"]})
    record(made / "unknown.jsonl", three, GAMES[0], None)
    (tmp_path / "other").mkdir()
    record(made / "other.jsonl", written(tmp_path / "other", "three", THREE.replace("0..9", "0..8")), GAMES[0])
    (made / "notes.jsonl").write_text("{}\n")
    return made


def test_games_of_people_are_counted_as_others_are(folder: Path) -> None:
    game = st.load_ruleset(folder.parent / "three.yaml").game()
    found = count_human_games(read_recordings(folder), game)
    assert dict(found.left_out) == {"under other rules": 1, "not mostly by people": 2, "not over": 1}
    by_hand = tallied(game, GAMES)
    assert found.tally.games == 4
    for measure in MEASURES:
        assert measure.figures(game, found.tally) == measure.figures(game, by_hand), measure.name


def test_they_stand_beside_the_others(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("simulate", folder.parent / "three.yaml", "-n", 40, "--jobs", 1)
    alone = run(capsys, *asked)[1]
    code, text, _ = run(capsys, *asked, "--recordings", folder)
    assert code == 0 and text.startswith(alone.rstrip("\n"))
    lines = text[len(alone) :].split("\n")
    assert lines[1:3] == [
        "2 players: 4 games of people beside 40 of random choices",
        "  left out: 2 not mostly by people, 1 not over, 1 under other rules",
    ]
    (won,) = (line.split() for line in lines if line.startswith("  shared victories"))
    assert won[2:4] == ["25.0", "%"] and len(won) == 4 + 5 + 2 + 5
    # what is only counted with --usage is there for people all the same
    assert any(line.split()[:3] == ["lead", "changes", "0.25"] for line in lines)
    text = run(capsys, *asked, "--recordings", folder, "--bots", "all=random")[1]
    assert "2 players: 4 games of people beside 40 of random\n" in text
    assert (
        "`stammtisch ladder`, which has no --recordings"
        in run(capsys, *asked, "--recordings", folder, "--ladder", "random,5")[2]
    )


def test_they_are_data_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("simulate", folder.parent / "three.yaml", "-n", 40, "--jobs", 1, "--recordings", folder, "--format")
    (result,) = json.loads(run(capsys, *asked, "json")[1])["results"]
    assert result["games"] == 40 and result["people"]["games"] == 4
    assert result["people"]["left_out"]["not over"] == 1
    assert result["people"]["measures"]["decisions"][0]["value"] == 3
    rows = {row["measure"]: row["value"] for row in csv.DictReader(io.StringIO(run(capsys, *asked, "csv")[1]))}
    assert rows["people.games"] == "4" and float(rows["people.wins by seat > seat 1"]) == 2.5 / 4


def test_where_there_are_none_that_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder.parent / "three.yaml"
    (folder.parent / "empty").mkdir()
    code, _, told = run(capsys, "simulate", path, "--recordings", folder.parent / "empty")
    assert code == 2 and "there are no recordings (.jsonl)" in told
    # one file will do
    text = run(capsys, "simulate", path, "-n", 9, "--jobs", 1, "--recordings", folder / "bot.jsonl")[1]
    assert text.rstrip().endswith("0 games of people beside 9 of random choices\n  left out: 1 not mostly by people")


def test_a_game_that_does_not_go_as_recorded_is_left_out(folder: Path) -> None:
    game = st.load_ruleset(folder.parent / "three.yaml").game()
    (one,) = read_recordings(folder / "0.jsonl")
    assert one.end is not None
    one.end["scores"] = [9, 9]
    assert dict(count_human_games([one], game).left_out) == {"not replayable": 1}
    one.header["options"] = {"lot": 1}
    assert dict(count_human_games([one], game).left_out) == {"with other settings": 1}
    one.header["players"] = 3
    assert not count_human_games([one], game).left_out


THREE_SEATS = THREE.replace("players: 2", "players: 3")


def friends_games(folder: Path) -> Path:
    """Games of three friends, of two and a bot, and of one and two bots, each with two notes."""
    rules, made = written(folder, "three", THREE_SEATS), folder / "games"
    made.mkdir()
    for name, seats in (("friends", ["human"] * 3), ("bot", ["human", "greedy", "human"]), ("alone", ["human", *"gg"])):
        choices = [0] * 9
        state = rules.game(3).start(1)
        note = {"seat": 0, "decision": 2, "text": f"<b>{name}</b>:\nno fun"}
        play = {"by": "people", "seats": seats, "notes": [note, note | {"seat": -1, "text": "noted"}]}
        with GameRecorder(made / f"{name}.jsonl", rules, state, play=play) as recorder:
            while not state.over:
                recorder.choose(choices.pop())
    return made


def test_a_game_of_two_friends_and_a_bot_counts_and_is_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = friends_games(tmp_path)
    asked = ("simulate", tmp_path / "three.yaml", "-n", 9, "--jobs", 1, "--players", 3, "--recordings", made)
    text = run(capsys, *asked)[1]
    assert "3 players: 2 games of people, 1 of them with bots at some seats, beside 9 of random choices\n" in text
    assert "  left out: 1 not mostly by people\n" in text
    noted = [line.split() for line in text[text.index("what people noted") :].splitlines()[1:] if line.strip()]
    assert noted[0] == ["recording", "after", "by", "note"] and len(noted) == 1 + 6
    assert ["bot.jsonl", "2", "player", "1", "<b>bot</b>:", "no", "fun"] in noted
    assert ["friends.jsonl", "2", "the", "host", "noted"] in noted
    (result,) = json.loads(run(capsys, *asked, "--format", "json")[1])["results"]
    assert result["people"]["with_bots"] == 1 and result["people"]["games"] == 2
    assert {"recording": "alone.jsonl", "decision": 2, "by": "the host", "text": "noted"} in result["people"]["notes"]
    told = run(capsys, "replay", made / "bot.jsonl")[2]
    assert "Played by people at a table in browsers, and by bots: seat 2 greedy." in told


def test_a_report_shows_what_people_noted_as_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made, page = friends_games(tmp_path), tmp_path / "page.html"
    asked = ("report", tmp_path / "three.yaml", "-n", 9, "--jobs", 1, "--players", 3, "--recordings", made)
    assert run(capsys, *asked, "--out", page)[0] == 0
    html = page.read_text(encoding="utf-8")
    assert "What people noted" in html and "&lt;b&gt;bot&lt;/b&gt;: no fun" in html and "<b>bot</b>" not in html
    assert "1 of them with bots at some seats" in html
