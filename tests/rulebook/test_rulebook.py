"""The printed rulebook: complete, readable, the same every time, and different when a setting is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers import games
from helpers.paths import DATA
from helpers.tiers import full, tiered

from stammtisch.base.english import plural
from stammtisch.base.errors import UsageError
from stammtisch.check.checked import Checked, walk, walk_all
from stammtisch.check.checker import check
from stammtisch.cli.commands.rulebook import command
from stammtisch.front.api import Ruleset, load_ruleset
from stammtisch.language import model as m
from stammtisch.language.build import build
from stammtisch.language.parse import parse
from stammtisch.reading import library
from stammtisch.reading.load import load, load_text
from stammtisch.reading.nodes import Mapping, Scalar
from stammtisch.rulebook.blocks import Block, Heading, Item, Items, Paragraph, PrintedTable, markdown
from stammtisch.rulebook.book import rulebook
from stammtisch.rulebook.english import English
from stammtisch.rulebook.illustrations.example import example
from stammtisch.rulebook.page import rulebook_page
from stammtisch.rulebook.vocabulary import Vocabulary

GOLDEN = DATA / "rulebook"
GAMES: list[tuple[str, tuple[str, ...]]] = [(name, ()) for name in library.rulesets()]
GAMES += [(name, (variant,)) for name in library.rulesets() for variant in library.variants(name)]
# each ruleset with its first variant
FEW = [(name, tuple(library.variants(name)[:more])) for name in library.rulesets() for more in (0, 1)]
IDS = ["+".join([name, *variants]) for name, variants in GAMES]
SECTIONS = ("Goal", "Components", "On the table", "Set-up", "Course of play", "End of the game")

SMALL = """\
format: 1
game: Small & simple
players: 2..3
settings: {hand_size: 5, first_round: 4, extra: {2 players: 1, 3 players: 2}, open_hands: false}
things: {ware: [bread, cheese], suit: [red, blue], tent: 3}
components:
  card: {front: {ware: ware, suit: suit, value: 0..7, wild: bool}}
  coin: 40
tables: {price: {0..3: 1, 4..7: 2}}
shared:
  deck: {pile of: card, starts with: {ware: wares, suit: suits, value: 0..7}}
  discards: {holds: card}
  starter: first(players)
each tent: {stack: {pile of: card}, closed: false, token: maybe ware}
each player:
  hand: {holds: card}
  sets: {holds: card, in: groups}
  coins: {of: coin}
  offer: 0..8
  barrels(ware): 0..9
define:
  fits(card, tent): not tent.closed and card.value > (tent.stack.top.value or else 0)
  held(player, ware): count(c in player.hand where c.ware = ware)
phases:
  the game goes on:
    turns: player in players from starter
    until: {a player has no cards: any(p in players where p.hand.empty)}
    do:
      a challenge:
        when: {nobody may challenge before round <first_round>: round >= first_round}
        may choose: [card in player.hand, tent in tents where card.fits(tent)]
        move: card
        to: tent.stack
        rule: X1
score: player.offer
"""


@cache
def small() -> Ruleset:
    root = load_text(SMALL, "small.yaml")
    return Ruleset("small", Path("small.yaml"), root, check(build(root, "small")))


@cache
def game(name: str, variants: tuple[str, ...] = ()) -> Ruleset:
    return load_ruleset(name, variants)


def texts(blocks: list[Any]) -> list[str]:
    """Every text of a rulebook as a reader gets it."""
    found: list[str] = []

    def inside(items: list[Item]) -> None:
        for item in items:
            found.extend((item.title, item.idea, item.text))
            inside(item.children)

    for block in blocks:
        if isinstance(block, Heading | Paragraph):
            found.append(block.text)
        elif isinstance(block, Items):
            inside(block.items)
        elif isinstance(block, PrintedTable):
            found.extend([*block.header, *(cell for row in block.rows for cell in row)])
    return found


def carried(checked: Checked) -> set[str]:
    """The clauses that any part of a ruleset names."""
    rules = checked.ruleset
    nodes: list[Any] = [
        *rules.settings.values(),
        *rules.tables.values(),
        *rules.zones.values(),
        *rules.variables.values(),
    ]
    found: set[str] = {clause for node in [*nodes, *rules.rulings] for clause in node.rule}
    return found | {clause for step in walk_all(rules) for clause in step.rule}


def used_steps(rules: m.Ruleset) -> list[m.Sentence]:
    """The steps of the set-up, the phases and the events, and of the actions that they use."""
    found = [*walk(rules.setup + rules.phases), *walk([event.sentence for event in rules.whenever])]
    done: set[str] = set()
    for step in found:  # grows while it is read
        names = [item.words for item in step.menu if item.sentence is None]
        names += step.effect.actions if isinstance(step.effect, m.Run) else []
        for name in names:
            if name not in done:
                done.add(name)
                found += walk([rules.actions[name].sentence])
    return found


def other_value(ruleset: Ruleset, name: str) -> str:
    """Another value of a setting, in the words of --set."""
    rules = ruleset.checked.ruleset
    setting = rules.settings[name]
    expr = setting.value if setting.value is not None else setting.by_players[0][2]
    text, kind = expr.pos.text, ruleset.checked.exprs[id(expr)].type
    inner = kind.item if kind.kind == "list" and kind.item else kind
    thing = rules.things.get(inner.name)
    if kind.kind == "bool":
        return "false" if text == "true" else "true"
    if thing is None:
        return str(int(text) + 1)
    members = [member for member, _ in thing.members] or [f"{thing.name}_1", f"{thing.name}_2"]
    other = next(member for member in members if member != text)
    return f"[{other}]" if kind.kind == "list" else other


@pytest.mark.parametrize(("name", "variants"), tiered(GAMES, FEW.__contains__), ids=IDS)
def test_every_section_is_there(name: str, variants: tuple[str, ...]) -> None:
    ruleset = game(name, variants)
    headings = [block.text for block in rulebook(ruleset) if isinstance(block, Heading)]
    rules = ruleset.checked.ruleset
    assert headings[0] == ruleset.name
    parts = rules.components or rules.things
    assert [text for text in headings if text in SECTIONS] == [s for s in SECTIONS if s != "Components" or parts]
    assert ("Tables" in headings) == bool(rules.tables)
    assert "About these rules" in headings or not rules.rulings
    assert ("Values in this game" in headings) == bool(rules.settings)
    for step in rules.phases:
        assert step.words[:1].upper() + step.words[1:] in headings


@pytest.mark.parametrize(("name", "variants"), tiered(GAMES, FEW.__contains__), ids=IDS)
def test_every_step_is_told_and_every_clause_named(name: str, variants: tuple[str, ...]) -> None:
    ruleset = game(name, variants)
    blocks = rulebook(ruleset)
    told = " ".join(texts(blocks)).lower()
    rules = ruleset.checked.ruleset
    for step in used_steps(rules):
        if step.words and "<" not in step.words:
            assert step.words.lower() in told
        for condition in [*step.when, *step.where, *step.until]:
            if condition.words and "<" not in condition.words:
                assert condition.words.lower() in told
    clauses = carried(ruleset.checked)
    file = ruleset.path.with_name("clauses.yaml")
    if file.exists():
        known = load(file).get("clauses")
        assert isinstance(known, Mapping) and clauses <= set(known.entries)
    page, text = rulebook_page(blocks), markdown(blocks)
    for clause in clauses:
        assert f'id="{clause}"' in page
        assert re.search(rf"\b{re.escape(clause)}\b", text)


@pytest.mark.parametrize(("name", "variants"), tiered(GAMES, FEW.__contains__), ids=IDS)
def test_nothing_is_left_unsaid(name: str, variants: tuple[str, ...]) -> None:
    ruleset = game(name, variants)
    for players in (None, *ruleset.players):
        for text in texts(rulebook(ruleset, {}, players)):
            assert not re.search(r"[<>_\ue000-\uf8ff]|\bNone\b|  |,[.,:]|\(\)| \.", text), text
            assert text == text.strip()


@pytest.mark.parametrize(("name", "variants"), tiered(GAMES, FEW.__contains__), ids=IDS)
def test_another_value_of_any_setting_changes_the_text(name: str, variants: tuple[str, ...]) -> None:
    ruleset = game(name, variants)
    before = markdown(rulebook(ruleset))
    for setting in ruleset.checked.ruleset.settings:
        value = other_value(ruleset, setting)
        assert markdown(rulebook(ruleset, {setting: value})) != before, f"{setting}={value}"


def test_a_value_stands_in_the_words_and_sentences_it_is_for() -> None:
    text = markdown(rulebook(game("warrender"), {"first_challenge_round": 6, "instant_win": 25, "cards_removed": 12}))
    assert "nobody may challenge before round 6" in text
    assert "is at least 25: the game ends, and the player wins." in text
    assert "12 cards of the deck go to the removed cards" in text


def test_one_number_of_players_has_no_other_numbers() -> None:
    ruleset = game("balvin")
    every, four = markdown(rulebook(ruleset)), markdown(rulebook(ruleset, {}, 4))
    assert "20 with 3 players, 18 with 4 and 16 with 5" in every
    assert "with 3 players" not in four and "For 4 players." in four
    assert "coins, 18 at the start" in four
    assert "Depending on the number of players" in every and "Depending on the number of players" not in four


@pytest.mark.parametrize(("options", "players"), [({}, 9), ({"hand_sise": 3}, None), ({"hand_size": "bread"}, None)])
def test_what_cannot_be_is_refused(options: dict[str, Any], players: int | None) -> None:
    with pytest.raises(UsageError):
        rulebook(small(), options, players)


def test_munchhausen_reads_as_kept() -> None:
    file = GOLDEN / "munchhausen.md"
    made = markdown(rulebook(game("munchhausen"), example=example(game("munchhausen").game(3))))
    again = (
        f"if the new text reads well, keep it: python cli.py rulebook munchhausen > tests/testdata/rulebook/{file.name}"
    )
    assert made == file.read_text(encoding="utf-8"), again


@full
def test_it_is_the_same_in_every_process() -> None:
    made = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        arguments = [sys.executable, "-m", "stammtisch", "rulebook", "balvin"]
        made.add(subprocess.run(arguments, capture_output=True, text=True, env=environment, check=True).stdout)
    assert len(made) == 1


class Reader(HTMLParser):
    """Collects ids, text and the tags left open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.read = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.read += data


@pytest.mark.parametrize(("name", "variants"), tiered(GAMES, FEW.__contains__), ids=IDS)
def test_the_page_is_whole(name: str, variants: tuple[str, ...]) -> None:
    blocks = rulebook(game(name, variants))
    page = rulebook_page(blocks)
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    assert len(reader.ids) == len(set(reader.ids))
    assert "http" not in page and "src=" not in page
    for text in texts(blocks):
        assert text in reader.read


def test_signs_of_the_formats_are_only_text() -> None:
    item = Item("a*b", "1 < 2 & _x_", ["X<1"])
    blocks: list[Block] = [Heading(1, "Tom & <Jerry>"), Items([item]), PrintedTable(["a|b"], [["c|d"]], [["X2"]])]
    page = rulebook_page(blocks)
    assert "Tom &amp; &lt;Jerry&gt;" in page and "1 &lt; 2 &amp; _x_" in page and 'id="X&lt;1"' in page
    text = markdown(blocks)
    assert r"# Tom & \<Jerry\>" in text and r"**a\*b**: 1 \< 2 & \_x\_ [X\<1]" in text
    assert "| a\\|b | Clause |\n| --- | --- |\n| c\\|d | X2 |" in text


@pytest.mark.parametrize(
    ("written", "english"),
    [
        ("player.hand.size", "the number of cards in the player's hand"),
        ("sum(player.hand.value)", "the total value of the cards in the player's hand"),
        ("max(players.offer)", "the highest of all players' offers"),
        ("sum(p.coins for p in players)", "the total coins of all players"),
        ("hand_size - player.hand.size", "5 minus the number of cards in the player's hand"),
        ("hand_size * 2", "10"),
        ("player.coins / 2 rounded up", "half of the player's coins, rounded up"),
        ("tent.stack.top.value or else 0", "the value of the top card of the tent's stack (0 if there is none)"),
        ("left(player)", "the player to the left of the player"),
        ("players after player", "the other players, in order from the left of the player,"),
        ("player.barrels(bread)", "the player's barrels for bread"),
        ("price(card.value)", "the price for the card's value"),
        ("card.value.price", "the price for the card's value"),
        ("first(c in player.hand where c.value > 3)", "the first card in the player's hand whose value is more than 3"),
        ("if deck.empty then 0 else 3", "0 if the deck is empty, otherwise 3"),
        ("those(p in players with most p.offer)", "the players with the highest offer"),
        ("count(g in player.sets.groups)", "the number of groups in the player's sets"),
        ("1..hand_size", "1 to 5"),
        ("extra", "“extra”"),
    ],
)
def test_noun_phrases(written: str, english: str) -> None:
    assert translator().phrase(expression(written), NAMES) == english


@pytest.mark.parametrize(
    ("written", "english"),
    [
        ("any(p in players where p.hand.empty)", "any player's hand is empty"),
        ("no(p in players where p.hand.empty)", "no player's hand is empty"),
        ("not any(p in players where p.hand.empty)", "no player's hand is empty"),
        ("all(t.closed for t in tents)", "every tent is closed"),
        ("not tent.closed", "the tent is not closed"),
        ("tent.token = none", "the tent has no token"),
        ("tent.token != none", "the tent has a token"),
        ("card.fits(tent)", "the card fits the tent"),
        ("not card.fits(tent)", "the card does not fit the tent"),
        ("any(c in player.hand where c.suit = red)", "there is a card in the player's hand whose suit is red"),
        ("any(c in player.hand where c.wild and c.value > 3)",
         "there is a card in the player's hand that is marked wild and whose value is more than 3"),
        ("count(t in tents where t.closed) >= 2", "there are at least 2 tents that are closed"),
        ("player.hand.size > 1", "there is more than 1 card in the player's hand"),
        ("count(c in player.hand where c.suit = red) = 0", "there is no card in the player's hand whose suit is red"),
        ("0 < player.offer <= 4", "the player's offer is more than 0 and at most 4"),
        ("card.suit in [red, blue]", "the card's suit is red or blue"),
        ("card not in player.hand", "the card is not in the player's hand"),
        ("deck.empty or open_hands", "the deck is empty"),
        ("deck.empty and open_hands", "never"),
        ("not deck.empty and (not discards.empty or open_hands)", "the deck is not empty and the discards are not empty"),
        ("count(t in tents where t.closed) = player.offer", "the number of tents that are closed equals the player's offer"),
        ("not (deck.empty and discards.empty)", "the deck is not empty or the discards are not empty"),
        ("player != starter", "the player is not the starter"),
        ("round >= first_round", "the round is at least 4"),
        ("count(distinct(laid.suit)) = 1", "all of the laid cards have the same suit"),
        ("count(distinct(laid.suit)) > 1", "not all of the laid cards have the same suit"),
        ("count(distinct(laid.suit)) = count(laid)", "no two of the laid cards have the same suit"),
        ("count(distinct(laid.suit)) != count(laid)", "two of the laid cards have the same suit"),
        ("count(distinct(laid.suit)) >= 3", "there are at least 3 different suits among the laid cards"),
        ("count(distinct(player.hand.suit)) = player.hand.size", "no two of the cards in the player's hand have the same suit"),
        ("all(any(c in player.hand where c.ware = w) for w in wares)",
         "for every ware, there is a card in the player's hand whose ware is that ware"),
    ],
)  # fmt: skip
def test_statements(written: str, english: str) -> None:
    assert translator().conditions.statement(expression(written), NAMES) == english


NAMES = {"player": "the player", "card": "the card", "tent": "the tent", "laid": "the laid cards"}


def translator() -> English:
    values = {"hand_size": "5", "first_round": "4", "extra": "“extra”", "open_hands": "no"}
    return English(Vocabulary(small().checked.ruleset, values))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        # what follows a "only if" of several steps is not read as the opposite of the last one
        ("balvin", "(otherwise: from now on the gate is marked closed): again and again, until"),
        ("balvin", "that player's points go up by the award for the worth and that player's rank for the beer"),
        ("balvin", "| all beers | 1 with 3 players and 2 with 4 or 5 |"),
        ("balvin", "The tapped cards: 3."),
        # of two players the one to the left is the other one
        ("nine-mens-morris", "The player chooses a point whose man is the other player (the taken point)."),
        ("munchhausen", "| 1 to 8 with 3 to 5 players and 3 to 8 with 6 to 8 | 1 |"),
        ("munchhausen", "- **Starter**: a player. The first Baron."),
        ("munchhausen", "Play turns until a player has no card in hand"),
        ("bierfest", "For each player, beginning with the active player (the drinker), the following happens:"),
        ("bierfest", "The top card of the deck goes to the player's hand. From now on the card is fresh."),
        ("bierfest", "Cards go on top of a pile"),
        ("ofertu", "the best leader's cards won go up by 1."),
        ("ofertu", "The cards before are the total"),
        ("ofertu", "with the highest success, compared one by one."),
        ("ofertu", "**The player's success**: The player's cards won and then the player's pips won."),
        ("warrender", "| Activity | Suit | Value | Contribution | Tipsiness | Copies |"),
        ("warrender", "Lay everything out as described under “Components” and “On the table”. Then:"),
    ],
)
def test_a_player_who_has_never_seen_the_game_is_told(name: str, told: str) -> None:
    assert told in markdown(rulebook(game(name)))


def expression(text: str) -> Any:
    node = load_text(f"value: {text}", "test").get("value")
    assert isinstance(node, Scalar)
    return parse("expr", node)


@full
def test_the_command_prints_it() -> None:
    runner = CliRunner()
    text = runner.invoke(command, ["ofertu", "--set", "hand_size=4"])
    assert text.exit_code == 0 and text.output.startswith("# Ofertu\n") and "| Hand size | 4 |" in text.output
    page = runner.invoke(command, ["munchhausen", "--variant", "two-players", "--format", "html"])
    assert page.exit_code == 0 and page.output.startswith("<!DOCTYPE html>") and "Munchhausen for two" in page.output
    wrong = runner.invoke(command, ["ofertu", "--players", "5"])
    assert isinstance(wrong.exception, UsageError)


MARKET = """\
format: 1
game: Market
players: 2..3
settings: {fee: {value: 2, about: What a stall costs each day.}}
things:
  day: {members: [monday, tuesday], about: The market lasts two days.}
  stall: {count: 4, about: A stall costs <fee>.}
components:
  ware: {front: {value: 1..4}}
  coin: 40
shared:
  starter: first(players)
each stall: {wares: {holds: ware, starts with: {value: 1..4}, about: Worth <fee>.}, shut: false, owner: maybe player}
each player: {coins: {of: coin, start: 9}, purse: {of: coin}, taken: {holds: ware}}
define:
  has_a_stall(player): any(s in stalls where s.owner = player)
  scores(player): [player.coins, player.purse]
phases:
  the market:
    for each: day in days
    do:
      all stalls open: {set: {stalls.shut: false}}
      the others rent:
        for each: tenant in players where not tenant.has_a_stall
        choose: [stall in stalls where stall.owner = none, price in 1..4, gift in stall.wares, lost in tenant.taken]
        about: The fee is <fee>.
        pay: price
        from: tenant.coins
        to: starter.coins
        do:
          the purse is filled: {move: fee, from: tenant.coins, to: tenant.purse}
          all is taken out: {move: all, from: tenant.purse, to: tenant.coins}
          one comes at random: {random: ware in stall.wares, move: ware, to: tenant.taken}
  the count: {reveal: players.taken}
score: player.coins
winner: [most player.scores, least player.purse]
"""


def test_words_of_things_settings_and_steps_are_printed_and_moves_read_as_sentences() -> None:
    root = load_text(MARKET, "market.yaml")
    ruleset = Ruleset("market", Path("market.yaml"), root, check(build(root, "market")))
    text = markdown(rulebook(ruleset))
    for told in (
        "- **Days**: monday and tuesday. The market lasts two days.",
        "- **Stalls**: 4. A stall costs 2.",
        "| Fee | 2 | What a stall costs each day. |",
        "For each day (monday and tuesday), the following happens:",
        "From now on none of the stalls is shut.",
        "For each player who does not have a stall (the tenant):",
        "The fee is 2.",
        "everyone sees the wares. Worth 2.",
        "chooses, in this order: a stall that has no owner; a number from 1 to 4 (the price); a ware of the stall (the gift ware); ",
        "The tenant pays coins to the starter, as many as the price.",
        "2 coins go from the tenant to the tenant's purse.",
        "All coins in the tenant's purse go to the tenant.",
        "Chance picks a ware of the stall.",
        "The game is over when “The count” is over.",
        "Whoever has the best scores, compared one by one, wins. If tied: the lowest purse.",
    ):
        assert told in text, told
    ending = markdown(rulebook(game("warrender"))).split("## End of the game")[1]
    assert "when “A turn” is over (only one card is left in each pile)" in ending
    assert "Then follow “The tipsiest players lose a card” and “All hands are laid out”." in ending


def of_variant(folder: Path, base: str, text: str) -> str:
    """The rulebook of a variant, as text."""
    (folder / "mine.yaml").write_text(f"format: 1\nextends: {base}\ngame: Mine\n{text}", encoding="utf-8")
    return markdown(rulebook(load_ruleset(folder / "mine.yaml")))


@full
def test_an_event_at_a_step_done_several_times_says_that_it_is_at_each(tmp_path: Path) -> None:
    text = (
        "shared: {noise: 0..999}\n"
        "whenever:\n"
        "  The turn is over: {after: a turn, add: {noise: 1}}\n"
        "  One more hand: {before: the tipsiest players lose a card, add: {noise: 1}}\n"
        "  All are dealt: {after: cards are removed unseen, add: {noise: 1}}\n"
    )
    found = of_variant(tmp_path, "warrender", text)
    assert "- **The turn is over**: After each turn of “a turn”. The noise goes up by 1." in found
    assert "- **One more hand**: Before each pass of “the tipsiest players lose a card”. The noise" in found
    assert "- **All are dealt**: After “cards are removed unseen”. The noise" in found
    once = of_variant(tmp_path, "warrender", "change: {a turn: {after: {it gets loud: {say: 1}}}}\n")
    assert "### It gets loud\n\nAfter the last turn of “a turn”." in once


@full
def test_a_tie_break_by_a_list_ends_the_sentence(tmp_path: Path) -> None:
    found = of_variant(tmp_path, "warrender", "winner: [most score, most player.suit_totals]\n")
    assert "If tied: the best suit totals, compared one by one. Players" in found
    found = of_variant(tmp_path, "warrender", "winner: [most player.suit_totals, most score]\n")
    assert "Whoever has the best suit totals, compared one by one, wins. If tied: the " in found


@pytest.mark.parametrize(
    ("ranked", "told"),
    [
        ("most player.number", "Whoever has the highest seat number wins."),
        ("most player.hand.size", "Whoever has the highest number of cards in hand wins."),
        (
            "most count(p in players where p != player)",
            "Whoever has the highest number of players who are not that player wins.",
        ),
        (
            "most count(p in players where p.hand.size > player.hand.size)",
            "is more than the number of cards in that player's hand wins.",
        ),
    ],
)
def test_who_wins_by_what_is_no_players_own(tmp_path: Path, ranked: str, told: str) -> None:
    assert told in of_variant(tmp_path, "warrender", f"winner: ['{ranked}']\n")


def test_what_was_done_has_no_plural_of_its_own() -> None:
    assert [plural(noun) for noun in ("cards won", "played", "taken", "card", "seed", "bed")] == [
        *("cards won", "played", "taken", "cards", "seeds", "beds"),
    ]
    assert "All players' cards won become 0" in markdown(rulebook(games.ruleset("ofertu")))


def test_some_cards_from_the_top_if_there_are_as_many(tmp_path: Path) -> None:
    text = "change: {fill the row: {after: {one more: {move: up to 2, from: red_deck, to: red_discards}}}}\n"
    assert "Up to 2 cards from the top of the red deck go to" in of_variant(tmp_path, "ofertu", text)


def test_a_range_up_to_nothing_but_nines_is_all_that_is_more(tmp_path: Path) -> None:
    path = tmp_path / "ruleset.yaml"
    table = "tables: {worth(int cards): {0..1: 0, 2: 1, 3..99: 5}, 'fee(int cards, int round)': {0..9: {1..999: 2}}}"
    path.write_text(
        f"format: 1\ngame: Bare\nplayers: 2\n{table}\neach player: {{points: 0..9}}\n"
        "phases: {a turn: {for each: p in players, one of: {Pass: nothing, Take: {add: {p.points: 1}}}}}\nscore: player.points\n",
        encoding="utf-8",
    )
    text = markdown(rulebook(load_ruleset(path)))
    assert "| 0 to 1 | 0 |\n| 2 | 1 |\n| 3 or more | 5 |" in text
    assert "| Cards / round | 1 or more |" in text and "| 0 to 9 | 2 |" in text


def test_without_components_there_is_no_such_section(tmp_path: Path) -> None:
    (tmp_path / "bare.yaml").write_text(
        "format: 1\ngame: Bare\nplayers: 2\neach player: {points: 0..9}\n"
        "phases: {a turn: {for each: p in players, one of: {Pass: nothing, Take: {add: {p.points: 1}}}}}\n"
        "winner: [most player.points, most player.number]\n",
        encoding="utf-8",
    )
    blocks = list(rulebook(load_ruleset(tmp_path / "bare.yaml")))
    assert "Components" not in [block.text for block in blocks if isinstance(block, Heading)]
    assert "There is nothing to do." in texts(blocks)


def test_who_wins_at_an_early_end_and_what_players_play_for(tmp_path: Path) -> None:
    def book(winner: str, more: str = "") -> str:
        step = f"{{end: game, winner: '{winner}'}}" if winner else "{end: game}"
        text = (
            "format: 1\ngame: End\nplayers: 2\neach player: {points: 0..9}\n"
            f"phases: {{a turn: {{for each: p in players, one of: {{Take: {{add: {{p.points: 1}}}}, Stop: {step}}}}}}}\n"
            f"score: player.points\n{more}"
        )
        (tmp_path / "end.yaml").write_text(text, encoding="utf-8")
        return markdown(rulebook(load_ruleset(tmp_path / "end.yaml")))

    assert "**Stop**: The game ends.\n" in book("")
    assert "The game ends, and nobody wins.\n" in book("none")
    assert "The game ends, and all players win.\n" in book("players")
    assert "The game ends, and that player wins.\n" in book("p")
    several = "The game ends, and the players whose points are more than 4 win; if there are none, nobody wins."
    assert several in book("those(q in players where q.points > 4)")
    assert "counts for more" not in book("")
    own = "Each player tries to get as much as possible of this, which matters more than winning: "
    assert book("", "payoff: player.points * 2\n").count(own) == 1
    alike = "Each player tries to score as high as possible, which matters more than winning."
    assert book("", "payoff: player.points\n").count(alike) == 1
