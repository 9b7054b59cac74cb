"""Requests about a game as a whole: its settings, its printed rules, its cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ...backend.native import available, what_is_missing
from ...base.languages.catalogues import LANGUAGES
from ...bots.by_name import HUMAN
from ...editor.answers import OutlineItem
from ...editor.outline import outline
from ...editor.rule_sentences import rule_sentence
from ...reading import library
from ...rulebook.illustrations.illustrated import illustrated_rulebook
from ...rulebook.page import heading_anchor, rulebook_body, rulebook_page
from ...sheets.box import RULES, USUAL, pack_box
from ...sheets.card_pages import back_of, card_size, front_of
from ...sheets.cards import PrintedCard, cards_of, has_cards, ruleset_style
from ...sheets.sheet import Sheet
from ...table.pages.render import KINDS
from ...table.play.setup import setting_text
from ..refusals import impossible
from ..studio import Studio, options_of

# where the printed rules say what a section of a ruleset holds
SECTIONS = {
    "about": "Goal",
    "things": "Components",
    "components": "Components",
    "shared": "On the table",
    "each player": "On the table",
    "define": "Terms",
    "setup": "Set-up",
    "phases": "Course of play",
    "actions": "Course of play",
    "whenever": "Course of play",
    "tables": "Tables",
    "winner": "End of the game",
    "score": "End of the game",
    "payoff": "End of the game",
    "rulings": "About these rules",
    "settings": "Values in this game",
}
SLOWNESS = "all bots choose at random, and many games take longer."
ENOUGH = 30  # characters by which a sentence is found again


def game(
    studio: Studio, game: str, variants: list[str] | None = None, settings: dict[str, str] | None = None
) -> dict[str, Any]:
    """A game's name, numbers of players, settings, variants, and the bots that can play it."""
    with studio.files.reading():
        ruleset = studio.ruleset(game, variants)
        rules, options = ruleset.checked.ruleset, options_of(settings)
        return {
            "name": ruleset.name,
            "about": rules.about,
            "players": [*ruleset.players],
            "settings": [
                {"name": name, "value": str(setting_text(one)), "about": one.about, "now": options.get(name, "")}
                for name, one in rules.settings.items()
            ],
            "variants": library.variants_of(ruleset.path),
            "bots": [{"name": name, "words": str(about)} for name, about in KINDS if name in _bot_names()],
            "has_cards": has_cards(ruleset, options),
            "slowness": _slowness(),
        }


def _slowness() -> str:
    """Why bots and many games are slow here, "" if they are not."""
    missing = what_is_missing()
    return f"{missing}: {SLOWNESS}" if missing else ""


def _bot_names() -> set[str]:
    """The bots that can play here."""
    names = {name for name, _ in KINDS} - {HUMAN}
    return names if available() else {"random"}


def rulebook(
    studio: Studio,
    game: str,
    variants: list[str] | None = None,
    settings: dict[str, str] | None = None,
    players: int | None = None,
    language: str = "en",
) -> dict[str, Any]:
    """The printed rules as a whole page, and its body alone."""
    if language not in LANGUAGES:
        raise impossible(f"The rules cannot be printed in the language {language}.")
    with studio.files.reading():
        ruleset = studio.ruleset(game, variants)
        made = illustrated_rulebook(ruleset, options_of(settings), players, language)
        return {"html": rulebook_page(made.blocks, language=language), "body": str(rulebook_body(made.blocks))}


def rule_at(studio: Studio, file: str, line: int, text: str | None = None) -> dict[str, Any] | None:
    """What the printed rules say about what stands in a line: the innermost step or action, else its section."""
    path = studio.take(file, text)
    if studio.files.kind(path) != "ruleset":
        return None
    around = [*_names_around(outline(studio.files, path), line)]
    analysis = studio.files.analysis(path)
    if not around or analysis.ruleset is None:
        return None
    section = SECTIONS.get(around[0], "")
    for words in reversed(around):
        if said := rule_sentence(analysis, words):
            own = words in analysis.ruleset.checked.ruleset.actions
            anchor = heading_anchor(words if own else section)
            return {"title": words, "text": said, "find": said[:ENOUGH], "anchor": anchor}
    return {"title": section, "text": "", "find": section, "anchor": heading_anchor(section)} if section else None


def _names_around(items: Sequence[OutlineItem], line: int) -> Iterator[str]:
    """The names of the parts that a line belongs to, the outermost first."""
    for item in items:
        if item.span.line <= line <= item.span.end_line:
            yield item.name
            yield from _names_around(item.inside, line)


def cards(
    studio: Studio,
    game: str,
    variants: list[str] | None = None,
    settings: dict[str, str] | None = None,
    players: int | None = None,
) -> dict[str, Any]:
    """The different cards of a game, each with its number, its front and its back as SVG."""
    with studio.files.reading():
        ruleset, options = studio.ruleset(game, variants), options_of(settings)
        if not has_cards(ruleset, options, players):
            return {"cards": []}
        style = ruleset_style(ruleset, options)
        found = []
        for card, count in Counter(cards_of(ruleset, options, players)).items():
            size = card_size(card, style)
            found.append(
                {
                    "component": card.component,
                    "title": _title(card),
                    "count": count,
                    "front": Sheet("front", size.width, size.height, front_of(card, style)).svg,
                    "back": Sheet("back", size.width, size.height, back_of(card, style)).svg,
                    "width": size.width,
                    "height": size.height,
                }
            )
        return {"cards": found}


def print_pages(
    studio: Studio,
    game: str,
    variants: list[str] | None = None,
    settings: dict[str, str] | None = None,
    players: int | None = None,
) -> dict[str, Any]:
    """The pages of a game for a printer as SVG, true to size: cards with their backs, boards, tokens, dice."""
    with studio.files.reading():
        ruleset, parts = studio.ruleset(game, variants), [part for part in USUAL if part != RULES]
        box = pack_box(ruleset, options_of(settings), players, ruleset.looks.print, parts)
        pages = [
            {"name": one.name, "width": one.width, "height": one.height, "svg": one.svg}
            for one in (box.pages if box.single and box.sides else box.sheets)
        ]
        return {"said": box.said, "pages": pages}


def _title(card: PrintedCard) -> str:
    """A card in words: its kind, and what is printed on it."""
    said = [name if value is True else str(value) for name, value in card.front if value not in (None, False)]
    return " ".join([card.component, *said])


REQUESTS = (game, rulebook, rule_at, cards, print_pages)
