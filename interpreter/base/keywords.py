"""The words of the language: the verbs, the slots of a step, and their order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Slot:
    """A key of a step with a value, whose kind decides how it is read and what editors say about it.

    kind: amount, price, expression, values, choice, changes, pile, action, end, position, name, arguments or results.
    """

    kind: str
    about: str
    examples: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Verb(Slot):
    """A verb of a step: `slots` are its prepositions, `needs` the required ones."""

    slots: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


VERBS: dict[str, Verb] = {
    "move": Verb(
        "amount",
        "moves cards, or an amount of tokens, from one place to another. If there may be fewer, write `all` or "
        "`up to 3`.",
        ("card", 3, "up to hand_size - p.hand.size", "all"),
        ("from", "to", "at", "as"),
        needs=("to",),
    ),
    "pay": Verb(
        "price",
        "moves tokens as a price. What a player cannot pay for is not offered. Several goods are one payment, each "
        "with the place that it is paid from.",
        (2, "bid", {"player.wood": 1, "player.clay": "hut.clay"}),
        ("from", "to"),
        needs=("from", "to"),
    ),
    "deal": Verb(
        "amount",
        "deals cards one at a time, round by round, to several places.",
        (5, "all"),
        ("from", "to", "at"),
        needs=("from", "to"),
    ),
    "gather": Verb(
        "choice",
        "moves all cards that meet a condition, from one or several places, to one place. There may be none.",
        ("card in players.played", "card in stock + market where card.colour = red"),
        ("to", "at", "as"),
        needs=("to",),
    ),
    "add": Verb(
        "changes", "adds to numbers. A minus takes away.", ({"p.points": 3, "passes": 1}, {"player.lives": -1})
    ),
    "set": Verb(
        "changes",
        "gives names a new value, from top to bottom. A set of players on the left means each of them.",
        ({"starter": "p"}, {"players.offer": 0}),
    ),
    "shuffle": Verb("pile", "shuffles a pile.", ("deck",)),
    "reveal": Verb(
        "amount",
        "shows cards or numbers to everyone, or to those named by `to`.",
        ("card", "players.bid(slot)"),
        ("to",),
    ),
    "say": Verb(
        "values",
        "announces one or several values to everyone without showing where they come from.",
        ("loser", ["loser", "bid"]),
    ),
    "run": Verb(
        "action",
        "does an action of this ruleset or of a library it uses, or the action that a card names. "
        "`with` gives it values, `gives` names its results.",
        ("open auction",),
        ("with", "gives"),
    ),
    "end": Verb(
        "end",
        "ends this turn, the game, or a step around this one, named by its words.",
        ("turn", "game", "place bids"),
        ("winner",),
    ),
}
SLOTS_OF_VERBS: dict[str, Slot] = {
    "from": Slot(
        "expression",
        "With move, pay and deal: where it comes from. Several goods of a payment name their places themselves.",
        ("deck", "player.coins"),
    ),
    "to": Slot(
        "expression",
        "With move, pay, deal and gather: where it goes; several goods may also go to a player. With reveal: who "
        "sees it.",
        ("player.hand", "players.hand", "left(player)"),
    ),
    "at": Slot(
        "position",
        "With move, deal and gather: where in the pile it goes. Without it, on top.",
        ("bottom", "random", "below 2", "random below 2"),
    ),
    "as": Slot(
        "name",
        "With move and gather: a name for what was moved, or `new group` to lay it down as a group.",
        ("drawn", "new group"),
    ),
    "with": Slot(
        "arguments",
        "With run: values for the parameters of the action. In an action: its parameters and their types.",
        ({"bidders": "players after baron", "limit(b)": "b.coins"},),
    ),
    "gives": Slot(
        "results",
        "With run: names for the results of the action. In an action: its results.",
        ({"winner": "leader", "price": "high"},),
    ),
    "winner": Slot(
        "expression", "With `end: game`: who has won, whatever the score; none: nobody.", ("player", "none")
    ),
}
ADDED = {name: f"Add a line such as `{name}: {slot.examples[0]}`." for name, slot in SLOTS_OF_VERBS.items()}
PREPOSITIONS = {slot: tuple(word for word, verb in VERBS.items() if slot in verb.slots) for slot in SLOTS_OF_VERBS}
LOOPS = ("for each", "turns", "together", "repeat")
DECISIONS = ("choose", "may choose", "one of", "random")
CONDITIONS = ("when", "until", "where", "where all")
BRANCHES = ("do", "otherwise", "if impossible", "if declined")
EVENTS = ("before", "after", "enters")
# slots of which a step has one, by their name in messages
GROUPS = {"loop": LOOPS, "decision": DECISIONS, "effect": tuple(VERBS)}
# slots that belong to one of several others
COMPANIONS: dict[str, tuple[str, ...]] = {
    "next": ("turns",),
    "by": (*DECISIONS, "run"),
    **dict.fromkeys(("count", "secret", "where"), ("choose", "may choose", "random")),
    "where all": ("count",),
    **PREPOSITIONS,
    "otherwise": ("when",),
    "if impossible": DECISIONS,
    "if declined": ("may choose",),
}
# 0 stands anywhere; the others in the order they happen
SLOTS: dict[str, int] = {
    **dict.fromkeys(("remember",), 1),
    **dict.fromkeys(("when",), 2),
    **dict.fromkeys((*LOOPS, "next", "until"), 3),
    **dict.fromkeys(("by", *DECISIONS, "count", "secret", "where", "where all"), 4),
    **dict.fromkeys((*VERBS, *PREPOSITIONS), 5),
    **dict.fromkeys(("do",), 6),
    **dict.fromkeys(("otherwise",), 7),
    **dict.fromkeys(("if impossible", "if declined", "whenever", "rule", "about", "was"), 0),
}
SLOT_NAMES = {1: "remember", 2: "when", 3: "the loop", 4: "the decision", 5: "the effect", 6: "do", 7: "otherwise"}
# sections of a ruleset that change no rule
# sections whose entries have names of the ruleset's own, and all whose names mean nothing else inside another one
NAMED = ("settings", "things", "components", "tables", "shared", "define")
SECTIONS = (*NAMED, "teams", "setup", "phases", "actions", "score", "payoff", "always", "rulings", "targets")
NO_RULES = ("game", "about", "notes", "targets", "look", "names", "texts", "layout")
# the case of a setting: 3 players, 4..5 players, 6+ players
PLAYERS = re.compile(r"(\d+)(?:\.\.(\d+)|(\+))? players?")
