"""What variants of the ruleset of fair.py can change: words -> (the variant, what it comes to)."""

from __future__ import annotations

from typing import Any

from helpers.fair import CHALLENGE, TURN

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "a setting gets one value for all": (
        "settings: {lead: 22, tie_goes_to: challenger}",
        {
            "settings > lead > value": 22,
            "settings > lead > 3 players": None,
            "settings > lead > 4..5 players": None,
            "settings > tie_goes_to": "challenger",
        },
    ),
    "a setting for some numbers of players": (
        "settings: {lead: {3 players: 1, 5+ players: 2}, tie_goes_to: {4 players: challenger}}",
        {
            "settings > lead > 3 players": 1,
            "settings > lead > 4..5 players": None,
            "settings > lead > 4 players": 18,
            "settings > lead > 5 players": 2,
            "settings > lead > 6+ players": 2,
            "settings > tie_goes_to": {"value": "defender", "4 players": "challenger"},
        },
    ),
    "a setting for all and for some": (
        "settings: {lead: {value: 9, 5 players: 2, rule: null}}",
        {
            "settings > lead > 3 players": None,
            "settings > lead > 4..5 players": None,
            "settings > lead > value": 9,
            "settings > lead > 5 players": 2,
            "settings > lead > rule": None,
        },
    ),
    "the value for some numbers of players removed": (
        "settings: {lead: {5 players: null, about: The lead at the start.}}",
        {
            "settings > lead > 4..5 players": None,
            "settings > lead > 4 players": 18,
            "settings > lead > about": "The lead at the start.",
        },
    ),
    "a setting given a plain value again": (
        "settings: {lead: {value: 9, rule: null}}",
        {"settings > lead": 9},
    ),
    "a score that builds on that of the game": (
        "score: 2 * score - (if score > card.score then score_2 else 0)",
        {"score": "2 * (player.coins) - (if (player.coins) > card.score then score_2 else 0)"},
    ),
    "a new setting": ("settings: {limit: 8}", {"settings > limit": 8}),
    "things are replaced": ("things: {gate: 4}", {"things > gate": 4}),
    "members as a list": ("things: {beer: [stout]}", {"things > beer": ["stout"]}),
    "one face of a component": (
        "components: {card: {front: {value: 1..8}}}",
        {"components > card > front > value": "1..8"},
    ),
    "a face removed": ("components: {card: {back: null}}", {"components > card > back": None}),
    "one cell of a table": ("tables: {closings: {evening: 2}}", {"tables > closings > evening": 2}),
    "one cell deeper, the table named without brackets": (
        "tables: {points: {5..6: {3: 9}}}",
        {"tables > points(worth, rank) > 5..6 > 3": 9},
    ),
    "a row cut out of a range": (
        "tables: {points: {3: {2: 7}}}",
        {
            "tables > points(worth, rank) > 1..4": None,
            "tables > points(worth, rank) > 1..2": {2: 1, 3: 1},
            "tables > points(worth, rank) > 3": {2: 7, 3: 1},
            "tables > points(worth, rank) > 4": {2: 1, 3: 1},
        },
    ),
    "a row over two ranges and beyond": (
        "tables: {points: {4..7: 0}}",
        {
            "tables > points(worth, rank) > 1..4": None,
            "tables > points(worth, rank) > 1..3": {2: 1, 3: 1},
            "tables > points(worth, rank) > 4": 0,
            "tables > points(worth, rank) > 5..6": 0,
            "tables > points(worth, rank) > 7": 0,
        },
    ),
    "a row removed out of a range": (
        "tables: {points: {4..6: null}}",
        {
            "tables > points(worth, rank) > 1..4": None,
            "tables > points(worth, rank) > 1..3": {2: 1, 3: 1},
            "tables > points(worth, rank) > 5..6": None,
        },
    ),
    "open purses": ("each player: {coins: {see: everyone}}", {"each player > coins > see": "everyone"}),
    "a start value keeps who sees it": ("each player: {coins: 5}", {"each player > coins > start": 5}),
    "a counter becomes hidden, named without brackets": (
        "each player: {barrels: {see: owner}}",
        {"each player > barrels(beer)": {"start": "0..9", "see": "owner"}},
    ),
    "one audience": ("each player: {hand: {see: {back: nobody}}}", {"each player > hand > see > back": "nobody"}),
    "one word for all faces": ("each player: {hand: {see: owner}}", {"each player > hand > see": "owner"}),
    "a pile becomes a hand": (
        "shared: {deck: {holds: card}}",
        {"shared > deck > pile of": None, "shared > deck > holds": "card"},
    ),
    "a definition is replaced, with other brackets": (
        "define: {worth(player p): 1}",
        {"define > worth(player)": None, "define > worth(player p)": 1},
    ),
    "a definition without its brackets": ("define: {worth: 1}", {"define > worth(player)": 1}),
    "score and players": ("players: 2\nscore: '0'", {"players": 2, "score": "0"}),
    "a ruling by words with other blanks": (
        "rulings: {the  deck may   run out: {rule: T8}}",
        {
            "rulings > the deck may run out": None,
            "rulings > the  deck may   run out": {"rule": "T8"},
        },
    ),
    "a ruling and a whole section removed": (
        "rulings: null\ndefine: {worth: null}\nscore: richest.coins",
        {
            "rulings": None,
            "define > worth(player)": None,
            "define > richest": "first(players)",
            "score": "richest.coins",
        },
    ),
    "a condition removed": (
        "change: {Challenge: {where: {the rival has cards: null}}}",
        {f"{CHALLENGE} > where > the rival has cards": None},
    ),
    "the last condition removed": (
        "change: {Challenge: {when: {nobody may challenge in the first round: null}}}",
        {f"{CHALLENGE} > when": None},
    ),
    "a condition by its own words": (
        "change: {some tent is open: round > 5, the rival has cards: null}",
        {
            "actions > close a tent > when > some tent is open": "round > 5",
            f"{CHALLENGE} > where > the rival has cards": None,
        },
    ),
    "a condition added": (
        "change: {Challenge: {where: {a rival: rival != player}}}",
        {f"{CHALLENGE} > where > a rival": "rival != player"},
    ),
    "a condition of a library": (
        "change: {Bid: {where: {a bid must match or beat the highest: bid > high}}}",
        {"actions > once around > one of > Bid > where > a bid must match or beat the highest": "bid > high"},
    ),
    "a step removed": (
        "change: {the tipsiest player loses a card: null}",
        {"phases > the tipsiest player loses a card": None},
    ),
    "a step by its old words": (
        "change: {the drunkest player loses a card: {to: player.hand}}",
        {"phases > the tipsiest player loses a card > to": "player.hand"},
    ),
    "another verb drops what belonged to the old one": (
        "change: {Bidding: {shuffle: deck}}",
        {
            "actions > once around": None,
            f"{TURN} > Bidding > run": None,
            f"{TURN} > Bidding > with": None,
            f"{TURN} > Bidding > gives": None,
            f"{TURN} > Bidding > shuffle": "deck",
        },
    ),
    "the same, with the old ones taken out by hand": (
        "change: {Bidding: {run: null, with: null, shuffle: deck}}",
        {
            "actions > once around": None,
            f"{TURN} > Bidding > run": None,
            f"{TURN} > Bidding > with": None,
            f"{TURN} > Bidding > gives": None,
            f"{TURN} > Bidding > shuffle": "deck",
        },
    ),
    "another mechanism by one word": (
        "change: {Bidding: {run: Contest}}",
        {f"{TURN} > Bidding > run": "Contest", "actions > once around": None},
    ),
    "another mechanism with other values": (
        "change: {Bidding: {run: Contest, with: {lowest: 1}}}",
        {
            "actions > once around": None,
            f"{TURN} > Bidding > run": "Contest",
            f"{TURN} > Bidding > with > bidders": None,
            f"{TURN} > Bidding > with > limit": None,
            f"{TURN} > Bidding > with > lowest": 1,
        },
    ),
    "one value for a mechanism": ("change: {Bidding: {with: {limit: 5}}}", {f"{TURN} > Bidding > with > limit": 5}),
    "a bracketed value for a mechanism": (
        "change: {Bidding: {with: {limit(b): b.coins}}}",
        {f"{TURN} > Bidding > with > limit": None, f"{TURN} > Bidding > with > limit(b)": "b.coins"},
    ),
    "another decision drops what belonged to the old one": (
        "change: {Challenge: {choose: stake in player.hand}}",
        {
            f"{CHALLENGE} > may choose": None,
            f"{CHALLENGE} > where": None,
            f"{CHALLENGE} > count": None,
            f"{CHALLENGE} > if declined": None,
            f"{CHALLENGE} > choose": "stake in player.hand",
        },
    ),
    "a decision removed": (
        "change: {Challenge: {may choose: null}}",
        {
            f"{CHALLENGE} > may choose": None,
            f"{CHALLENGE} > where": None,
            f"{CHALLENGE} > count": None,
            f"{CHALLENGE} > if declined": None,
            f"{CHALLENGE} > if impossible": None,
        },
    ),
    "another loop keeps its end": (
        "change: {a turn: {repeat: 3}}",
        {"phases > a turn > turns": None, "phases > a turn > next": None, "phases > a turn > repeat": 3},
    ),
    "one preposition": ("change: {Challenge: {at: top}}", {f"{CHALLENGE} > at": "top"}),
    "the end of an event": (
        "change: {the hand is too large: {before: Contest}}",
        {"whenever > the hand is too large > after": None, "whenever > the hand is too large > before": "Contest"},
    ),
    "a step that was an option with nothing in it": (
        "change: {Pass: {add: {player.coins: 1}}}",
        {"actions > sell one barrel > one of > Pass": {"add": {"player.coins": 1}}},
    ),
    "an option removed, one added": (
        "change: {sell one barrel: {one of: {Pass: null, Take half: Contest}}}",
        {
            "actions > sell one barrel > one of > Pass": None,
            "actions > sell one barrel > one of > Take half": "Contest",
        },
    ),
    "an action removed, and no longer offered": (
        "change: {close a tent: null}",
        {"actions > close a tent": None, f"{TURN} > the menu > one of": ["sell one barrel"]},
    ),
    "the last event removed": ("change: {the hand is too large: null}", {"whenever": None}),
    "a menu of actions gets one more": (
        "change: {the menu: {one of: {Contest: Contest, close a tent: null}}}",
        {f"{TURN} > the menu > one of": ["sell one barrel", "Contest"]},
    ),
    "a menu of actions gets words of its own": (
        "change: {the menu: {one of: {Pass: nothing}}}",
        {
            f"{TURN} > the menu > one of": {
                "close a tent": "close a tent",
                "sell one barrel": "sell one barrel",
                "Pass": "nothing",
            }
        },
    ),
    "do is merged by words": (
        "change: {a turn: {do: {instant win: null, the menu: {when: round > 1}, a new step: {shuffle: deck}}}}",
        {
            f"{TURN} > instant win": None,
            f"{TURN} > the menu > when": "round > 1",
            f"{TURN} > a new step": {"shuffle": "deck"},
        },
    ),
    "named steps need no do": ("change: {a turn: {a new step: Contest}}", {f"{TURN} > a new step": "Contest"}),
    "a do that was an action is replaced": (
        "change: {Challenge: {do: {shuffle: deck}}}",
        {f"{CHALLENGE} > do": {"shuffle": "deck"}},
    ),
    "a do where there was none": ("change: {instant win: {do: Contest}}", {f"{TURN} > instant win > do": "Contest"}),
    "a list gets another do": (
        "change: {three shuffles: {do: Contest}}",
        {f"{TURN} > three shuffles": {"do": "Contest"}},
    ),
    "named steps get a condition": (
        "change: {the rest: {when: round > 1}}",
        {
            f"{TURN} > the rest > when": "round > 1",
            f"{TURN} > the rest > do": {"First": {"shuffle": "deck"}, "Second": "nothing"},
            f"{TURN} > the rest > First": None,
            f"{TURN} > the rest > Second": None,
        },
    ),
    "all named steps removed": ("change: {First: null, Second: null}", {f"{TURN} > the rest": "nothing"}),
    "instead": (
        "change: {First: {instead: {say: rival}}}",
        {f"{TURN} > the rest > First > shuffle": None, f"{TURN} > the rest > First > say": "rival"},
    ),
    "an action's name instead": ("change: {Challenge: Contest}", {CHALLENGE: "Contest"}),
    "setup by words": (
        "setup: {shuffle the deck: null, deal the cards: {deal: 5}, And then: nothing}",
        {"setup > shuffle the deck": None, "setup > deal the cards > deal": 5, "setup > And then": "nothing"},
    ),
    "setup anew": ("setup: [Contest]", {"setup": ["Contest"]}),
    "actions and events by words": (
        "actions: {Contest: {say: player}, New one: nothing}\nwhenever: {the hand is too large: {when: round > 1}}",
        {
            "actions > Contest > say": "player",
            "actions > New one": "nothing",
            "whenever > the hand is too large > when": "round > 1",
        },
    ),
    "a new event and what it needs": (
        "settings: {hand_limit: 8}\nwhenever: {over the limit: {before: Challenge, repeat: 2, do: Contest}}",
        {
            "settings > hand_limit": 8,
            "whenever > over the limit": {"before": "Challenge", "repeat": 2, "do": "Contest"},
        },
    ),
    "a new section": ("always: {Fine: round > 0}", {"always": {"Fine": "round > 0"}}),
}
