"""An editor types, and the server answers over its streams: mistakes, completion, explanations, quick fixes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.editors import Editor, applied
from helpers.paths import ROOT, RULESETS
from helpers.tiers import full
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from stammtisch.records.recording_reader import read_game

GAME = """\
format: 1
game: A small game
players: 2
shared: {n: {start: 0, range: 0..9}}
setup:
  too much is added: {add: {n: 20}}
phases:
  a turn: {turns: player in players, until: {it is nine: n = 9}, one of: [Wait, Pass it on]}
actions: {Wait: {add: {n: 1}}, Pass it on: nothing}
winner: [most player.number]
"""
BALVIN = RULESETS / "balvin/ruleset.yaml"
TEXT = BALVIN.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    with Editor(RULESETS) as session:
        yield session


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


@full
def test_a_mistake_is_shown_at_its_place_and_mended_with_one_click(editor: Editor) -> None:
    editor.write(BALVIN, changed("turns: brewer in", "turnz: brewer in"))
    (wrong, *_) = editor.mistakes(BALVIN)
    assert wrong.code == "reserved-word"
    assert wrong.message.splitlines()[-1] == "Did you mean `turns`?"
    titles = [fix.title for fix in editor.fixes(BALVIN, wrong)]
    assert titles == ["Write `turns`"]
    mended = editor.apply(BALVIN, editor.fixes(BALVIN, wrong)[0].edit)
    assert mended == TEXT


def test_after_a_point_stands_what_that_thing_has_with_its_type(editor: Editor) -> None:
    place = editor.at(BALVIN, changed("where tent.closed, move", "where tent.¦, move"))
    found = {item.label: item.detail for item in editor.completions(BALVIN, place)}
    assert list(found)[:4] == ["stack", "token", "closed", "blocked"]
    assert found["stack"] == "place for cards"
    assert found["token"] == "maybe beer"
    assert found["open"] == "true or false"


@full
def test_a_name_is_explained_and_found_where_it_is_declared(editor: Editor) -> None:
    editor.write(BALVIN, TEXT)
    said = editor.hover(BALVIN, editor.find(BALVIN, "{blo¦cked_tent.blocked"))
    assert "a setting: tent" in said
    assert "closed to all until the afternoon" in said
    assert editor.definition(BALVIN, editor.find(BALVIN, "{blo¦cked_tent.blocked")) == ["ruleset.yaml:18"]


@full
def test_columns_count_as_the_protocol_counts(editor: Editor) -> None:
    place = editor.at(BALVIN, changed("about: The double barrels.}", "about: The 🍺 barrels., wrongg: 1}"))
    del place
    (wrong, *_) = editor.mistakes(BALVIN, "unknown-key")
    line = editor.texts[BALVIN].split("\n")[wrong.range.start.line]
    start = wrong.range.start.character
    assert line.encode("utf-16-le")[2 * start : 2 * start + 12].decode("utf-16-le") == "wrongg"
    assert editor.errors == []


@full
def test_the_parts_of_a_file_are_listed_and_its_words_told_apart(editor: Editor) -> None:
    editor.write(BALVIN, TEXT)
    named = lsp.TextDocumentIdentifier(editor.uri(BALVIN))
    found = editor.run(editor.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(named)))
    actions = next(item for item in found if item.name == "actions")
    assert "Sell one barrel" in [inner.name for inner in actions.children]
    tokens = editor.run(editor.client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(named)))
    assert len(tokens.data) % 5 == 0 and len(tokens.data) > 3000
    folds = editor.run(editor.client.text_document_folding_range_async(lsp.FoldingRangeParams(named)))
    assert any(TEXT.split("\n")[fold.start_line] == "actions:" for fold in folds)
    links = editor.run(editor.client.text_document_document_link_async(lsp.DocumentLinkParams(named)))
    assert [Path(link.target).name for link in links] == ["auctions.yaml"]


def test_in_open_brackets_it_says_what_goes_there(editor: Editor) -> None:
    place = editor.at(BALVIN, changed("worth(tent): sum(tent.stack.value)", "worth(tent): rank(brewer, ¦"))
    found = editor.ask("signature_help", BALVIN, place, lsp.SignatureHelpParams)
    assert (found.signatures[0].label, found.active_parameter) == ("rank(player, beer)", 1)


def test_a_file_is_formatted_as_by_fmt(editor: Editor) -> None:
    editor.write(BALVIN, changed("players: 3..5", "players:   3..5"))
    named = lsp.TextDocumentIdentifier(editor.uri(BALVIN))
    wanted = lsp.DocumentFormattingParams(named, lsp.FormattingOptions(2, True))
    edits = editor.run(editor.client.text_document_formatting_async(wanted))
    assert applied(editor.texts[BALVIN], edits) == TEXT


def test_a_name_that_is_taken_is_refused_in_words(editor: Editor) -> None:
    editor.write(BALVIN, TEXT)
    with pytest.raises(JsonRpcException, match="already the name of something"):
        editor.ask("rename", BALVIN, editor.find(BALVIN, "  over¦pay: {"), lsp.RenameParams, new_name="supply")


@full
def test_a_scenario_is_run_and_played_on_from_the_line_above_it(editor: Editor) -> None:
    path = RULESETS / "tictactoe/scenarios.yaml"
    editor.write(path, path.read_text(encoding="utf-8"))
    run, play, *_ = editor.lenses(path).items()
    editor.execute(run[1])
    assert editor.message().startswith("passed: ")
    assert [*editor.lenses(path)][0].startswith("Passed: run again")
    editor.execute(play[1])
    said = editor.message()
    assert said.startswith("To play on from here: stammtisch play --resume ")
    kept = read_game(said.split("--resume ")[1])
    assert kept.position_source.startswith("scenario '") and kept.seats.count("human") == 1
    state = kept.played()
    assert kept.seats[state.decision.seat] == "human"


@full
def test_a_game_is_simulated_and_its_rulebook_opened_at_a_step(editor: Editor) -> None:
    path = RULESETS / "tictactoe/ruleset.yaml"
    editor.write(path, path.read_text(encoding="utf-8"))
    found = editor.lenses(path)
    editor.execute(found["Simulate 1,000 games"])
    assert "1,000 games: 1,000 finished" in editor.message()
    file, _ = editor.shown_file()
    assert "1,000 finished games" in file.read_text(encoding="utf-8")
    editor.execute(found["In the rulebook · a turn"])
    file, line = editor.shown_file()
    assert "The player chooses a cell." in file.read_text(encoding="utf-8").split("\n")[line - 1]


@full
def test_what_it_wrote_is_gone_when_the_editor_ends() -> None:
    path = RULESETS / "tictactoe/ruleset.yaml"
    with Editor(RULESETS) as editor:
        editor.write(path, path.read_text(encoding="utf-8"))
        editor.execute(editor.lenses(path)["In the rulebook · a turn"])
        file, _ = editor.shown_file()
        assert file.is_file()
    assert not file.parent.exists()


@full
def test_it_ends_without_a_word_when_its_editor_does() -> None:
    said: list[dict[str, object]] = [{"id": 1, "method": "shutdown"}, {"method": "exit"}]
    bodies = [json.dumps({"jsonrpc": "2.0", **one}) for one in said]
    asked = "".join(f"Content-Length: {len(body)}\r\n\r\n{body}" for body in bodies)
    command = [sys.executable, "-m", "stammtisch", "lsp"]
    done = subprocess.run(command, input=asked.encode(), capture_output=True, timeout=60, cwd=ROOT / ".dev")
    assert (done.returncode, done.stderr.decode()) == (0, "")


@full
def test_what_only_a_game_shows_comes_a_moment_later(editor: Editor, tmp_path: Path) -> None:
    path = tmp_path / "ruleset.yaml"
    editor.write(path, GAME)
    (wrong,) = [one for one in editor.mistakes(path, "out-of-range") if one.code == "out-of-range"]
    assert wrong.severity == lsp.DiagnosticSeverity.Error
