"""Small games full of secrets, at random, in each of which two worlds are compared.

    cd tests; python -m helpers.probes --minutes 5 --seed 1 --out FOLDER

The hunter writes rulesets of every kind, of which few hide much; these hide nearly everything: hands, piles, marks and
numbers, choices in secret and at once, chance untold. Compared is what samples are drawn from, the view, the log and the
options. Each game in which a seat learns something is written to FOLDER, with what it learns as its first line; the last
line tells how many games were written, were valid, and how often one was compared with another world.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from helpers.worlds.given import GIVEN, Plan, Told, drawn_from, looked

import stammtisch as st
from stammtisch.base.errors import GameError
from stammtisch.sampling.sampler import belief

PLAN = Plan(most=8, budget=60)
HEAD = """\
format: 1
game: Probe
players: 2
score: 0
rulings: {points are shared: {change: score}}
"""


GIVES = {"samples": drawn_from(belief), **{name: GIVEN[name] for name in ("view", "log", "options")}}


class Probe:
    """Writes one game; every choice comes from `source`."""

    def __init__(self, source: random.Random) -> None:
        self.one, self.within, self.likely = source.choice, source.randint, source.random
        self.backs = self.likely() < 0.4
        self.heap, self.mat = (self.one(["holds", "pile of"]) for _ in range(2))

    def text(self) -> str:
        """The ruleset."""
        back = ", back: {kind: 1..2}" if self.backs else ""
        steps = "".join(f"  step {number}: {self.step()}\n" for number in range(self.within(4, 8)))
        return (
            f"{HEAD}components: {{card: {{front: {{value: 1..4}}{back}}}}}\n{self.places()}"
            "setup:\n  they are shuffled: {shuffle: deck}\n"
            f"  all get some: {{deal: {self.within(1, 2)}, from: deck, to: players.hand}}\n"
            f"phases:\n{steps}  the end comes: {{by: first(players), choose: z in 1..2, say: z}}\n"
            "  it is over: {by: last(players), choose: z in 1..2, say: z}\n"
        )

    def places(self) -> str:
        """Where cards lie, and numbers, with who sees them."""
        backs = "{back: everyone}" if self.backs else "nobody"
        kinds = ", kind: 1..2" if self.backs else ""
        starts = f"{{value: 1..{self.within(2, 4)}{kinds}{self.one(['', ', copies: 2'])}}}"
        tops = ("{top: everyone}", "{top: '[first(players)]'}")
        deck = self.one(["nobody", "nobody", "'[last(players)]'", backs, "{size: everyone}", *tops])
        heap = self.one(["nobody", "everyone", "'[first(players)]'", backs, *(tops if self.heap == "pile of" else ())])
        hand = self.one(["owner", "owner", "nobody", "{front: owner, back: everyone}" if self.backs else "owner"])
        mat = self.one(["owner", "nobody", "everyone", *(tops if self.mat == "pile of" else ())])
        return (
            f"shared:\n  deck: {{pile of: card, see: {deck}, starts with: {starts}}}\n"
            f"  heap: {{{self.heap}: card, see: {heap}}}\n"
            "  luck: {start: 0, range: 0..99, see: nobody}\n"
            "each card:\n  fresh: {start: false, see: nobody}\n  old: {start: 0, range: 0..20, see: nobody}\n"
            f"each player:\n  hand: {{holds: card, see: {hand}}}\n  mat: {{{self.mat}: card, see: {mat}}}\n"
            f"  coins: {{start: 0, range: 0..99, see: {self.one(['owner', 'nobody', 'everyone'])}}}\n"
        )

    def player(self) -> str:
        return self.one(["first(players)", "last(players)"])

    def to(self, player: str) -> str:
        """Where something goes."""
        place = self.one(["deck", "heap", f"{player}.hand", f"{player}.mat", "last(players).hand"])
        kinds = {"deck": "pile of", "heap": self.heap, f"{player}.mat": self.mat}
        at = ["", "", ", at: random", ", at: bottom", ", at: below 1", ", at: random below 2"]
        return f"to: {place}{self.one(at) if kinds.get(place) == 'pile of' else ''}"

    def secret(self) -> str:
        return self.one(["", "", ", secret: true"])

    def effect(self, player: str, card: str) -> str:
        """What is done with a card."""
        moves = [f"move: {card}, {self.to(player)}"] * 2
        sets = [f"set: {{luck: {card}.value}}", f"set: {{{card}.fresh: true}}", f"say: {card}"]
        adds = [
            f"add: {{{what}}}" for what in (f"luck: {card}.value", f"{card}.old: 1", f"{player}.coins: {card}.value")
        ]
        return self.one([*moves, *sets, *adds])

    def asked(self) -> str:
        """A step in which somebody chooses."""
        p = self.player()
        cards = self.one([f"{p}.hand", f"{p}.hand", f"{p}.hand where c.value > 1", f"{p}.mat", "heap", "deck"])
        if not self.backs and self.likely() < 0.1:  # else who chooses sees the backs of just these
            cards = "first(deck, 2)"
        number = self.one(["add: {luck: k}", "say: k", f"add: {{{p}.coins: k}}", "set: {luck: k}"])
        return self.one(
            [
                f"{{by: {p}, choose: 'c in {cards}'{self.secret()}, {self.effect(p, 'c')}, if impossible: nothing}}",
                f"{{by: {p}, choose: k in 1..3{self.secret()}, {number}}}",
                f"{{by: {p}, choose: k in 1..2, move: up to k, from: {self.one(['deck', 'heap'])}, {self.to(p)}}}",
            ]
        )

    def step(self) -> str:
        """A step of any kind."""
        p, asked = self.player(), self.asked
        both = self.one(["move: c, to: q.mat", "add: {q.coins: c.value}", "move: c, to: heap"])
        turns = f"choose: c in q.hand{self.secret()}, {both}, if impossible: nothing}}"
        kept = f"{{by: {self.player()}, choose: y in kept{self.secret()}, say: 1, if impossible: nothing}}"
        marked = self.one(["set: {x.fresh: false}", "add: {x.old: 1}", "add: {luck: x.value}"])
        cards = self.one([f"{p}.hand", "heap"])
        ends = self.one(["first(deck, 2)", "last(deck, 1)", "reversed(deck)"])
        steps: list[Callable[[], str]] = [
            *(asked, asked, asked),
            lambda: "{shuffle: deck}",
            lambda: f"{{move: up to {self.within(1, 2)}, from: {self.one(['deck', 'heap'])}, {self.to(p)}}}",
            lambda: f"{{move: {self.one(['heap', p + '.hand', p + '.mat'])}, {self.to(p)}}}",
            lambda: f"{{move: up to 1, from: deck, to: {p}.hand, as: it, do: {{set: {{it.fresh: true}}}}}}",
            lambda: f"{{for each: x in {p}.hand, {marked}}}",
            lambda: f"{{random: x in {cards}{self.secret()}, {self.effect(p, 'x')}, if impossible: nothing}}",
            lambda: f"{{random: x in 1..3{self.secret()}, {self.one(['add: {luck: x}', 'say: x'])}}}",
            lambda: f"{{remember: {{kept: {self.one([p + '.hand', ends])}}}, do: [{asked()}, {kept}]}}",
            lambda: f"{{move: '{ends}', {self.to(p)}}}",
            lambda: f"{{for each: 'x in {ends}', {self.one([marked, asked()[1:-1]])}}}",
            lambda: f"{{for each: q in players, {turns}",
            lambda: f"{{together: q in players, {turns}",
            lambda: "{when: luck > 2, add: {luck: 1}}",
            lambda: f"{{when: {p}.coins > 1, move: up to 1, from: deck, {self.to(p)}}}",
        ]
        return self.one(steps)()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m helpers.probes", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("finds"))
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    file = Path(tempfile.mkdtemp()) / "probe.yaml"
    end, written, valid, compared, finds = time.monotonic() + 60 * asked.minutes, 0, 0, 0, 0
    while time.monotonic() < end:
        written += 1
        file.write_text(Probe(random.Random(f"{asked.seed} {written}")).text(), encoding="utf-8")
        if any(problem.severity == "error" for problem in st.validate(file)):
            continue
        valid += 1
        try:
            compared += looked(st.load_ruleset(file).game(), written, PLAN, given=GIVES).other
        except GameError:
            continue
        except Told as leak:
            finds += 1
            told = " ".join(str(leak).split())[:200]
            (asked.out / f"{written}-{leak.what}.yaml").write_text(f"# {told}\n{file.read_text()}", encoding="utf-8")
    print(f"{written} games, {valid} valid, {compared} compared with another world, {finds} finds")
    return 1 if finds else 0


if __name__ == "__main__":
    sys.exit(main())
