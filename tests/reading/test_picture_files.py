"""Pictures in a game's folder: only what is there, is a picture, and can do nothing but be seen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stammtisch.base.appearance.pictures import Picture
from stammtisch.base.diagnostics import RulesetError, Span
from stammtisch.front.api import load_ruleset, validate
from stammtisch.reading.picture_files import MOST_BYTES, read_picture

PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 20
WEBP = b"RIFF\x10\0\0\0WEBPVP8 "
GAME = """format: 1
game: Farmyard
players: 1
things: {kind: [farm, church]}
components: {building: {front: {kind: kind}}, coin: 5}
shared: {row: {holds: building, starts with: {kind: kinds}}, purse: {of: coin}}
phases: {nothing happens: {end: game, winner: none}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a game with pictures in it, and one beside it."""
    made = tmp_path / "farmyard"
    (made / "art").mkdir(parents=True)
    (made / "variants").mkdir()
    (made / "art" / "farm.png").write_bytes(PNG)
    (made / "back.webp").write_bytes(WEBP)
    (tmp_path / "secret.png").write_bytes(PNG)
    return made


def read(folder: Path, name: str) -> Picture:
    return read_picture(name, Span.whole(str(folder / "ruleset.yaml")), folder)


def refusal(folder: Path, name: str) -> tuple[str, str, str]:
    """The code, the message and the hint with which a picture is refused."""
    with pytest.raises(RulesetError) as caught:
        read(folder, name)
    (found,) = caught.value.diagnostics
    return found.code, found.message, found.hint


def test_pictures_are_read_from_the_folder_of_the_game(folder: Path) -> None:
    png, webp = read(folder, "art/farm.png"), read(folder, "back.webp")
    assert (png.kind, png.content, webp.kind) == ("png", PNG, "webp")
    assert re.fullmatch(r"[0-9a-f]{20}\.png", png.file) and png.data_uri.startswith("data:image/png;base64,iVBOR")
    (folder / "art" / "farm.png").write_bytes(PNG + b"y")
    assert read(folder, "art/farm.png").file != png.file


@pytest.mark.parametrize(
    "name",
    [
        "../secret.png",
        "art/../../secret.png",
        "/etc/passwd.png",
        "~/x.png",
        "C:/x.png",
        "art/link.png",
        "out/secret.png",
    ],
)
def test_nothing_outside_the_folder_is_read(folder: Path, name: str) -> None:
    (folder / "art" / "link.png").symlink_to(folder.parent / "secret.png")
    (folder / "out").symlink_to(folder.parent)
    code, message, hint = refusal(folder, name)
    assert code == "picture-file" and "out of the game's folder" in message.replace("outside", "out of")
    assert hint == "Copy it into the game's folder, and name it from there, such as art/farm.svg."


def test_a_link_inside_the_folder_is_followed(folder: Path) -> None:
    (folder / "barn.png").symlink_to(folder / "art" / "farm.png")
    assert read(folder, "barn.png").content == PNG


def test_what_is_wrong_with_a_picture_is_said_with_what_to_do(folder: Path) -> None:
    assert refusal(folder, "art/frm.png") == (
        "file-missing",
        "there is no picture art/frm.png",
        "Did you mean art/farm.png?",
    )
    assert refusal(folder, "farm.png")[2] == "Did you mean art/farm.png?"
    assert refusal(folder, "zebra.png")[2] == "Pictures are named from the folder farmyard."
    assert refusal(folder, "art/farm.jpg") == (
        "picture-file",
        "a .jpg file cannot be shown as a picture",
        "Did you mean art/farm.png?",
    )
    assert refusal(folder, "zebra.gif")[2] == "Save it as SVG, PNG or WebP in the game's folder, and name that."
    assert refusal(folder, "https://example.org/a.png")[1] == (
        "a picture is read from the game's folder, not from an address"
    )
    assert refusal(folder, "art\\farm.png")[2] == "Write art/farm.png"
    (folder / "big.png").write_bytes(PNG + bytes(MOST_BYTES))
    assert refusal(folder, "big.png")[:2] == ("file-too-big", "big.png is larger than 2 MB")
    (folder / "not.png").write_bytes(b"\xff\xd8\xff a JPEG")
    assert refusal(folder, "not.png")[1] == "not.png is not a PNG picture, or it is damaged"
    (folder / "folder.png").mkdir()
    assert refusal(folder, "folder.png") == (
        "file-is-folder",
        "folder.png is a folder, not a picture",
        "Name a picture in it.",
    )


EVIL = b"""<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" onload="go()">
<style>@import url(http://evil.example/a.css); .a { fill: url(//evil.example/b); stroke: red }</style>
<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs>
<script>go()</script><foreignObject><body xmlns="http://www.w3.org/1999/xhtml">go</body></foreignObject>
<image href="file:///etc/passwd"/><image xlink:href="http://evil.example/x.png"/><use href="other.svg#a"/>
<image href="data:image/svg+xml;base64,AAAA"/>
<a href="javascript:go()"><rect class="a" fill="url(#g)" style="fill:url(http://evil.example/c)" width="5" height="5"/></a>
</svg>"""


def test_an_svg_can_do_nothing_but_be_seen(folder: Path) -> None:
    pytest.importorskip("py_svg_hush")
    (folder / "farm.svg").write_bytes(EVIL)
    found = read(folder, "farm.svg").content.decode()
    for word in ("script", "foreignObject", "go()", "evil", "passwd", "javascript", "import", "other.svg", "data:"):
        assert word not in found, word
    assert 'fill="url(#g)"' in found and "<stop" in found and "stroke: red" in found
    for broken in (b"", b"<svg", b"<html><body/></html>", b"\xff\xfe\0", b"a text"):
        (folder / "broken.svg").write_bytes(broken)
        assert refusal(folder, "broken.svg")[1] == "broken.svg is not an SVG picture, or it is damaged"


def test_entities_of_an_svg_do_not_grow(folder: Path) -> None:
    pytest.importorskip("py_svg_hush")
    names = "abcdefghij"
    entities = '<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in zip(names, names[1:], strict=False)
    )
    text = f'<!DOCTYPE svg [{entities}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>'
    (folder / "bomb.svg").write_text(text)
    assert refusal(folder, "bomb.svg")[0] == "picture-file"


def test_an_svg_without_its_package_says_what_to_install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "py_svg_hush", None)
    (folder / "farm.svg").write_bytes(b"<svg/>")
    assert refusal(folder, "farm.svg")[1:] == (
        "SVG pictures need the package py-svg-hush",
        "Install it: pip install 'stammtisch[pictures]'. Or save the picture as PNG or WebP.",
    )


def test_looks_name_pictures(folder: Path) -> None:
    file = folder / "ruleset.yaml"
    file.write_text(GAME + "look: {farm: green art/farm.png, church: ✚ back.webp}\n")
    looks = load_ruleset(file).looks
    farm, church = looks.of("farm"), looks.of("church")
    assert (farm.colour, farm.symbol, church.symbol) == ("green", "", "✚")
    assert farm.picture and church.picture and [*looks.pictures] == [farm.picture.file, church.picture.file]
    # a variant names pictures from the folder of the game, too
    (folder / "variants" / "big.yaml").write_text(
        "format: 1\nextends: farmyard\ngame: Farms\nlook: {farm: back.webp}\n"
    )
    assert load_ruleset(file, ["big"]).looks.of("farm").picture == church.picture
    # the same game, whatever it looks like
    plain = folder / "plain.yaml"
    plain.write_text(GAME)
    views = [load_ruleset(one).game().start(1).view(0) for one in (plain, file)]
    assert views[0] | {"ruleset": ""} == views[1] | {"ruleset": ""}


def test_sheets_name_pictures_from_the_folder_of_the_game(folder: Path) -> None:
    (folder / "lists").mkdir()
    (folder / "lists" / "kinds.csv").write_text("kind,look\nfarm,green art/farm.png\nchurch,blue\n")
    rules = GAME.replace("[farm, church]", "{from: lists/kinds.csv}")
    (folder / "ruleset.yaml").write_text(rules)
    assert load_ruleset(folder).looks.of("farm").picture == read(folder, "art/farm.png")
    (folder / "lists" / "kinds.csv").write_text("kind,look\nfarm,green art/frm.png\nchurch,blue\n")
    found = [d for d in validate(folder) if d.severity == "error"]
    message = "row 2, column B (look): there is no picture art/frm.png"
    assert [(d.message, d.hint) for d in found] == [(message, "Did you mean art/farm.png?")]
    assert found[0].span.file.endswith("kinds.csv") and found[0].span.line == 2


@pytest.mark.parametrize(
    ("look", "message"),
    [
        ("farm: art/farm.png back.webp", "there are two pictures here, 'art/farm.png' and 'back.webp'"),
        ("players: [art/farm.png]", "players have no pictures"),
        ("coin: yellow art/farm.png", "coin are tokens, which have no picture"),
        ("farm: art/none.png", "there is no picture art/none.png"),
    ],
)
def test_a_look_with_a_picture_that_cannot_be_is_refused(folder: Path, look: str, message: str) -> None:
    (folder / "ruleset.yaml").write_text(GAME + f"look: {{{look}}}\n")
    assert [d.message for d in validate(folder) if d.severity == "error"] == [message]
