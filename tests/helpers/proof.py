"""Every shipped game written down: to show that a rebuilding of the program has changed no program and no game.

    python tests/helpers/proof.py            compare with tests/testdata/proof.json; names what differs; exit code 1
    python tests/helpers/proof.py --write    write it anew, where a difference is meant
    --data DIR                               also keep the programs and generated sources there, one file each, to diff
    --only NAME                              only these rulesets; --write then leaves the others as they are
    --quick                                  only the fewest players of each ruleset and variant

For each ruleset, variant and number of players: a hash of the program as data, of the source generated from it, of what
20 random games came to (choices, states, scores, payoffs), and of what each seat sees and reads in one of them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.games import CASES, FEWEST, Case
from helpers.paths import DATA, ROOT

from stammtisch.base.streams import BOTS, Stream, seed_stream
from stammtisch.game.state import State
from stammtisch.seats.phrases import event_texts
from stammtisch.seats.render import table_of

KEPT = DATA / "proof.json"
CHECKOUT = f"{ROOT}/"
GAMES = 20


def plain(value: Any) -> Any:
    """Dataclasses by their fields, tuples as lists: what a program is as data."""
    if is_dataclass(value):
        own = {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        own.pop("unasked", None)  # what only counting reads
        return {
            name: part for name, part in own.items() if name not in ("teams", "veiled", "cases", "set_size") or part
        }  # as before there were such
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def text(value: Any) -> str:
    return json.dumps(plain(value), indent=1).replace(CHECKOUT, "")


def digest(value: str) -> str:
    return hashlib.sha256(value.encode()).hexdigest()[:16]


def played(case: Case, seed: int, seats: bool) -> list[Any]:
    """What a random game came to and, if asked, what each seat saw in it."""
    state, bots = case.game.start(seed, seats), Stream(seed_stream(seed, BOTS))
    told: list[Any] = []
    while not state.over and state.decisions < 3000:
        pending = state.pending
        seat = sorted(pending)[bots.draw(len(pending))]
        position = bots.draw(len(pending[seat]))
        told.append([seat, position, len(pending[seat])])
        if seats and state.decisions % 5 == 0:
            told += [views(state, reader) for reader in range(state.game.players)]
        state.choose(position, seat)
    told += [state.hash, state.over, state.scores, state.winners, state.payoffs, state.reason]
    if seats:
        told += [[state.seen(seat), event_texts(state.seen(seat))] for seat in range(state.game.players)]
    return told


def views(state: State, reader: int) -> list[Any]:
    view = state.view(reader)
    return [view, table_of(view)]


def record(case: Case, folder: Path | None) -> dict[str, str]:
    """The hashes of one case; the texts themselves go to `folder`."""
    texts = {
        "program": text(case.game.program),
        "source": case.game.code(False).source,
        "source with log": case.game.code(True).source,
        "games": text([played(case, seed, False) for seed in range(GAMES)]),
        "seats": text(played(case, 7, True)),
    }
    if folder is not None:
        for what, content in texts.items():
            place = folder / f"{case} {what}"
            place.write_text(content)
    return {what: digest(content) for what, content in texts.items()}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    if asked.data:
        asked.data.mkdir(parents=True, exist_ok=True)
    cases = [case for case in (FEWEST if asked.quick else CASES) if asked.only in str(case)]
    found = {str(case): record(case, asked.data) for case in cases}
    kept = json.loads(KEPT.read_text())
    if asked.write:
        KEPT.write_text(json.dumps(kept | found, indent=1) + "\n")
        return 0
    wrong = [f"{name}: {what}" for name, own in found.items() for what in own if own[what] != kept[name].get(what)]
    print("\n".join([*wrong, f"{len(found)} games compared, {len(wrong)} differences"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
