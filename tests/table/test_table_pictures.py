"""Pictures from a game's folder at the table: on cards, backs and boards, sent safely, and kept with their tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.browsers import begun, client_of, seated
from helpers.farmyard import PNG, RULES, write_farmyard

from stammtisch.drawing.style import card_style
from stammtisch.drawing.svg import draw_back, draw_front
from stammtisch.front.api import load_ruleset
from stammtisch.table.play.tables import open_tables

IMAGE = re.compile(r'(?:src|href)="(pictures/[0-9a-f]{20}\.(?:png|webp))"')


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The folder of a game with pictures."""
    return write_farmyard(tmp_path / "farmyard")


def test_pictures_are_on_cards_backs_and_boards_and_are_sent_safely(tmp_path: Path, game: Path) -> None:
    tables = open_tables(tmp_path / "tables")
    table = begun(tables, str(game), 2, ["human"] * 2)
    page, client = seated(tables, table)[0].look(), client_of(tables)
    found = {look: table.state.game.looks.of(look).picture for look in ("farm", "church", "building")}
    pictures = {look: picture.source for look, picture in found.items() if picture}
    # a card in the row, two in the hand, and one on the board; the symbol stays in words
    assert page.text.count(f'<img class="middle art" src="{pictures["church"]}" alt="">') == 2
    assert page.text.count(f'<img class="middle art" src="{pictures["farm"]}" alt="">') == 1
    assert f'<img class="art" src="{pictures["building"]}" alt="">' in page.text
    assert len(re.findall(rf'<image href="{pictures["church"]}"', page.text)) == 1
    assert '<span class="footer">✚ church</span>' in page.text or "✚ church" in page.text
    assert {*IMAGE.findall(page.text)} == {*pictures.values()}
    base = f"/table/{table.id}/1/"
    for look, content in (("farm", PNG + b"farm"), ("building", PNG + b"back")):
        answer = client.get(base + pictures[look])
        assert (answer.status_code, answer.content, answer.headers["content-type"]) == (200, content, "image/png")
        assert answer.headers["x-content-type-options"] == "nosniff" and "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    for missing in (
        base + "pictures/ruleset.yaml",
        base + "pictures/..%2fruleset.yaml",
        f"/table/none/1/{pictures['farm']}",
        f"/{pictures['farm']}",
    ):
        assert client.get(missing).status_code == 404
    # what a seat does not see has no picture but its back's
    other = begun(tables, "hearts", 4, ["human"] * 4)
    assert client.get(f"/table/{other.id}/1/{pictures['farm']}").status_code == 404
    tables.store.close()


def test_a_kept_table_has_its_pictures_or_shows_symbols_and_words(tmp_path: Path, game: Path) -> None:
    def page() -> str:
        tables = open_tables(tmp_path / "tables")
        try:
            assert not tables.unread
            text: str = seated(tables, tables.tables[table.id])[0].look().text
            return text
        finally:
            tables.store.close()

    tables = open_tables(tmp_path / "tables")
    table = begun(tables, str(game), 2, ["human"] * 2)
    tables.store.close()
    assert len({*IMAGE.findall(page())}) == 3
    # one is gone, and then the rules have changed
    (game / "art" / "farm.png").unlink()
    assert len({*IMAGE.findall(page())}) == 2
    (game / "ruleset.yaml").write_text(RULES.replace("Farmyard", "Town"))
    assert len({*IMAGE.findall(page())}) == 2
    (game / "ruleset.yaml").unlink()
    (game / "back.png").unlink()
    (game / "art" / "church.webp").unlink()
    text = page()
    assert not IMAGE.search(text) and ">✚</span>" in text and "Farm" in text


def test_printed_cards_hold_their_pictures(game: Path) -> None:
    ruleset = load_ruleset(game)
    program = ruleset.game().program
    style = card_style("Farmyard", ruleset.looks, program.names, program.attributes)
    picture = ruleset.looks.of("farm").picture
    assert picture is not None
    assert f'href="{picture.data_uri}"' in draw_front(style, "building", {"kind": "farm", "worth": 1})
    # the symbol stands beside the word where the picture stands in its place
    church = draw_front(style, "building", {"kind": "church", "worth": 1})
    assert "data:image/webp;base64," in church
    assert "data:" not in draw_front(style, "building", {"kind": "barn", "worth": 1})
    assert 'preserveAspectRatio="xMidYMid slice"' in draw_back(style, "building", {})
