"""Recordings: what stands in them, that they are whole whatever happens, and that reading refuses anything else."""

from __future__ import annotations

import io
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from helpers.games import FEW_NAMES, game_of, ruleset
from helpers.small_games import FAILING, LITTLE, SHORT_OF_CARDS, written
from helpers.tiers import full, tiered

import stammtisch as st
from stammtisch.base.streams import index, seed_stream, step
from stammtisch.reading import library
from stammtisch.records.trace import Recorder, read_trace, write_failed_start
from stammtisch.records.trace_words import Words
from stammtisch.study.runs.shards import Plan
from stammtisch.study.runs.simulate import simulate

SHIPPED = [("munchhausen", [], 3), ("munchhausen", ["two-players"], 2), ("ofertu", [], 2)]


def lines_of(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.decode("utf-8").splitlines()]


def played(state: st.State, recorder: Recorder, decisions: int = 1000) -> None:
    """Random choices through a recorder."""
    random = seed_stream(state.seed, 1)
    while not state.over and state.decisions < decisions:
        random = step(random)
        recorder.choose(index(random, len(state.decision.options)))


def recording(state: st.State, decisions: int = 1000, names: tuple[str, ...] = ()) -> bytes:
    file = io.BytesIO()
    with Recorder(file, state, names) as recorder:
        played(state, recorder, decisions)
    return file.getvalue()


@pytest.fixture
def little(tmp_path: Path) -> st.Game:
    return written(tmp_path, "little", LITTLE).game(2)


def test_the_first_line_says_which_game_it_is(little: st.Game) -> None:
    first = lines_of(recording(little.start(5), names=("Anna", "Max")))[0]
    expected = {
        "format": "stammtisch-trace-1",
        "ruleset": "little",
        "hash": little.hash,
        "game": "Little",
        "players": 2,
    }
    expected |= {"names": ["Anna", "Max"], "options": {"hand_size": 2, "bonus": 1}, "seed": 5, "short": False}
    assert {key: first[key] for key in expected} == expected
    assert set(first) == {*expected, "state", "chance", "events"}
    zones = first["state"]["zones"]
    assert {label: (zone["kind"], len(zone["cards"])) for label, zone in zones.items()} == {
        "deck": ("pile", 2), "player 1.hand": ("set", 2), "player 2.hand": ("set", 2),
        "player 1.won": ("set", 0), "player 2.won": ("set", 0),
    }  # fmt: skip
    assert zones["deck"]["unordered"] == [[0, 2]]
    cards = [card for zone in zones.values() for card in zone["cards"]]
    assert sorted(card["card"] for card in cards) == [0, 1, 2, 3, 4, 5]
    looks = {(card["attributes"]["colour"], card["attributes"]["value"]) for card in cards}
    assert looks == {(colour, value) for colour in ("red", "blue") for value in (1, 2, 3)}
    assert first["state"]["variables"] == {"player 1.boasts": 0, "player 2.boasts": 0}
    assert first["state"]["counters"]["player"] == "player 1"
    assert first["state"]["lists"]["the order of players"] == [0, 1]


def test_chance_results_say_what_was_drawn(little: st.Game) -> None:
    first = lines_of(recording(little.start(5)))[0]
    assert [result["n"] for result in first["chance"]] == [6, 5, 4, 3]
    assert all(0 <= result["index"] < result["n"] and result["kind"] == "draw" for result in first["chance"])
    moves = [event for event in first["events"] if event["kind"] == "move"]
    assert [result["drawn"] for result in first["chance"]] == [event["card"] for event in moves]
    assert [first["events"][result["event"]] for result in first["chance"]] == moves
    # an unordered pile lies in the order of the card numbers, so n and index give the card
    rest = list(range(6))
    assert [rest.pop(result["index"]) for result in first["chance"]] == [event["card"]["card"] for event in moves]


def test_draws_in_the_middle_of_a_game_stand_beside_what_they_drew() -> None:
    drawn = 0
    for before, line in pairwise(lines_of(recording(ruleset("ofertu").game().start(2)))):
        for result in line["chance"] if "number" in before else []:
            event = line["events"][result["event"]]
            assert (result["kind"], event["kind"], event["card"]) == ("draw", "move", result["drawn"])
            assert event["from"].endswith("deck")
            drawn += 1
    assert drawn > 20


def test_a_lot_says_what_it_chose() -> None:
    state = ruleset("munchhausen").game(4).start(3)
    (result,) = lines_of(recording(state, 1))[0]["chance"]
    assert (result["kind"], result["n"]) == ("random", 4)
    assert result["drawn"] == f"player {result['index'] + 1}"


def test_a_decision_line_has_the_options_the_choice_and_the_state_before(little: st.Game) -> None:
    state = little.start(5)
    file = io.BytesIO()
    with Recorder(file, state, ["Anna", "Max"]) as recorder:
        hands = [list(zone) for zone in state.z[2:4]]
        recorder.choose(1)
        recorder.choose(state.decision.options[0], 0)
    first, second = lines_of(file.getvalue())[1:3]
    assert [first[key] for key in ("number", "seat", "decision", "index", "count", "forced")] == [
        1,
        0,
        "play a card",
        1,
        2,
        False,
    ]
    assert first["pending"] == [0]
    assert [option["value"]["card"] for option in first["options"]] == hands[0]
    assert all(option["kind"] == "card card" and option["words"] == "" for option in first["options"])
    card = first["options"][1]["value"]["attributes"]
    assert first["options"][1]["text"] == f"{card['colour']} {card['value']}"
    assert first["choice"] == {key: value for key, value in first["options"][1].items() if key != "text"}
    assert [card["card"] for card in first["state"]["zones"]["player 1.hand"]["cards"]] == hands[0]
    assert second["choice"] == {"number": 0, "words": "Boast", "kind": "plain", "value": None}
    assert [option["text"] for option in second["options"]] == ["Boast", "Keep quiet"]
    assert [(event["kind"], event["step"]) for event in second["events"]][0] == ("move", "play a card")
    assert [card["card"] for card in second["state"]["zones"]["player 1.won"]["cards"]] == [hands[0][1]]
    assert second["chance"] == []


def test_the_last_line_has_the_result(little: st.Game) -> None:
    state = little.start(5)
    data = lines_of(recording(state))
    end = data[-1]
    assert [line["number"] for line in data[1:-1]] == list(range(1, 9))
    assert [end[key] for key in ("end", "reason", "decisions")] == ["finished", "all cards are played", 8]
    assert (end["scores"], end["ranking"], end["winners"], end["payoffs"], end["hash"]) == (
        state.scores, state.ranks, state.winners, state.payoffs, state.hash,
    )  # fmt: skip
    won = [end["state"]["zones"][f"player {seat}.won"]["cards"] for seat in (1, 2)]
    boasts = [end["state"]["variables"][f"player {seat}.boasts"] for seat in (1, 2)]
    values = [sum(card["attributes"]["value"] for card in cards) for cards in won]
    assert end["scores"] == [value + boast for value, boast in zip(values, boasts, strict=True)]


def test_simultaneous_decisions_name_all_who_decide() -> None:
    game = ruleset("ofertu").game()
    pending = set()
    for seed in range(6):
        for line in lines_of(recording(game.start(seed)))[1:-1]:
            pending.add(tuple(line["pending"]))
    assert {(0,), (1,), (0, 1)} <= pending


def test_an_undo_takes_back_its_lines(little: st.Game) -> None:
    state, file = little.start(5), io.BytesIO()
    with Recorder(file, state) as recorder:
        recorder.choose(0)
        before = state.clone()
        recorder.choose(0)
        recorder.choose(0)
        recorder.before(before, 1)
        before.choose(1)
        played(before, recorder)
    again = little.start(5)
    for link in before.choices():
        again.choose(again.option(link.site, link.number), link.seat)
    direct = io.BytesIO()
    Recorder(direct, again).close()
    assert file.getvalue() == direct.getvalue()
    assert lines_of(file.getvalue())[2]["choice"]["words"] == "Keep quiet"


def test_a_choice_that_was_not_made_is_not_recorded(little: st.Game) -> None:
    state, file = little.start(5), io.BytesIO()
    with Recorder(file, state) as recorder:
        recorder.choose(0)
        recorder.before(state, 1)
    assert [line.get("number", line.get("end")) for line in lines_of(file.getvalue())[1:]] == [1, "unfinished"]


def test_refused_choices_leave_the_file_as_it_was(little: st.Game) -> None:
    state, file = little.start(5), io.BytesIO()
    with Recorder(file, state) as recorder:
        recorder.choose(0)
        before = file.getvalue()
        for wrong, seat in ((2, 0), (-1, 0), (0, 1), (st.Option(77, "", "plain", None), 0)):
            with pytest.raises(st.ChoiceError):
                recorder.choose(wrong, seat)
        assert file.getvalue() == before
        played(state, recorder)
        with pytest.raises(st.ChoiceError):
            recorder.choose(0)
    assert lines_of(file.getvalue())[-1]["end"] == "finished"


@pytest.mark.parametrize("decisions", [0, 1, 5])
def test_an_interrupted_recording_is_whole(little: st.Game, tmp_path: Path, decisions: int) -> None:
    path = tmp_path / "game.jsonl"
    with pytest.raises(KeyboardInterrupt), Recorder(path, little.start(5)) as recorder:
        played(recorder.state, recorder, decisions)
        raise KeyboardInterrupt
    trace = read_trace(path)
    assert len(trace.decisions) == decisions
    assert trace.end is not None
    assert [trace.end[key] for key in ("end", "reason", "ranking", "payoffs")] == ["unfinished", "", None, None]


def test_every_line_is_in_the_file_before_the_next_choice(little: st.Game, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    recorder = Recorder(path, little.start(5))
    for number in range(1, 4):
        recorder.choose(0)
        assert len(path.read_bytes().splitlines()) == number + 1
    recorder.close()
    assert len(path.read_bytes().splitlines()) == 5


def test_a_failing_choice_and_its_message_are_recorded(tmp_path: Path) -> None:
    state = written(tmp_path, "failing", FAILING).game().start(1)
    path = tmp_path / "game.jsonl"
    with pytest.raises(st.GameError), Recorder(path, state) as recorder:
        for _ in range(3):
            recorder.choose(0)
    trace = read_trace(path)
    assert [line["choice"]["words"] for line in trace.decisions] == ["Add", "Add"]
    assert trace.end is not None
    assert (trace.end["end"], trace.end["decisions"]) == ("failed", 2)
    assert trace.end["reason"].endswith("failing.yaml:11 Add: total leaves its range 0..3: 4")
    assert trace.end["state"]["variables"] == {"total": 2}


def test_a_game_that_fails_at_its_start_has_a_recording(tmp_path: Path) -> None:
    game = written(tmp_path, "short", SHORT_OF_CARDS).game()
    with pytest.raises(st.GameError) as caught:
        game.start(1)
    write_failed_start(tmp_path / "game.jsonl", game, 1, (), caught.value)
    trace = read_trace(tmp_path / "game.jsonl")
    assert (trace.header["state"], trace.decisions) == (None, [])
    assert trace.end is not None
    assert trace.end["reason"].endswith("short.yaml:11 deal the cards: deck holds too few cards to deal 2 to each")


def test_a_short_recording_has_the_choices_alone(little: st.Game, tmp_path: Path) -> None:
    state = little.start(5, log=False)
    with Recorder(tmp_path / "game.jsonl", state, short=True) as recorder:
        played(state, recorder)
    trace = read_trace(tmp_path / "game.jsonl")
    keys = {"number", "seat", "decision", "site", "index", "count", "choice", "forced"}
    assert [set(line) for line in trace.decisions] == [keys] * 8
    assert trace.end is not None
    assert trace.end["hash"] == state.hash
    with pytest.raises(ValueError, match="log"):
        Recorder(io.BytesIO(), little.start(5, log=False))


@pytest.mark.parametrize(("name", "variants", "players"), SHIPPED)
def test_recording_a_game_again_gives_the_same_bytes(
    name: str, variants: list[str], players: int, tmp_path: Path
) -> None:
    game = st.load_ruleset(name, variants).game(players)
    simulate([game], 3, Plan(seed=11, trace=str(tmp_path)))
    files = sorted(tmp_path.iterdir())
    assert len(files) == 3
    for path in files:
        trace = read_trace(path)
        state, file = game.start(trace.header["seed"]), io.BytesIO()
        with Recorder(file, state, trace.header["names"]) as recorder:
            for line in trace.decisions:
                recorder.choose(line["index"], line["seat"])
        assert file.getvalue() == path.read_bytes()
        assert trace.end is not None
        assert (trace.end["hash"], trace.end["end"]) == (state.hash, "finished")
        late = io.BytesIO()
        Recorder(late, state, trace.header["names"]).close()
        assert late.getvalue() == path.read_bytes()


@pytest.mark.parametrize("name", tiered(library.rulesets(), FEW_NAMES.__contains__))
def test_lines_say_what_the_words_say(name: str) -> None:
    state, file = ruleset(name).game().start(7), io.BytesIO()
    names = ["J\u00fcrg", "\udcfc", "\u540d", *(f'"{seat}"' for seat in range(9))][: state.game.players]
    words, random = Words(state.game.program), seed_stream(7, 1)
    expected: list[dict[str, Any]] = [{"names": names, "state": words.state(state), **words.happenings(state, 0)}]
    mark = len(state.log or ())
    with Recorder(file, state, names) as recorder:
        while not state.over and state.decisions < 120:
            options, random = list(state.decision.options), step(random)
            chosen = index(random, len(options))
            line: dict[str, Any] = {"choice": words.option(options[chosen]), "pending": list(state.pending)}
            line["options"] = [
                words.option(option) | {"text": words.option_text(option, names, state.z)} for option in options
            ]
            expected.append(line | {"state": words.state(state), **words.happenings(state, mark)})
            mark = len(state.log or ()) + 1
            recorder.choose(chosen)
    expected.append({"state": words.state(state), "hash": state.hash, **words.happenings(state, mark)})
    for text, line in zip(file.getvalue().splitlines(keepends=True), expected, strict=True):
        found = json.loads(text)
        assert {key: found[key] for key in line} == line
        again = json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n"
        assert again.encode("utf-8", "backslashreplace") == text


# -- reading


def refusal(path: Path, until: int | None = None) -> str:
    with pytest.raises(st.UsageError) as caught:
        read_trace(path, until)
    return str(caught.value)


def test_a_recording_cut_off_at_any_line_is_refused_with_that_line(little: st.Game, tmp_path: Path) -> None:
    whole = recording(little.start(5))
    lines = whole.splitlines(keepends=True)
    path = tmp_path / "cut.jsonl"
    assert len(lines) == 10
    for count in range(len(lines)):
        path.write_bytes(b"".join(lines[:count]))
        if count == 0:
            assert "cut.jsonl, line 1: this is not a recorded game" in refusal(path)
            continue
        assert f"cut.jsonl, line {count + 1}: the recording is cut off here" in refusal(path)
        path.write_bytes(b"".join(lines[:count]) + lines[count][: len(lines[count]) // 2])
        assert f"line {count + 1}: the recording is cut off" in refusal(path)
        if count > 1:
            assert f"--until {count - 1}" in refusal(path)
            trace = read_trace(path, count - 1)
            assert (len(trace.decisions), trace.end) == (count - 1, None)


@full
def test_a_line_end_may_be_missing_only_at_the_very_end(little: st.Game, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(recording(little.start(5)).rstrip(b"\n"))
    assert len(read_trace(path).decisions) == 8


DAMAGE: list[tuple[int, str, str, str]] = [
    (0, '"format":"stammtisch-trace-1"', '"format":"other"', "line 1: this is not a recorded game"),
    (0, '"players":2', '"players":"two"', "line 1: the recording is damaged: 'players' cannot be \"two\""),
    (0, '"players":2', '"players":3', "line 1: the recording is damaged: 3 players"),
    (0, '"seed":5', '"seed":-5', "line 1: the recording is damaged: the seed -5"),
    (0, '"seed":5,', "", "line 1: the recording is damaged: 'seed' is missing"),
    (3, '"number":3', '"number":4', "line 4: the recording is damaged: decision 3 should stand here"),
    (3, '"seat":1', '"seat":2', "line 4: the recording is damaged: there is no seat 2"),
    (3, '"seat":1', '"seat":true', "line 4: the recording is damaged: 'seat' cannot be true"),
    (4, '"choice":{', '"choice":["', "line 5: the recording is damaged"),
    (9, '"end":"finished"', '"end":"won"', "line 10: the recording is damaged: a game cannot end as 'won'"),
    (
        9,
        '"decisions":8',
        '"decisions":7',
        "line 10: the recording is damaged: 7 decisions were recorded, but 8 are here",
    ),
    (9, '"decisions":8', '"decisions":8}\n{"more":1', "line 11: the recording is damaged: it goes on"),
]


@pytest.mark.parametrize(("line", "old", "new", "message"), DAMAGE)
def test_damage_is_refused_with_its_line(
    little: st.Game, tmp_path: Path, line: int, old: str, new: str, message: str
) -> None:
    lines = recording(little.start(5)).decode().splitlines()
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new, 1)
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert f"game.jsonl, {message}" in refusal(path)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"{}\n",
        b"[]\n",
        b"3\n",
        b"null\n",
        b"\xff\xfe\x00",
        b"format: 1\ngame: x\n",
        b'{"format":',
        b"[" * 100_000,
        b'{"format":[]}\n',
    ],
)
def test_foreign_files_are_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(data)
    assert "line 1: this is no" in refusal(path)


PLACES = """\
format: 1
game: Places
players: 2
components:
  card: {front: {value: 1..9}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..4}}
  row: {pile of: card, see: nobody, starts with: {value: 5..9}}
setup:
  shuffle the deck: {shuffle: deck}
  a card goes into the row: {move: 1, from: deck, to: row, at: AT}
  the row is shuffled: {shuffle: row}
  one more goes into the row: {move: 1, from: deck, to: row, at: AT}
phases: {the end: {end: game}}
score: row.size
"""


@pytest.mark.parametrize("at", ["top", "bottom", "random", "below 2", "random below 2"])
def test_a_card_that_is_drawn_is_told_wherever_it_goes(tmp_path: Path, at: str) -> None:
    """The draw is the first result of its event; what follows says where the card went."""
    state = written(tmp_path, "places", PLACES.replace("AT", at)).game(2).start(3)
    first = lines_of(recording(state))[0]
    moves = [number for number, event in enumerate(first["events"]) if event["kind"] == "move"]
    results = [[result for result in first["chance"] if result["event"] == number] for number in moves]
    assert [[found[0]["kind"], found[0]["n"]] for found in results] == [["draw", 4], ["draw", 3]]
    assert [found[0]["drawn"] for found in results] == [first["events"][number]["card"] for number in moves]
    assert {result["kind"] for found in results for result in found[1:]} == (
        {"place"} if " " in at or at == "random" else set()
    )


def test_yes_and_no_are_true_and_false_in_recordings_saves_and_options(tmp_path: Path) -> None:
    text = "settings: {open: true, rounds: 2, sure: [true, false]}\neach player:\n  ready: false\nscore: if open then count(b in sure where b) else rounds\n"
    step = "phases: {Ready: {for each: p in players, choose: 'ready in [true, false]', set: {p.ready: ready}}}\n"
    state = written(tmp_path, "ready", f"format: 1\ngame: Ready\nplayers: 2\n{text}{step}").game(2).start(1)
    options = {"open": True, "rounds": 2, "sure": [True, False]}
    saved = json.loads(json.dumps(state.to_json()))
    first = lines_of(recording(state.clone()))[0]
    for found in (first["options"], saved["options"], state.game.program.options):
        assert json.dumps(found) == json.dumps(options)
    assert [option.value for option in state.decision.options] == [True, False]
    assert all(isinstance(option.value, bool) for option in state.decision.options)
    # saves from before had numbers
    saved["options"] = {"open": 1, "rounds": 2, "sure": [1, 0]}
    assert game_of(state).from_json(saved).hash == state.hash
