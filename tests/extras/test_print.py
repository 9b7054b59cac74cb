"""What is made for a printer. Needs the extra `print`, and the library Pango of the system."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from stammtisch.cli.commands.export import command as export
from stammtisch.cli.commands.rulebook import command
from stammtisch.front.api import load_ruleset
from stammtisch.rulebook.book import rulebook
from stammtisch.rulebook.page import rulebook_page
from stammtisch.sheets import saved_object, tabletop

try:
    weasyprint: Any = import_module("weasyprint")
    pypdfium2: Any = import_module("pypdfium2")
except OSError:
    pytest.skip("Pango is not installed", allow_module_level=True)


def test_a_rulebook_is_written_as_pdf(tmp_path: Path) -> None:
    file = tmp_path / "rules.PDF"
    done = CliRunner().invoke(command, ["kuhn", "--out", str(file)])
    assert done.exit_code == 0 and done.output == f"The rules of Kuhn poker are written to {file}.\n"
    assert file.read_bytes().startswith(b"%PDF-")


def test_cards_are_written_as_pdf_and_as_pictures(tmp_path: Path) -> None:
    assert CliRunner().invoke(export, ["cards", "leduc", "--out", str(tmp_path / "cards.pdf")]).exit_code == 0
    assert len(pypdfium2.PdfDocument(tmp_path / "cards.pdf")) == 2
    made = CliRunner().invoke(export, ["cards", "leduc", "--out", str(tmp_path / "made"), "--tabletop"])
    assert (
        made.output == f"6 cards of Leduc poker are written to {tmp_path / 'made'}: card-back.png, card-fronts.png.\n"
    )
    fronts = Image.open(tmp_path / "made" / "card-fronts.png")
    assert max(fronts.size) <= 4096 and abs(fronts.width / 10 / (fronts.height / 7) - 63 / 88) < 0.003
    assert fronts.getpixel((5, 5)) == (255, 255, 255) != fronts.getpixel((fronts.width - 6, fronts.height - 6))


def test_pages_are_a4_with_the_cover_on_one_of_its_own() -> None:
    pages = weasyprint.HTML(string=rulebook_page(rulebook(load_ruleset("kuhn")))).render().pages
    assert [(round(page.width * 25.4 / 96), round(page.height * 25.4 / 96)) for page in pages] == [(210, 297)] * len(
        pages
    )
    assert pages[0].anchors == {} and "goal" in pages[1].anchors


SCRIPTS = """
format: 1
game: Scripts
players: 2
components: {card: {front: {title: text}}}
shared:
  cards: {pile of: card, starts with: [{title: שלום עולם}, {title: السلام عليكم}, {title: 日本語}, {title: "\\uE123 x"}]}
phases: {nothing happens: {end: game, winner: none}}
"""


def printed(folder: Path, *args: str) -> tuple[Any, str]:
    (folder / "ruleset.yaml").write_text(SCRIPTS, encoding="utf-8")
    done = CliRunner().invoke(export, ["print", str(folder), "--out", str(folder / "box.pdf"), *args])
    assert done.exit_code == 0, done.output
    return pypdfium2.PdfDocument(folder / "box.pdf"), done.output


def test_scripts_from_right_to_left_run_from_right_to_left(tmp_path: Path) -> None:
    document, _ = printed(tmp_path, "--only", "cards")
    text = document[0].get_textpage()
    letters = {text.get_text_range(at, 1): text.get_charbox(at) for at in range(text.count_chars())}
    # the first letter of each is at the right of the last
    assert letters["ש"][0] > letters["ם"][0]
    assert letters["س"][0] > letters["ك"][0]


def test_characters_without_a_font_are_warned_of_with_their_card(tmp_path: Path) -> None:
    _, said = printed(tmp_path, "--only", "cards")
    assert "No font here has \ue123 (U+E123), which is on the card \ue123 x." in said
    assert "such as one of the Noto fonts" in said


@pytest.mark.parametrize(("paper", "width", "height"), [("A4", 210, 297), ("Letter", 215.9, 279.4)])
def test_a_game_is_printed_with_its_rules_on_one_paper(tmp_path: Path, paper: str, width: float, height: float) -> None:
    document, said = printed(tmp_path, "--paper", paper)
    assert "4 cards on 1 sheet, a list of what is printed, the rules." in said
    sizes = {tuple(round(side * 25.4 / 72, 1) for side in page.get_size()) for page in document}
    assert sizes == {(width, height)} and len(document) > 4


def test_pages_are_written_as_pictures_of_300_dots_an_inch(tmp_path: Path) -> None:
    out = tmp_path / "pages" / "box.png"
    done = CliRunner().invoke(export, ["print", "kuhn", "--only", "cards", "--out", str(out)])
    assert done.exit_code == 0 and [file.name for file in sorted(out.parent.iterdir())] == ["box-1.png", "box-2.png"]
    assert Image.open(out.parent / "box-1.png").size == (2481, 3508)


@pytest.fixture
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures that are made in a moment."""
    monkeypatch.setattr(tabletop, "PIXELS", 20)
    monkeypatch.setattr(saved_object, "BOARD_DOTS", 20)
    monkeypatch.setattr(saved_object, "TOKEN_DOTS", 20)


def read_object(folder: Path, game: str, *args: str) -> dict[str, Any]:
    done = CliRunner().invoke(export, ["print", game, "--tabletop", "object", "--out", str(folder), *args])
    assert done.exit_code == 0, str(done.exception)
    found: dict[str, Any] = json.loads((folder / f"{game}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.usefixtures("small_pictures")
def test_a_saved_object_has_all_cards_each_with_its_face_and_back_on_a_picture(tmp_path: Path) -> None:
    saved = read_object(tmp_path, "balvin")
    states = saved["ObjectStates"]
    decks = [state for state in states if state["Name"] == "DeckCustom"]
    assert saved["SaveName"] == "Balvin's Oktoberfest" and [deck["Nickname"] for deck in decks] == ["card", "double"]
    assert [len(deck["DeckIDs"]) for deck in decks] == [52, 12]
    for deck in decks:
        assert deck["Transform"]["rotZ"] == 180.0
        assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
        for number, sheet in deck["CustomDeck"].items():
            assert all(at // 100 == int(number) and at % 100 < 69 for at in deck["DeckIDs"])
            assert (sheet["NumWidth"], sheet["NumHeight"], sheet["UniqueBack"], sheet["BackIsHidden"]) == (
                10,
                7,
                False,
                True,
            )
            for key in ("FaceURL", "BackURL"):
                assert Path(sheet[key].removeprefix("file://")).read_bytes().startswith(b"\x89PNG")
    assert decks[0]["ContainedObjects"][0]["Nickname"] == "Stout 1"
    tokens = {state["Nickname"]: state["Number"] for state in states if state["Name"] == "Custom_Tile_Stack"}
    assert tokens == {"coin": 80, "patron": 35, "barrel": 60}
    (board,) = [state for state in states if state["Name"] == "Custom_Tile"]
    assert board["Locked"] and Path(board["CustomImage"]["ImageURL"].removeprefix("file://")).exists()
    ids = [state["GUID"] for state in states] + [card["GUID"] for deck in decks for card in deck["ContainedObjects"]]
    assert len(set(ids)) == len(ids)
    # nothing lies on another thing
    for row in {state["Transform"]["posZ"] for state in states}:
        places = sorted(state["Transform"]["posX"] for state in states if state["Transform"]["posZ"] == row)
        assert all(after - before > 1 for before, after in zip(places, places[1:], strict=False))


def test_a_saved_object_names_the_address_of_its_pictures_and_backs_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tabletop.CardPicture, "png", property(lambda picture: b"a picture"))
    saved = read_object(tmp_path, "warrender", "--address", "https://example.org/w")
    (deck,) = saved["ObjectStates"]
    assert sorted(deck["CustomDeck"]) == ["1", "2"] and len(deck["DeckIDs"]) == len(set(deck["DeckIDs"]))
    for number, sheet in deck["CustomDeck"].items():
        assert sheet["FaceURL"] == f"https://example.org/w/card-fronts-{number}.png"
        assert sheet["BackURL"] == f"https://example.org/w/card-backs-{number}.png"
        # the last place of the fronts is what others see of a card in a hand
        assert sheet["UniqueBack"] and not sheet["BackIsHidden"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "card-backs-1.png",
        "card-backs-2.png",
        "card-fronts-1.png",
        "card-fronts-2.png",
        "warrender.json",
    ]


@pytest.mark.parametrize(
    ("args", "answer"),
    [
        (["--tabletop", "objct"], "write `--tabletop object`, or nothing behind it"),
        (["--address", "https://example.org"], "--address is for `--tabletop object`"),
        (["--tabletop", "object", "--address", "here"], "such as https://example.org/game/"),
    ],
)
def test_what_is_no_word_of_tabletop_is_refused(tmp_path: Path, args: list[str], answer: str) -> None:
    done = CliRunner().invoke(export, ["print", "kuhn", "--out", str(tmp_path / "new"), *args])
    assert answer in str(done.exception) and not (tmp_path / "new").exists()
