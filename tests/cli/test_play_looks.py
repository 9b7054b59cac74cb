"""Colours and symbols of a ruleset in `play`: symbols always, colours on a terminal that may have them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers.paths import ROOT
from helpers.tiers import full

from stammtisch.base.appearance.looks import Look, Looks
from stammtisch.seats.phrases.symbols import add_symbols, colouring

LOOKS = Looks(
    {"Dark_Lager": Look("brown", "■"), "Queen": Look("", "Q"), "Stout": Look("black", "●"), "wild": Look("grey", "★")}
)


def test_words_get_their_symbols_and_short_forms_stay_on_cards() -> None:
    card = {"component": "card", "front": {"beer": "Dark_Lager", "rank": "Queen", "wild": True, "value": 3}}
    assert add_symbols({"cards": [card]}, LOOKS)["cards"][0]["front"] == {
        "beer": "■ Dark Lager",
        "rank": "Queen",
        "★ wild": True,
        "value": 3,
    }
    assert add_symbols(card, Looks()) is card


def test_a_line_has_colour_where_symbol_and_word_stand_together() -> None:
    tinted = colouring(LOOKS)
    assert tinted("a Dark Lager, ■ Dark Lager 3") == "a Dark Lager, \x1b[38;5;130m■ Dark Lager\x1b[0m 3"
    # black can be read on white only
    assert tinted("● Stout") == "● Stout"


def test_numbers_of_tokens_have_their_symbol_and_its_colour() -> None:
    looks = Looks({"coin": Look("yellow", "◉"), "gold": Look("yellow", "●"), "silver": Look("grey", "●")})
    item: dict[str, Any] = {"label": "till", "indexes": [], "kind": "int", "of": "coin", "show": None, "value": 3}
    assert add_symbols(item, looks)["value"] == "◉ 3"
    assert (
        add_symbols(item | {"show": "track"}, looks)["value"] == add_symbols(item | {"of": None}, looks)["value"] == 3
    )
    assert add_symbols(item | {"value": None, "hidden": True}, looks)["value"] is None
    tinted = colouring(looks, looks.words)
    assert tinted("till ◉ 3, ◉ x") == "till \x1b[38;5;136m◉ 3\x1b[0m, ◉ x"
    # one symbol, two colours: nobody can tell which is meant
    assert tinted("purse ● 3") == "purse ● 3"


@full
@pytest.mark.parametrize("colour", [True, False])
def test_colours_come_on_terminals_alone(tmp_path: Path, colour: bool) -> None:
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    command = [
        sys.executable,
        str(ROOT / "cli.py"),
        "play",
        "ofertu",
        "--seat",
        "all=greedy",
        "--seat",
        "1=human",
        "--seed",
        "3",
    ]
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"}
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=environment if colour else environment | {"NO_COLOR": "1"},
    ) as running:
        os.close(follower)
        text = b""
        while not text.endswith(b"> "):
            text += os.read(leader, 65536)
        running.kill()
    os.close(leader)
    assert "◆ red 4".encode() in text.replace(b"\x1b[38;5;160m", b"").replace(b"\x1b[0m", b"")
    assert (b"\x1b[38;5;160m" in text) == colour
