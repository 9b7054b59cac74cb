"""Recordings and saves played again: the same game, what a changed ruleset does otherwise, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.small_games import FAILING, LITTLE, SHORT_OF_CARDS, run, written
from helpers.tiers import many

import stammtisch as st
from stammtisch.records.recording_reader import game_of
from stammtisch.records.replay import Replay, replay, reveal_all
from stammtisch.records.replay_kept import replay_save, ruleset_of, saved_game
from stammtisch.records.trace import Recorder, read_trace, write_failed_start
from stammtisch.study.runs.shards import Plan
from stammtisch.study.runs.simulate import simulate

SHIPPED = [("munchhausen", [], 4), ("munchhausen", ["two-players"], 2), ("ofertu", [], 2)]


@pytest.fixture
def little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> st.Ruleset:
    monkeypatch.chdir(tmp_path)
    return written(tmp_path, "little", LITTLE)


def recorded(game: st.Game, choices: list[int], path: Path, seed: int = 5, short: bool = False) -> st.State:
    """A game with these choices, then the first option each time."""
    state = game.start(seed, log=not short)
    with Recorder(path, state, short=short) as recorder:
        for choice in choices:
            recorder.choose(choice)
        while not state.over:
            recorder.choose(0)
    return state


def again(path: Path, ruleset: st.Ruleset, until: int | None = None) -> Replay:
    return replay(read_trace(path, until), ruleset, until)


@pytest.mark.parametrize(("name", "variants", "players"), SHIPPED)
def test_every_recording_plays_to_the_same_end(name: str, variants: list[str], players: int, tmp_path: Path) -> None:
    ruleset = st.load_ruleset(name, variants)
    simulate([ruleset.game(players)], many(1, 5), Plan(seed=3, trace=str(tmp_path)))
    for path in tmp_path.iterdir():
        trace = read_trace(path)
        found = replay(trace, ruleset_of(trace.header["ruleset"]))
        assert found.state is not None
        assert trace.end is not None
        assert (found.state.hash, found.state.scores) == (trace.end["hash"], trace.end["scores"])
        assert (found.first, found.changed, found.failed, found.stopped) == (None, "", "", False)


def test_until_stops_where_the_decision_is_due(little: st.Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorded(little.game(2), [1, 1], path)
    for until in range(1, 9):
        found = again(path, little, until)
        assert found.state is not None
        assert (found.state.decisions, found.state.over) == (until - 1, False)
    end = again(path, little, 9)
    assert end.state is not None
    assert end.state.over
    with pytest.raises(st.UsageError, match="has 8 decisions: --until 10 is not one of them"):
        again(path, little, 10)


def test_the_options_of_a_recording_are_used(little: st.Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    state = recorded(little.game(3, {"hand_size": 1, "bonus": 2}), [], path)
    found = again(path, little)
    assert found.state is not None
    assert found.game.program.options == {"hand_size": 1, "bonus": 2}
    assert found.state.scores == state.scores


def test_settings_in_words_are_found_again(tmp_path: Path) -> None:
    text = LITTLE.replace("bonus: 1", "bonus: 1, favourite: blue, two: [1, 2], shy: false")
    ruleset = written(tmp_path, "little", text)
    game = ruleset.game(2, {"favourite": "red", "two": "[2, 3]", "shy": "true"})
    options = json.loads(json.dumps(game.program.options))
    assert options != ruleset.game(2).program.options
    assert game_of(ruleset, 2, options).program.options == game.program.options


# -- changed rulesets


def changed(little: st.Ruleset, tmp_path: Path, old: str, new: str, choices: list[int], short: bool = False) -> Replay:
    """A recording of the little game, played again with a changed ruleset."""
    path = tmp_path / "game.jsonl"
    recorded(little.game(2), choices, path, short=short)
    assert old in LITTLE
    other = written(tmp_path, "other", LITTLE.replace(old, new))
    assert other.hash != little.hash
    found = again(path, other)
    assert found.changed == little.hash
    return found


def test_a_change_that_does_not_matter(little: st.Ruleset, tmp_path: Path) -> None:
    found = changed(little, tmp_path, "players: 2..3", "players: 2..2", [1, 0])
    assert (found.first, found.stopped) == (None, False)
    assert found.state is not None
    assert found.state.over


def test_reworded_steps_and_options_are_found_by_their_old_words(little: st.Ruleset, tmp_path: Path) -> None:
    new = (
        "play one: {was: play a card, choose: card in player.hand, move: card, to: player.won}\n"
        "      Talk:\n        was: say something\n"
        "        one of: {Brag: {was: Boast, add: {player.boasts: 1}}, Keep quiet: nothing}"
    )
    old = LITTLE[LITTLE.index("play a card: {") : LITTLE.index("\nscore")]
    found = changed(little, tmp_path, old, new, [1, 0, 0, 1])
    assert (found.first, found.stopped) == (None, False)
    assert found.state is not None
    assert found.state.over


@pytest.mark.parametrize("short", [False, True])
def test_an_option_that_is_gone_ends_the_replay(little: st.Ruleset, tmp_path: Path, short: bool) -> None:
    found = changed(little, tmp_path, "{Boast: {add", "{Shout: {add", [1, 1, 0, 0], short)
    assert found.state is not None
    # decision 2 kept quiet, which still can be done; decision 4 boasted
    assert (found.state.decisions, found.stopped) == (3, True)
    assert found.first is not None
    assert found.last is not None
    if short:
        assert found.first is found.last
    else:
        assert str(found.first) == (
            "line 3, decision 2, the options:\n  recorded: Boast, Keep quiet\n  now:      Shout, Keep quiet"
        )
    assert str(found.last) == "line 5, decision 4, the choice:\n  recorded: Boast\n  now:      Shout, Keep quiet"


def test_cards_are_found_by_their_attributes(tmp_path: Path) -> None:
    hand = "hand: {holds: card, see: owner, starts with: {colour: red, value: 1..3}}"
    text = LITTLE.replace("hand: {holds: card, see: owner}", hand)
    text = text[: text.index("setup:")] + text[text.index("phases:") :]
    path = tmp_path / "game.jsonl"
    recorded(written(tmp_path, "little", text).game(2), [2, 1, 0, 0, 1], path)
    # the same cards with other numbers, in another order
    turned = written(tmp_path, "turned", text.replace("red, value: 1..3", "red, value: [2, 3, 1]"))
    found = again(path, turned)
    assert (found.first, found.stopped) == (None, False)
    assert found.state is not None
    trace = read_trace(path)
    assert trace.end is not None
    assert found.state.scores == trace.end["scores"]
    numbers = [link.number for link in found.state.choices()]
    assert numbers != [line["choice"]["number"] for line in trace.decisions]


def test_another_step_is_named(little: st.Ruleset, tmp_path: Path) -> None:
    found = changed(little, tmp_path, "      say something:", "      say nothing at all:", [1, 1])
    assert (found.stopped, str(found.first)) == (
        True,
        "line 3, decision 2, the decision:\n  recorded: say something\n  now:      say nothing at all",
    )


def test_a_setting_that_is_gone_is_named(little: st.Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorded(little.game(2), [], path)
    found = again(path, written(tmp_path, "other", LITTLE.replace(", bonus: 1", "").replace("bonus * ", "")))
    assert str(found.first) == "line 1, the start, the setting bonus:\n  recorded: 1\n  now:      there is none"
    assert not found.stopped


@pytest.fixture
def edited(little: st.Ruleset, tmp_path: Path) -> Any:
    """Changes one line of a recording and gives the message of playing it again."""
    path = tmp_path / "game.jsonl"
    recorded(little.game(2), [1, 1, 0, 1], path)

    def edit(line: int, change: Any) -> str:
        lines = path.read_text(encoding="utf-8").splitlines()
        data = json.loads(lines[line - 1])
        change(data)
        lines[line - 1] = json.dumps(data)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        with pytest.raises(st.UsageError) as caught:
            again(path, little)
        return str(caught.value)

    return edit


@pytest.mark.parametrize(
    ("line", "change", "what"),
    [
        (1, lambda data: data.update(seed=6), "line 1, the start, "),
        (1, lambda data: data["events"].pop(), "line 1, the start, events"),
        (1, lambda data: data["chance"][0].update(index=9), "line 1, the start, chance"),
        (1, lambda data: data["options"].update(bonus="x"), "bonus"),
        (2, lambda data: data.update(seat=1), "line 2, decision 1, the decision:\n  recorded: player 2: play a card"),
        (
            3,
            lambda data: data.update(index=0),
            "line 3, decision 2, the choice:\n  recorded: Keep quiet\n  now:      Boast",
        ),
        (3, lambda data: data.update(index=99), "line 3, decision 2, the choice"),
        (3, lambda data: data.update(forced=True), "line 3, decision 2, whether it is forced"),
        (3, lambda data: data["options"].pop(), "line 3, decision 2, the options"),
        (3, lambda data: data.update(state=None), "line 3, decision 2, the state"),
        (4, lambda data: data["state"]["zones"]["deck"]["cards"].pop(), "line 4, decision 3, deck:"),
        (4, lambda data: data["state"].update(random="1"), "line 4, decision 3, random"),
        (4, lambda data: data["state"]["counters"].update(round=9), "line 4, decision 3, counters"),
        (10, lambda data: data.update(hash="0"), "line 10, decision 8, the hash of the state"),
        (10, lambda data: data.update(scores=[9, 9]), "line 10, decision 8, the scores:\n  recorded: 9, 9"),
        (
            10,
            lambda data: data.update(end="unfinished"),
            "line 10, decision 8, the end:\n  recorded: unfinished\n  now:      finished",
        ),
    ],
)
def test_a_recording_that_was_tampered_with_is_refused(edited: Any, line: int, change: Any, what: str) -> None:
    assert what in edited(line, change)


# -- failures


def test_a_failing_game_fails_again(tmp_path: Path) -> None:
    ruleset = written(tmp_path, "failing", FAILING)
    path = tmp_path / "game.jsonl"
    with pytest.raises(st.GameError):
        recorded(ruleset.game(), [], path)
    found = again(path, ruleset)
    assert found.state is not None
    assert found.failing is not None
    assert (found.state.decisions, found.failing["number"], found.first) == (1, 2, None)
    assert found.failed.endswith("failing.yaml:11 Add: total leaves its range 0..3: 4")
    mended = written(tmp_path, "mended", FAILING.replace("total: 0..3", "total: 0..9"))
    found = again(path, mended)
    assert (found.failed, found.stopped) == ("", False)
    assert "the end:\n  recorded: failed\n  now:      unfinished" in str(found.first)


def test_a_game_whose_score_cannot_be_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = FAILING.replace("{total: 2}", "{total: 1}").replace("score: total", "score: 6 / (total - 3) rounded down")
    ruleset = written(tmp_path, "score", text)
    path = tmp_path / "game.jsonl"
    with Recorder(path, ruleset.game().start(1)) as recorder:
        for _ in range(3):
            recorder.choose(0)
    trace = read_trace(path)
    assert trace.end is not None
    assert (trace.end["end"], trace.end["scores"], trace.end["winners"]) == ("failed", None, [])
    message = "score.yaml:12: total - 3 is 0: nothing can be divided by it"
    assert trace.end["reason"].endswith(message)
    code, out, err = run(capsys, "replay", path, "--ruleset", tmp_path / "score.yaml")
    assert (code, err) == (0, "")
    assert out.splitlines()[-2] == "Decision 3: player 1, say something: Add"
    assert out.rstrip().endswith(message)


def test_a_game_that_fails_at_its_start(tmp_path: Path) -> None:
    ruleset = written(tmp_path, "short", SHORT_OF_CARDS)
    path = tmp_path / "game.jsonl"
    with pytest.raises(st.GameError) as caught:
        ruleset.game().start(1)
    write_failed_start(path, ruleset.game(), 1, (), caught.value)
    found = again(path, ruleset)
    assert (found.state, found.first) == (None, None)
    assert found.failed.endswith("short.yaml:11 deal the cards: deck holds too few cards to deal 2 to each")


# -- the command


def test_the_course_of_play_and_the_table(
    little: st.Ruleset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = recorded(little.game(2), [1, 1], tmp_path / "game.jsonl")
    code, out, err = run(capsys, "replay", "game.jsonl")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Little (little), 2 players, seed 5"
    assert [line for line in lines if line.startswith("2 ")] == ["2  player 1: Keep quiet"]
    assert sum(line[0].isdigit() for line in lines if line) == 8
    assert f"  1. player {state.winners[0] + 1}" in out
    assert not [line for line in lines if "a card from" in line]


def test_a_seat_sees_only_what_it_saw(little: st.Ruleset, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded(little.game(2), [1, 1], tmp_path / "game.jsonl")
    code, out, _ = run(capsys, "replay", "game.jsonl", "--seat", 2, "--until", 1)
    assert code == 0
    (deal,) = [line for line in out.splitlines() if line.startswith("deal the cards")]
    assert deal.startswith(
        "deal the cards: 2 cards each from the deck to player 1's hand and player 2's hand; player 2's"
    )
    assert out.splitlines()[-1] == "Decision 1: player 1, play a card"
    assert "1 (you)" not in out
    whole = run(capsys, "replay", "game.jsonl", "--until", 1)[1]
    assert "cards each from" not in whole and "cards to player" not in whole
    assert whole.splitlines()[-1].startswith("Decision 1: player 1, play a card: ")
    own = run(capsys, "replay", "game.jsonl", "--seat", 1, "--until", 1)[1].splitlines()[-1]
    assert len(own.split("; ")) == 2


def test_seeing_everything_leaves_the_state_alone(little: st.Ruleset, tmp_path: Path) -> None:
    state = recorded(little.game(2), [1], tmp_path / "game.jsonl")
    before = [state.seen(seat) for seat in (0, 1)], state.hash
    watched = reveal_all(state)
    moves = [event for event in watched.seen(0) if event["kind"] == "move"]
    assert all("front" in event["card"] for event in moves)
    assert ([state.seen(seat) for seat in (0, 1)], state.hash) == before


def test_a_saved_game_is_played_again(little: st.Ruleset, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = little.game(2).start(5)
    for choice in (1, 1, 0):
        state.choose(choice)
    path = tmp_path / "game.save.json"
    path.write_text(json.dumps(state.to_json()), encoding="utf-8")
    data = saved_game(path)
    assert data is not None
    found = replay_save(path, data, little)
    assert found.state == state
    code, out, _ = run(capsys, "replay", path, "--until", 2)
    assert code == 0
    assert out.splitlines()[-1] == "Decision 2: player 1, say something: Boast; Keep quiet"
    path.write_text(json.dumps(state.to_json())[:-9], encoding="utf-8")
    code, out, err = run(capsys, "replay", path)
    assert (code, out) == (2, "")
    assert "damaged" in err


def test_a_changed_ruleset_is_told(little: st.Ruleset, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recorded(little.game(2), [1, 1, 0, 0], tmp_path / "game.jsonl")
    other = written(tmp_path, "little", LITTLE.replace("{Boast: {add", "{Shout: {add"))
    code, out, err = run(capsys, "replay", "game.jsonl")
    assert code == 1
    assert err.splitlines() == [
        f"The ruleset has changed since the game was recorded ({little.hash}, now {other.hash}).",
        "game.jsonl first differs at line 3, decision 2, the options:",
        "  recorded: Boast, Keep quiet",
        "  now:      Shout, Keep quiet",
        "The game cannot be played on as it was recorded from line 5, decision 4, the choice:",
        "  recorded: Boast",
        "  now:      Shout, Keep quiet",
    ]
    assert "3  player 2: play a card" in out


@pytest.mark.parametrize(
    ("content", "args", "message"),
    [
        (b"", (), "game.jsonl, line 1: this is not a recorded game"),
        (b'{"format":"other"}\n', (), "game.jsonl, line 1: this is not a recorded game of the format"),
        (None, (), "missing.jsonl"),
        (b"x", ("--variant", "y"), "--variant goes with --ruleset"),
    ],
)
def test_what_cannot_be_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    content: bytes | None, args: tuple[str, ...], message: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("game.jsonl").write_bytes(content)
    code, out, err = run(capsys, "replay", "missing.jsonl" if content is None else "game.jsonl", *args)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_wrong_seats_and_decisions_are_refused(
    little: st.Ruleset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded(little.game(2), [], tmp_path / "game.jsonl")
    for args, message in (
        (("--seat", 3), "there is no seat 3: game.jsonl is a game for 2 players"),
        (("--seat", 0), "0 is too small, the least is 1"),
        (("--until", 10), "game.jsonl has 8 decisions: --until 10 is not one of them"),
        (("--ruleset", "munchhausen"), "Munchhausen is for 3 to 8 players, not 2"),
    ):
        code, out, err = run(capsys, "replay", "game.jsonl", *args)
        assert (code, out) == (2, "")
        assert message in err


def test_a_ruleset_that_is_not_here_is_named(
    little: st.Ruleset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded(little.game(2), [], tmp_path / "game.jsonl")
    (tmp_path / "little.yaml").rename(tmp_path / "elsewhere.yaml")
    code, _, err = run(capsys, "replay", "game.jsonl")
    assert (code, err.count("\n")) == (2, 1)
    assert "the ruleset 'little', which was not found; name its file with --ruleset FILE" in err
    code, out, err = run(capsys, "replay", "game.jsonl", "--ruleset", "elsewhere.yaml")
    assert (code, err) == (0, "")
    assert "(elsewhere), 2 players, seed 5" in out


def test_recordings_in_which_draws_were_called_places_play_again(little: st.Ruleset, tmp_path: Path) -> None:
    recorded(little.game(2), [1, 1], tmp_path / "game.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()]
    draws = [result for line in lines for result in line["chance"]]
    for result in draws:
        del result["drawn"]
        result["kind"] = "place"
    (tmp_path / "game.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert draws and again(tmp_path / "game.jsonl", little).first is None
