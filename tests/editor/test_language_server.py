"""An editor types, and the server answers over its streams: mistakes, completion, explanations, quick fixes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.editors import Editor
from helpers.paths import RULESETS

BALVIN = RULESETS / "balvin/ruleset.yaml"
TEXT = BALVIN.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    with Editor(RULESETS) as session:
        yield session


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


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


def test_a_name_is_explained_and_found_where_it_is_declared(editor: Editor) -> None:
    editor.write(BALVIN, TEXT)
    said = editor.hover(BALVIN, editor.find(BALVIN, "{blo¦cked_tent.blocked"))
    assert "a setting: tent" in said
    assert "closed to all until the afternoon" in said
    assert editor.definition(BALVIN, editor.find(BALVIN, "{blo¦cked_tent.blocked")) == ["ruleset.yaml:18"]


def test_columns_count_as_the_protocol_counts(editor: Editor) -> None:
    place = editor.at(BALVIN, changed("about: The double barrels.}", "about: The 🍺 barrels., wrongg: 1}"))
    del place
    (wrong, *_) = editor.mistakes(BALVIN, "unknown-key")
    line = editor.texts[BALVIN].split("\n")[wrong.range.start.line]
    start = wrong.range.start.character
    assert line.encode("utf-16-le")[2 * start : 2 * start + 12].decode("utf-16-le") == "wrongg"
    assert editor.errors == []
