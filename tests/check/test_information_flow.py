"""What decides about options may read only what the player knows: edits of the shipped rulesets, told apart."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from helpers.paths import ROOT

import stammtisch as st
from stammtisch.base import limits
from stammtisch.base.diagnostics import Diagnostic, RulesetError
from stammtisch.check.checker import check
from stammtisch.language.build import build
from stammtisch.reading.variants.merge import merge_files


def told(folder: Path, game: str, *edits: tuple[str, str]) -> list[Diagnostic]:
    """What is said of a shipped ruleset after replacing these texts, each of which must occur."""
    text = (ROOT / "rulesets" / game / "ruleset.yaml").read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new, 1)
    for sheet in (ROOT / "rulesets" / game).glob("*.csv"):
        shutil.copy(sheet, folder)
    (folder / "edited.yaml").write_text(text, encoding="utf-8")
    try:
        return check(build(merge_files(folder / "edited.yaml"), "edited")).warnings
    except RulesetError as error:
        return error.diagnostics


HIDDEN = ["hidden-condition"]
EDITS: dict[str, tuple[str, list[tuple[str, str]], list[str]]] = {
    "another player's hand in a condition": (
        "munchhausen",
        [("teller in players with most teller.offer", "teller in players with most sum(teller.hand.value)")],
        HIDDEN,
    ),
    "the size of another player's hand": (
        "munchhausen",
        [("teller in players with most teller.offer", "teller in players with most teller.hand.size")],
        [],
    ),
    "the condition of an option": (
        "munchhausen",
        [("              Accept: nothing", "              Accept: {when: {it is true: card.value = teller.offer}}")],
        HIDDEN,
    ),
    "the card that lies face down, once it is shown": (
        "munchhausen",
        [
            (
                "          the Baron believes it or not:",
                "          all look: {reveal: card}\n          the Baron believes it or not:",
            ),
            ("              Accept: nothing", "              Accept: {when: {it is true: card.value = teller.offer}}"),
        ],
        [],
    ),
    "shown to the one who decides": (
        "munchhausen",
        [
            (
                "          the Baron believes it or not:",
                "          the Baron looks: {reveal: card, to: baron}\n          the Baron believes it or not:",
            ),
            ("              Accept: nothing", "              Accept: {when: {it is true: card.value = teller.offer}}"),
        ],
        [],
    ),
    "shown to somebody else": (
        "munchhausen",
        [
            (
                "          the Baron believes it or not:",
                "          the teller looks: {reveal: card, to: teller}\n          the Baron believes it or not:",
            ),
            ("              Accept: nothing", "              Accept: {when: {it is true: card.value = teller.offer}}"),
        ],
        HIDDEN,
    ),
    "a judge looks": (
        "munchhausen",
        [
            (
                "              Accept: nothing",
                "              Accept: {when: {it is true: {judge: card.value = teller.offer}}}",
            )
        ],
        [],
    ),
    "the chooser's own hand": (
        "munchhausen",
        [("choose: card in teller.hand\n", "choose: card in teller.hand where card.value > 0 or teller.hand.size = 1\n")],
        ["always-same"],
    ),
    "the limit that an auction is given": (
        "balvin",
        [("limit(b): b.coins", "limit(b): brewer.coins")],
        HIDDEN,
    ),
    "what a player can pay": (
        "balvin",
        [("pay: price + overpay, from: brewer.coins", "pay: price + overpay, from: bidder.coins")],
        HIDDEN,
    ),
    "the bound of a number": (
        "balvin",
        [("amount in 1..bidder.patrons", "amount in 1..left(bidder).patrons")],
        HIDDEN,
    ),
    "through a definition": (
        "balvin",
        [("where: {there must be barrels left: amount <= beer.stock}",
          "where: {there must be barrels left: amount <= beer.stock + left(buyer).casks(beer)}")],
        HIDDEN,
    ),
    "through a definition about the chooser": (
        "balvin",
        [("where: {there must be barrels left: amount <= beer.stock}",
          "where: {there must be barrels left: amount <= beer.stock + buyer.casks(beer)}")],
        [],
    ),
    "the backs that the others see": (
        "warrender",
        [("choose: lost in loser.hand + loser.bank\n", "choose: lost in loser.hand + loser.bank where lost.tipsiness > 1\n")],
        HIDDEN,
    ),
    "the back of a rival's card": (
        "warrender",
        [("rival in players after player]", "rival in players after player where sum(rival.hand.tipsiness) > 2]")],
        [],
    ),
    "the front of a rival's card": (
        "warrender",
        [("rival in players after player]", "rival in players after player where sum(rival.hand.value) > 2]")],
        HIDDEN,
    ),
    "the backs of somebody who may be oneself": (
        "warrender",
        [("rival in players after player]", "rival in players where sum(rival.hand.tipsiness) > 2]")],
        HIDDEN,
    ),
    "the backs of somebody who is not oneself": (
        "warrender",
        [("rival in players after player]", "rival in players where rival != player and sum(rival.hand.tipsiness) > 2]")],
        [],
    ),
    "a name remembered from what is hidden": (
        "warrender",
        [("you may not bank the card you have just taken: stake != taken",
          "you may not bank the card you have just taken: stake != taken and stake.tipsiness > 0")],
        HIDDEN,
    ),
    "a remembered name that tells a secret": (
        "warrender",
        [("      a challenge:\n        when:",
          "      look around: {remember: {most: max(sum(p.hand.tipsiness) for p in players)}}\n      a challenge:\n        when:"),
         ("where: {you may not bank the card you have just taken: stake != taken}",
          "where: {you may not bank the card you have just taken: stake != taken or most > 3}")],
        HIDDEN,
    ),
    "a remembered name that is set to a secret": (
        "warrender",
        [("      a challenge:\n        when:",
          "      look around:\n        remember: {most: 0..99}\n      look closer: {set: {most: sum(left(player).hand.value)}}\n      a challenge:\n        when:"),
         ("stake != taken", "stake != taken or most > 3")],
        HIDDEN,
    ),
    "a number chosen in secret": (
        "munchhausen",
        [("          the Baron picks one of the highest offers: {choose: teller in players with most teller.offer",
          "          a number: {by: left(baron), choose: n in 1..3, secret: true}\n          the Baron picks one of the highest offers: {choose: teller in players where teller.offer > n")],
        HIDDEN,
    ),
    "what chance decides in secret when it is nobody's turn": (
        "munchhausen",
        [("          the Baron picks one of the highest offers: {choose: teller in players with most teller.offer",
          "          a number: {random: n in 1..3, secret: true}\n          the Baron picks one of the highest offers: {choose: teller in players where teller.offer > n")],
        HIDDEN,
    ),
    "a number chosen aloud": (
        "munchhausen",
        [("          the Baron picks one of the highest offers: {choose: teller in players with most teller.offer",
          "          a number: {by: left(baron), choose: n in 1..3}\n          the Baron picks one of the highest offers: {choose: teller in players where teller.offer > n")],
        [],
    ),
    "bids that lie open": (
        "ofertu",
        [("may choose: extra in p.hand\n", "may choose: extra in p.hand where left(p).strength(slot) > 3\n")],
        [],
    ),
    "bids to which others have come": (
        "ofertu",
        [("              the added cards are revealed:",
          "              one looks: {by: starter, may choose: n in 1..2 where left(starter).strength(slot) > n, say: n}\n              the added cards are revealed:")],
        HIDDEN,
    ),
    "bids that are open again": (
        "ofertu",
        [("              nobody adds a card:",
          "              one looks: {by: starter, may choose: n in 1..2 where left(starter).strength(slot) > n, say: n}\n              nobody adds a card:")],
        [],
    ),
    "bids that are open after a loop": (
        "ofertu",
        [("          the highest bid wins the card:\n",
          "          one looks: {by: starter, may choose: n in 1..2 where left(starter).strength(slot) > n, say: n}\n          the highest bid wins the card:\n")],
        [],
    ),
    "a condition of what the judge says": (
        "warrender",
        [("lost.may_be_lost(loser, suit)\n                move: lost\n                to: loser.discards\n                rule: W10\n              the loser",
          "lost.may_be_lost(loser, suit) or lead > 2\n                move: lost\n                to: loser.discards\n                rule: W10\n              the loser")],
        HIDDEN,
    ),
    "an own card that others see from behind": (
        "ofertu",
        [("choose: [card in player.hand, slot in slots where not slot.prize.empty]",
          "choose: [card in player.hand, slot in slots where not slot.prize.empty and left(player).strength(slot) < 5]")],
        HIDDEN,
    ),
    "own bids": (
        "ofertu",
        [("choose: [card in player.hand, slot in slots where not slot.prize.empty]",
          "choose: [card in player.hand, slot in slots where not slot.prize.empty and player.strength(slot) < 5]")],
        [],
    ),
    "a mark that the drawer could have kept": ("bierfest", [], []),
    "a mark that depends on what nobody sees": (
        "bierfest",
        [("do: {set: {card.fresh: true}}}", "do: {when: any(c in deck where c.toast), set: {card.fresh: true}}}")],
        HIDDEN,
    ),
    "a mark that all see": (
        "bierfest",
        [("fresh: {start: false, see: nobody,", "fresh: {start: false,")],
        ["marked-cards"],
    ),
    "how many cards of one kind lie in the deck": (
        "bierfest",
        [("choose: [beer in beers, amount in smallest_set..largest_set, plates in 0..most_food]",
          "choose: [beer in beers where any(c in deck where c.beer = beer), amount in smallest_set..largest_set, plates in 0..most_food]")],
        HIDDEN,
    ),
    "how many cards lie in the deck": (
        "bierfest",
        [("choose: [beer in beers, amount in smallest_set..largest_set, plates in 0..most_food]",
          "choose: [beer in beers where deck.size > 9, amount in smallest_set..largest_set, plates in 0..most_food]")],
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_what_decides_about_options_must_be_known(name: str, tmp_path: Path) -> None:
    game, edits, expected = EDITS[name]
    assert [d.code for d in told(tmp_path, game, *edits)] == expected


@pytest.mark.parametrize(
    ("see", "read", "expected"),
    [
        ("[player, right(player)]", "left(baron)", []),
        ("[player, right(player)]", "right(baron)", HIDDEN),
        ("[left(player, 2)]", "baron", HIDDEN),
        ("if lowest_offer = 1 then everyone else owner", "baron", []),
        ("if lowest_offer = 1 then everyone else owner", "left(baron)", HIDDEN),
        ("if lowest_offer = 1 then everyone else others", "left(baron)", []),
        ("if lowest_offer = 1 then nobody else owner", "baron", HIDDEN),
        ("owner + [left(player)]", "baron", []),
        ("those(p in players where p.is_first)", "baron", []),
        ("those(p in players where p.is_first and p != player)", "baron", HIDDEN),
        ("those(p in players where not p.is_first)", "baron", HIDDEN),
        ("those(p in players where p.is_first = player.is_first)", "baron", []),
        ("firsts", "left(baron)", []),
        ("firsts - [player]", "baron", HIDDEN),
        ("firsts - [player]", "left(baron)", []),
    ],
)
def test_players_behind_see_are_told_apart(tmp_path: Path, see: str, read: str, expected: list[str]) -> None:
    found = told(
        tmp_path,
        "munchhausen",
        ("hand: {holds: card, see: owner", f"hand: {{holds: card, see: '{see}'"),
        (
            "phases:\n",
            "define:\n  is_first(player): player.number = 1\n  firsts: those(p in players where p.is_first)\nphases:\n",
        ),
        ("in players from starter", "in players from starter where baron.is_first"),
        ("teller in players with most", f"teller in players where sum({read}.hand.value) > 3 with most"),
        # the shipped choices out of a hand that others see are not the matter here
        ("choose: card in teller.hand", "random: card in teller.hand"),
        ("do: {by: teller, choose: own in teller.hand", "do: {by: teller, random: own in teller.hand"),
    )
    assert [d.code for d in found if d.severity == "error"] == expected


def test_the_message_names_what_is_hidden_and_from_whom(tmp_path: Path) -> None:
    (found,) = told(tmp_path, "munchhausen", ("with most teller.offer", "with most sum(teller.hand.value)"))
    assert found.message == (
        "this decides what may be chosen, but the player choosing cannot know teller.hand.value: "
        "only the owner can see the fronts of the cards in hand"
    )
    line = Path(found.span.file).read_text(encoding="utf-8").split("\n")[found.span.line - 1]
    assert "the Baron picks one of the highest offers" in line


@pytest.mark.parametrize("of", ["player", "left(player)"])
def test_much_that_is_open_hides_no_secret_behind_it(tmp_path: Path, of: str) -> None:
    many = "".join(f"  open{n}(player): open{n - 1}({of}) or open{n - 1}({of})\n" for n in range(1, 31))
    defined = f"define:\n  open0(player): player.number > 9\n{many}"
    secret = "no(p in players where open30(p)) and left(player).strength(slot) < 5"
    edits = [("define:\n", defined), ("not slot.prize.empty]", f"not slot.prize.empty and {secret}]")]
    assert [d.code for d in told(tmp_path, "ofertu", *edits)] == HIDDEN


def test_a_secret_inside_a_definition_is_shown_where_it_is_used_and_where_it_is_read(tmp_path: Path) -> None:
    (found,) = told(
        tmp_path,
        "ofertu",
        ("where not slot.prize.empty]", "where not slot.prize.empty and left(player).strength(slot) < 5]"),
    )
    assert [note.message for note in found.notes] == ["it is read here"]
    assert found.notes[0].span.line < found.span.line


@pytest.mark.parametrize("path", sorted(ROOT.glob("rulesets/*/ruleset.yaml")), ids=lambda path: path.parent.name)
def test_shipped_rulesets_keep_their_secrets(path: Path) -> None:
    assert st.load_ruleset(path).warnings == []


BEGUN = """\
format: 1
game: Begun
players: 2
components: {card: {front: {value: 1..3}}}
shared:
  heap: {pile of: card, starts with: {value: 1..3, copies: 4}}
each player:
  hand: {holds: card, see: owner}
  points: 0..99
setup: {shuffle it: {shuffle: heap}, deal them: {deal: 2, from: heap, to: players.hand}}
phases:
  a turn:
    turns: player in players
    until: {two rounds are over: round > 2}
    do: {what to do: {one of: {Try: {TRY}, Pass: nothing}}}
actions:
  Count: {when: sum(left(player).hand.value) > 3, add: {player.points: 1}}
  Take: {when: sum(left(player).hand.value) > 3, choose: c in heap, move: c, to: player.hand}
  Via: {run: Count}
score: player.points + player.hand.size
rulings: {equal points share the victory: {change: score}}
"""


@pytest.mark.parametrize(
    ("attempt", "codes"),
    [
        ("{run: Count}", HIDDEN),
        ("{run: Via}", HIDDEN),
        ("{do: {take one: {run: Take}}}", HIDDEN),
        (
            "{do: {take one: {when: sum(left(player).hand.value) > 3, choose: c in heap, move: c, to: player.hand}}}",
            HIDDEN,
        ),
        ("{for each: c in left(player).hand where c.value > 2, run: Take}", HIDDEN + HIDDEN),
        ("{do: {count it: {run: Count}}}", []),
        ("{do: {say it: {say: heap.size}, take one: {run: Take}}}", []),
        ("{for each: p in players, run: Count}", []),
    ],
)
def test_what_an_option_begins_with_decides_whether_it_is_offered(
    tmp_path: Path, attempt: str, codes: list[str]
) -> None:
    (tmp_path / "begun.yaml").write_text(BEGUN.replace("{TRY}", attempt), encoding="utf-8")
    found = st.validate(tmp_path / "begun.yaml")
    assert [one.code for one in found if one.severity == "error"] == codes


def test_a_game_of_too_many_steps_to_be_followed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "begun.yaml").write_text(BEGUN.replace("{TRY}", "nothing"), encoding="utf-8")
    monkeypatch.setattr(limits, "SENTENCES", 5)
    (found,) = (one for one in st.validate(tmp_path / "begun.yaml") if one.severity == "error")
    assert found.code == "too-large" and found.message.startswith(
        "actions that run other actions give this game more than 5 steps"
    )
