"""Games played so that a second world can be found at each decision: another history in which a seat perceived the same."""

from __future__ import annotations

from typing import Any

from helpers.games import game_of

from stammtisch.base.streams import GAME, Stream, seed_stream
from stammtisch.game.game import Game
from stammtisch.game.state import State
from stammtisch.program import events as ev
from stammtisch.sampling.evidence import CardSet, Evidence
from stammtisch.sampling.histories import Contradiction, Sampler, WatchedEvents, WatchedState

from .witness import Eyes, Fact, Witness

MOST_DRAWS = 12


class Played(State):
    """A game with a witness for each seat and for an onlooker (-1)."""

    __slots__ = ("witnesses",)

    def __init__(self, game: Game, seed: int, judged: bool = False) -> None:
        super().__init__(game, seed, seed_stream(seed, GAME), True)
        seats = range(-1, game.players)
        self.witnesses = {seat: Witness(Eyes(game.program, seat), judged) for seat in seats}
        self._advance(0)
        self.stop()

    def _advance(self, block: int, passed: tuple[int, ...] = ()) -> None:
        self.events = WatchedEvents(self, 0)  # type: ignore[arg-type]
        super()._advance(block, passed)

    def _take(self, asked: Any, position: int) -> None:
        number = asked.numbers[position]
        self.show(ev.Choose("choose", asked.of.number, asked.seat, number, len(asked.numbers)))
        super()._take(asked, position)
        self.stop()

    def show(self, event: ev.Event) -> None:
        """All witnesses see an event."""
        for witness in self.witnesses.values():
            witness.read(self, event)

    def stop(self) -> None:
        for witness in self.witnesses.values():
            witness.stop(self)


class Perceived(Evidence):
    """What a witness has perceived, in place of what the seat was given."""

    def __init__(self, game: Game, witness: Witness) -> None:
        self.game, self.seat, self.witness = game, witness.eyes.seat, witness
        self.facts = list(witness.events)
        self.events = guiding(self.facts, witness)
        self.every: CardSet = frozenset(range(len(game.program.cards)))
        self.zones = {slot.name: number for number, slot in enumerate(game.program.lists)}
        self.faces = witness.eyes.faces
        self._like: dict[str, CardSet] = {}
        self.behind, self.begun, self.offered = {}, {}, {}
        self.open: dict[Any, Any] = {}
        moves = [(number, event) for number, event in enumerate(self.events) if event["kind"] == "move"]
        told = [(number, event["from"], self.narrowed_cards(event["card"])) for number, event in moves]
        self.followed = [(number, source, known) for number, source, known in told if known is not None]
        self.view = {"zones": witness.lying()}
        self.needs = self.all_needs()


def guiding(facts: list[Fact], witness: Witness) -> list[Fact]:
    """The facts, in which a card that is seen on top of a pile is seen from when it came there: to find it sooner."""
    found, last = list(facts), {}
    for number, fact in enumerate(facts):
        if fact["kind"] == "move":
            last[fact["to"]] = number
        for zone, look in fact["tops"] if fact["kind"] == "tops" else ():
            at = last.get(witness.label(zone), -1)
            if look is not None and at >= 0:
                found[at] = {**found[at], "card": look}
    return found


class World(WatchedState):
    """A game watched by a witness, who must perceive the same facts again."""

    __slots__ = ()

    def __init__(self, evidence: Perceived, salt: int) -> None:
        State.__init__(self, evidence.game, salt, 1, True)
        self.script: tuple[int, ...] = ()
        self.told, self.singles = 0, False
        self.evidence = evidence
        self.reader: Any = Witness(evidence.witness.eyes, evidence.witness.judged)
        self.compared = 0
        self.drawable: list[int] = []

    def show(self, event: ev.Event) -> None:
        """The witness perceives an event. Raises Contradiction where it perceived something else."""
        self.reader.read(self, event)
        self.compare(len(self.reader.events))

    def stop(self) -> None:
        """The step is over. Raises Contradiction where the witness perceived something else."""
        self.reader.stop(self)
        self.compare(len(self.reader.events))

    def compare(self, settled: int) -> None:
        assert isinstance(self.evidence, Perceived)
        mine, true = self.reader.events, self.evidence.facts
        if len(mine) > len(true) or mine[self.compared :] != true[self.compared : len(mine)]:
            raise Contradiction
        self.compared = settled


class Worlds(Sampler):
    """Draws games in which a seat has perceived the same as in a played one, which it asks for nothing else."""

    def __init__(self, played: Played, seat: int, random: int) -> None:
        self.evidence: Perceived = Perceived(game_of(played), played.witnesses[seat])
        self.stream, self.seed = Stream(random), played.seed
        self.found = []
        # one world is enough
        self.exact, self.large = False, True
        self.steps = 0

    def begin(self) -> WatchedState:
        # with the same seed, by which lots are drawn among cards that look alike
        return World(self.evidence, self.seed)

    def fits(self, state: WatchedState) -> bool:
        return True


def other_world(played: Played, seat: int, random: int, budget: int) -> State | None:
    """A world with the same facts for the seat, which differs from the played one if one is soon found that does.

    None: none was found in so many steps of the game.
    """
    sampler = Worlds(played, seat, random)
    left, found = budget, None
    for _ in range(MOST_DRAWS):
        found = sampler.draw(left) or found
        left -= sampler.steps
        if left <= 0 or (found is not None and (found.v, found.z) != (played.v, played.z)):
            break
    return found
