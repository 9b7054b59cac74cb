"""Counters that play can bring out of their range, as far as that is certain beforehand; what is not certain is trusted."""

from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.front.validation import validate_file

GAME = """\
format: 1
game: Rows
players: 2..3
settings: {number_of_slots: 6, most: 5}
things: {slot: {count: number_of_slots}}
components: {card: {front: {value: 1..3}}}
shared:
  deck: {pile of: card, see: nobody, starts with: {value: 1..3, copies: 20}}
  full: 0..most
each slot: {prize: {holds: card}, owner_of: first(players)}
each player: {won: 0..5, asked: 0..9}
setup: {lay out: {for each: s in slots, move: 1, from: deck, to: s.prize}}
phases:
  a turn:
    turns: player in players
    until: {all have played: round > 2}
    do:
      ask: {choose: n in 1..9, set: {player.asked: n}}
      go on: STEP
score: player.won + full + player.asked
rulings: {equal points share the victory: {change: winner}}
"""


def leaving(folder: Path, step: str, options: dict[str, str] | None = None) -> list[tuple[str, str]]:
    """What is said of counters that can leave their range, and what is proposed."""
    text = GAME.replace("ask: ", "all ask: ").replace("STEP", step)
    (folder / "rows.yaml").write_text(text, encoding="utf-8")
    found = validate_file(folder / "rows.yaml", options=options)
    assert [d for d in found if d.severity == "error"] == []
    return [(d.message.partition(" can leave its range ")[2], d.hint) for d in found if d.code == "leaves-range"]


BEST = "{for each: s in slots, do: {remember: {best: first(p in players with most p.asked)}, STEP}}"


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (BEST.replace("STEP", "add: {best.won: 1}"), "0..5: 1 is added up to 6 times, for each s in slots"),
        (
            BEST.replace("STEP", "when: not s.prize.empty, add: {best.won: 1}"),
            "0..5: 1 is added up to 6 times, for each s in slots",
        ),
        (
            "{for each: s in slots where not s.prize.empty, add: {full: 1}}",
            "0..5: 1 is added up to 6 times, for each s in slots",
        ),
        ("{for each: s in slots, add: {s.owner_of.won: 1}}", "0..5: 1 is added up to 6 times, for each s in slots"),
        ("{repeat: 3, add: {player.won: 2}}", "0..5: 2 is added up to 3 times"),
        (
            "{for each: s in slots, do: {for each: n in 1..2, add: {full: 1}}}",
            "0..5: 1 is added up to 12 times",
        ),
        (
            "{set: {full: count(s in slots where not s.prize.empty)}}",
            "0..5: count(s in slots where not s.prize.empty) can be 6",
        ),
        ("{choose: n in 2..8, where: {no sevens: n != 7}, set: {player.won: n}}", "0..5: n can be 8"),
        ("{choose: n in 2..8, set: {player.won: 2 - n}}", "0..5: 2 - n can be -6"),
        # what cannot be, or is not certain
        ("{for each: p in players, add: {p.won: 5}}", ""),
        ("{for each: s in slots, do: {when: full < most, add: {full: 1}}}", ""),
        ("{for each: n in 1..9 where n > 4, add: {full: 1}}", ""),
        ("{for each: s in slots, do: {when: s != slot_1, add: {full: 1}}}", ""),
        ("{set: {full: count(s in slots where s != slot_2)}}", ""),
        ("{for each: s in slots, do: [{add: {full: 1}}, {set: {full: 0}}]}", ""),
        ("{repeat: 5, add: {full: 1}}", ""),
        ("{repeat: 3, do: {choose: n in 0..2, add: {player.won: n}}}", ""),
        ("{choose: n in 2..8, where: {no large ones: n < 6}, set: {player.won: n}}", ""),
        ("{choose: n in 0..player.asked, set: {player.won: n}}", ""),
        ("{set: {player.won: player.asked}}", ""),
        ("{set: {full: deck.size}}", ""),
    ],
)
def test_what_can_leave_its_range_is_found(tmp_path: Path, step: str, said: str) -> None:
    assert [message for message, _ in leaving(tmp_path, step)] == ([said] if said else [])


def test_ranges_follow_the_settings_of_a_game(tmp_path: Path) -> None:
    step = "{set: {full: 0}, do: {for each: s in slots, add: {full: 1}}}"
    assert leaving(tmp_path, step) == [
        ("0..5: 1 is added up to 6 times, for each s in slots", "give full a wider range, such as 0..6")
    ]
    assert leaving(tmp_path, step, {"most": "6"}) == [] == leaving(tmp_path, step, {"number_of_slots": "5"})
    assert leaving(tmp_path, step, {"number_of_slots": "8"})[0][1] == "give full a wider range, such as 0..8"
