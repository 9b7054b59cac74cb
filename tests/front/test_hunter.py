"""The hunter writes rulesets of every kind, its trials see defects, and the program passes them for some seconds.

Longer: python -m helpers.hunter --minutes 60 in the folder tests/, see tests/helpers/hunter/__main__.py.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers.hunter import idioms, language, trials
from helpers.hunter.holes import ABOUT
from helpers.hunter.hunt import words
from helpers.hunter.keeper import Keeper
from helpers.hunter.rulesets import Specimen, specimen_of, specimens
from helpers.hunter.shrink import smaller
from helpers.hunter.source import Source
from helpers.hunter.trials import Find, spread, trial
from helpers.paths import ROOT
from helpers.tiers import full, many
from hypothesis import HealthCheck, given, settings

import stammtisch as st

# Defects that are known and not yet mended: a pattern of what a find says, and what it is. To be emptied.
KNOWN: dict[str, str] = {}
FIRST, PROGRAMS = 40_218, many(6, 10)


def tried(specimen: Specimen, folder: Path) -> str:
    """ "accepted" or "refused", or the known defect that is met."""
    try:
        return str(trial(specimen, folder).verdict)
    except Find as find:
        for pattern, defect in KNOWN.items():
            if re.search(pattern, f"{find.key} {find.told}"):
                return defect
        raise


@full
@pytest.mark.parametrize("stretch", range(3))
def test_the_program_passes_the_trials_of_the_hunter(stretch: int, tmp_path: Path) -> None:
    first = FIRST + stretch * PROGRAMS
    verdicts = [tried(specimen_of(number), tmp_path) for number in range(first, first + PROGRAMS)]
    assert {"accepted", "refused"} <= set(verdicts)


@full
@given(specimens())
@settings(
    max_examples=many(5, 20), derandomize=True, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
def test_rulesets_by_hypothesis_pass_them_too(tmp_path_factory: pytest.TempPathFactory, specimen: Specimen) -> None:
    assert tried(specimen, tmp_path_factory.mktemp("hunted")) in {"accepted", "refused", *KNOWN.values()}


@full
def test_every_verb_and_function_is_written() -> None:
    used: dict[str, int] = dict.fromkeys(words(), 0)
    for number in range(250):
        for word, count in spread(specimen_of(number).tree, words()).items():
            used[word] += count
    assert min(used.values()) >= 1, used


def payments(tree: Any, around: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """The steps that pay, each with the words and keys around it."""
    if isinstance(tree, dict):
        if "pay" in tree:
            yield (*around, *tree), tree
        around = (*around, *(key for key in ("for each", "repeat") if key in tree))
    for name, part in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else []:
        yield from payments(part, (*around, str(name)))


@full
def test_payments_of_every_form_are_written() -> None:
    forms: Counter[str] = Counter()
    for tree in (specimen_of(number).tree for number in range(400)):
        indexed = set(re.findall(r"'(\w+)\(\w+\)': {'of'", str(tree)))
        for around, step in payments(tree):
            places = list(step["pay"]) if isinstance(step["pay"], dict) else [str(step.get("from"))]
            names = [re.sub(r".*\.", "", re.sub(r"\(.*\)$", "", place)) for place in places]
            without = [name for name, place in zip(names, places, strict=True) if name in indexed and place[-1] != ")"]
            forms["an index left out"] += bool(without)
            if isinstance(step["pay"], dict):
                forms["several goods"] += len(places) > 1
                forms["places of one name"] += len(set(names)) < len(places)
                forms["to the box"] += step["to"] == "box"
                forms["to somebody"] += step["to"] in ("player", "first(players)")
                forms.update({"one of", "actions", "for each", "repeat"} & set(around))
    assert len(forms) == 9 and min(forms.values()) >= 1, forms


@full
def test_rules_as_people_write_them_are_among_all_others() -> None:
    texts = [trials.dumped(specimen_of(number).tree) for number in range(60)]
    for pattern in (f"run: {idioms.REFILL}", idioms.COUNT, r"remember:\n +\w+: those\("):
        assert sum(bool(re.search(pattern, text)) for text in texts) >= 5, pattern


TWIN: dict[str, Any] = {
    "format": 1,
    "game": "Refilled",
    "players": 2,
    "each player": {"points": "0..9"},
    "phases": {
        "the game": {
            "turns": "player in players",
            "until": {"two rounds are over": "round > 2"},
            "do": [
                {"one of": {"Take": {"do": [{"run": "Refill 1"}, {"add": {"player.points": 1}}]}, "Rest": "nothing"}}
            ],
        }
    },
    "actions": {"Refill 1": {"when": "player.points > 3", "add": {"player.points": -1}}},
    "score": "player.points",
}


def test_an_action_that_is_run_is_held_to_its_steps_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert trial(Specimen(TWIN), tmp_path).verdict == "accepted"
    placed = idioms.written_in_place(TWIN)
    assert placed and "run" not in str(placed) and idioms.written_in_place(placed) is None
    other = json.loads(json.dumps(placed).replace("player.points > 3", "player.points < 3"))
    monkeypatch.setattr(trials, "written_in_place", lambda tree: other)
    with pytest.raises(Find, match="in place"):
        trial(Specimen(TWIN), tmp_path)


def test_cards_that_come_are_counted(tmp_path: Path) -> None:
    row = {"pile of": "card", "starts with": {"value": "1..5"}}
    shared = {"row": row, "bin": {"holds": "card"}, "tally": {"start": 0, "range": "0..9"}}
    pushed = {"one of": {"Push": {"when": "not row.empty", "move": 1, "from": "row", "to": "bin"}, "Rest": "nothing"}}
    events: dict[str, Any] = {"a card comes": {"enters": "bin", "add": {"tally": 1}}}
    always = {f"{idioms.COUNT}1": "tally = bin.size"}
    made = {
        "components": {"card": {"front": {"value": "1..5"}}},
        "shared": shared,
        "whenever": events,
        "always": always,
    }
    turns = TWIN["phases"]["the game"] | {"do": [pushed]}
    tree = {key: TWIN[key] for key in ("format", "game", "players", "each player", "score")}
    tree |= made | {"phases": {"the game": turns}}
    assert trial(Specimen(tree), tmp_path).verdict == "accepted"
    events["a card comes"] = {"enters": "bin", "when": "bin.size > 3", "add": {"tally": 1}}
    with pytest.raises(Find, match="cards that came"):
        trial(Specimen(tree), tmp_path)
    del events["a card comes"]  # what shrinking takes away nobody can miss
    assert trial(Specimen(tree), tmp_path).verdict == "accepted"


def test_cards_dealt_to_all_players_are_counted_whoever_has_the_turn(tmp_path: Path) -> None:
    chance = Random(1)
    rules = idioms.Idioms(Source(lambda most: chance.randrange(most + 1)), *[None] * 3)  # type: ignore[arg-type]
    shared: dict[str, Any] = {"row": {"pile of": "card", "starts with": {"value": "1..9"}}}
    own: dict[str, Any] = {"hand": {"holds": "card"}}
    rules.counted("player.hand", shared, own)
    deal = {"when": "not row.empty", "deal": "up to 1", "from": "row", "to": "players.hand"}
    turns = TWIN["phases"]["the game"] | {"do": [{"one of": {"Deal": deal, "Rest": "nothing"}}]}
    tree = {key: TWIN[key] for key in ("format", "game", "players")}
    tree |= {"components": {"card": {"front": {"value": "1..9"}}}, "shared": shared, "each player": own}
    tree |= {"phases": {"the game": turns}, "whenever": rules.events, "always": rules.always, "score": 1}
    assert len(idioms.counts(tree)) == 1
    assert trial(Specimen(tree), tmp_path).verdict == "accepted"


def test_the_same_number_is_the_same_ruleset() -> None:
    assert specimen_of(7) == specimen_of(7) != specimen_of(8)


@full
def test_a_new_verb_is_hunted_without_more_work(monkeypatch: pytest.MonkeyPatch) -> None:
    swap = language.Verb("swap", "amount", (("with", "expression"), ("at", "position")), ("with",))
    more = {**language.verbs(), "swap": swap}
    monkeypatch.setattr("helpers.hunter.effects.verbs", lambda: more)
    texts = [trials.dumped(specimen_of(number).tree) for number in range(40)]
    assert sum(bool(re.search(r"swap: .*\n +with: ", text)) for text in texts) > 2


def crashing(*_: Any) -> Any:
    raise KeyError("nothing there")


@full
def test_what_goes_wrong_is_a_find(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    specimen = next(s for s in map(specimen_of, range(FIRST, FIRST + 30)) if trial_ends(s, tmp_path) == "accepted")
    monkeypatch.setattr(trials, "on_paper", crashing)
    with pytest.raises(Find, match="KeyError in no place") as found:
        trial(specimen, tmp_path)
    assert (found.value.kind, found.value.stage) == ("crash", "paper")
    monkeypatch.setattr(st, "validate", lambda path: [st.Diagnostic("odd", "odd", spanless())])
    with pytest.raises(Find, match="no place"):
        trial(specimen, tmp_path)


HOLES = {
    "format": 1,
    "game": "Holes",
    "players": 2,
    "tables": {"price": {"about": ABOUT, "1..2": 1, "4": 1}},
    "phases": {
        "a turn": {
            "turns": "player in players",
            "until": {"all have chosen": "round > 1"},
            "do": {"choose": "n in 1..2", "say": "n"},
        }
    },
    "score": "sum(price(n) for n in 1..4)",
}


def test_a_row_that_is_missing_in_play_unsaid_is_a_find(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = trial(Specimen(HOLES), tmp_path)
    assert "missing-row" in outcome.codes and "the table price has no row for 3" in outcome.failed
    validate = st.validate
    monkeypatch.setattr(st, "validate", lambda path: [d for d in validate(path) if d.code != "missing-row"])
    with pytest.raises(Find, match="a row is missing of which validate says nothing"):
        trial(Specimen(HOLES), tmp_path)


def trial_ends(specimen: Specimen, folder: Path) -> str:
    try:
        return str(trial(specimen, folder).verdict)
    except Find:
        return "found"


def spanless() -> Any:
    from stammtisch.base.diagnostics import Span

    return Span("", 0, 0, 0, 0)


def test_time_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(path: Path) -> None:
        while True:
            pass

    monkeypatch.setattr(st, "validate", endless)
    monkeypatch.setattr(trials, "VALIDATE_SECONDS", 0.05)
    with pytest.raises(Find, match="slow"):
        trial(specimen_of(1), tmp_path)


def test_a_find_is_made_small() -> None:
    specimen = next(s for s in map(specimen_of, range(100)) if "shuffle" in str(s.tree) and len(str(s.tree)) > 1500)
    kept: list[Specimen] = []
    small = smaller(specimen, lambda s: "shuffle" in str(s.tree), 20.0, kept.append)
    assert small == kept[-1] and len(str(small.tree)) < 60 and small.variant is None


@full
def test_the_hunt_keeps_finds_and_tells_figures(tmp_path: Path) -> None:
    keeper = Keeper(ROOT, tmp_path, 3, 1.0)
    keeper.hunt(0.05, 5)
    told = keeper.summary()
    assert re.match(r"\d+ programs in 0\.\d minutes \(0\.\d of a processor\), \d+ % accepted", told)
    keeper.finds["crash: odd"] = kept_find()
    keeper.write(keeper.finds["crash: odd"])
    # one that has more than one file lies in a folder
    written = [path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.yaml") if "crash-odd" in str(path)]
    assert any("# crash: odd" in text for text in written)


def kept_find() -> Any:
    from helpers.hunter.keeper import Kept

    return Kept("crash: odd", "crash", "play", "odd", specimen_of(3), 1, 0.1)


def test_a_specimen_is_plain_data() -> None:
    for number in range(20):
        specimen = specimen_of(number)
        assert json.loads(json.dumps(specimen.tree)) == json.loads(json.dumps(specimen.tree, sort_keys=False))
