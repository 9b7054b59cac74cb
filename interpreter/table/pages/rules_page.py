"""The printed rules of games, as pages at a table."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...base.display_names import Wording
from ...base.languages.catalogues import ENGLISH, mark, say_in
from ...program import ir
from ...program.wording import fill
from ...records.recording_reader import RecordedGame
from ...rulebook.blocks import Block, Heading
from ...rulebook.excerpts.clause_search import find_blocks
from ...rulebook.excerpts.glossary import Entry
from ...rulebook.excerpts.guide import Explanation, explain_decision
from ...rulebook.excerpts.summary import COURSE, END, GOAL, summary_lines
from ...rulebook.page import rulebook_body, rulebook_contents
from ...rulebook.translation import Translation, rulebook_in
from ...seats.scene import Asked
from .render import render_page, template_macros

# so many letters in brackets can be hidden
LONG = 30
# the tags of blocks, and all tags
BLOCK = re.compile(r"(</?(?:p|li|ul|ol|h\d|table|thead|tbody|tr|th|td|figure|figcaption|svg)\b[^>]*>)")
TAG = re.compile(r"(<[^>]*>)")


class PrintedRules:
    """The printed rules of games, each rendered once."""

    def __init__(self) -> None:
        self.made: dict[str, Translation] = {}

    def keep(self, header: dict[str, Any], language: str, rules: Translation) -> None:
        """Take rules that were rendered elsewhere."""
        self.made[_key(header, language)] = rules

    def body(self, header: dict[str, Any], words: str = "", language: str = ENGLISH) -> str:
        """The rules of a game as the body of a page, by its recording's header; "" if nothing is found.

        words: only what has them is there; for "" all of it behind the goal, which the five lines say, and what says
        conditions exactly in a form that can be hidden. Raises UsageError.
        """
        blocks = self.blocks(header, language)
        if words:
            return rulebook_body(find_blocks(blocks, words))
        ordered = in_table_order(blocks, language)
        return fold_exact(rulebook_body(ordered, behind_goal(ordered)))

    def opening(self, header: dict[str, Any], language: str = ENGLISH) -> dict[str, Any]:
        """What stands above the rules: `summary`, the game in five lines; `contents`; `links` to what is looked up.

        Raises UsageError.
        """
        blocks = self.blocks(header, language)
        contents = rulebook_contents(in_table_order(blocks, language))[1:]
        places = {title: place for section, there, parts in contents for title, place in [*parts, (section, there)]}
        sought = [
            (say_in(language, COURSE), mark("How a turn goes")),
            (self.written(header, language).scoring, mark("Scoring")),
            (say_in(language, END), mark("The end, and who wins")),
        ]
        links = [(places[title], words) for title, words in sought if title in places]
        return {"summary": summary_lines(blocks, language), "contents": contents, "links": links}

    def summary(self, header: dict[str, Any], language: str = ENGLISH) -> list[tuple[str, str]]:
        """A game in five lines, by its recording's header. Raises UsageError."""
        return summary_lines(self.blocks(header, language), language)

    def explanation(self, header: dict[str, Any], program: ir.Program, asked: Asked, wording: Wording) -> Explanation:
        """What the rules say about a seat's decision and the options that it has now. Raises UsageError."""
        site, offered = program.sites[asked.site], {offer.words for offer in asked.offers}
        entries = [entry for entry in site.entries if entry.words in offered]
        options = [entry.words for entry in entries if entry.words and entry.kind not in ("pass", "done")]
        conditions = [test.words for entry in entries for test in entry.tests]
        step, *said = (fill(program, wording.step(words), wording) for words in [site.words, *options, *conditions])
        named = [*dict.fromkeys(said[: len(options)])], [*dict.fromkeys(said[len(options) :])]
        told = explain_decision(self.blocks(header, wording.language), wording.language, step, *named)
        # what stands beside an option in a list is no step that follows
        is_option = any(entry.words == site.words for other in program.sites for entry in other.entries)
        return replace(told, after=()) if is_option else told

    def blocks(self, header: dict[str, Any], language: str) -> list[Block]:
        """The rules of a game, by its recording's header. Raises UsageError."""
        return self.written(header, language).blocks

    def entries(self, header: dict[str, Any], names: Sequence[str], language: str) -> list[Entry]:
        """What the rules say of things, places and values, as far as they know their names. Raises UsageError."""
        known = self.written(header, language).glossary
        # what is shared but has a place for each member of a thing belongs to nobody
        found = [known.get(name) or known.get(f".{name.rpartition('.')[2]}") for name in names]
        return [entry for entry in found if entry is not None]

    def written(self, header: dict[str, Any], language: str) -> Translation:
        """The printed rules of a game, by its recording's header. Raises UsageError."""
        key = _key(header, language)
        if key not in self.made:
            game = RecordedGame("", header, [])
            self.made[key] = rulebook_in(language, game.ruleset, game.settings(), header["players"])
        return self.made[key]


def _key(header: dict[str, Any], language: str) -> str:
    """What the printed rules of a game depend on."""
    return json.dumps([header["hash"], header["options"], header["players"], language], sort_keys=True)


def fold_exact(body: str) -> str:
    """The rules as HTML, with what stands in long brackets, which says exactly what has words, in spans of its own."""
    return "".join(part if BLOCK.fullmatch(part) else _fold_brackets(part) for part in BLOCK.split(body))


def _fold_brackets(text: str) -> str:
    """A piece of HTML without blocks, its long brackets in spans; others, and what does not close, stay."""
    made, depth, start = "", 0, 0
    for part in TAG.split(text):
        for letter in [part] if part.startswith("<") else part:
            made += letter
            if letter == "(":
                depth += 1
                start = len(made) - 1 if depth == 1 else start
            elif letter == ")" and depth:
                depth -= 1
                told = made[start:]
                if not depth and len(TAG.sub("", told)) >= LONG:
                    before = made[:start].rstrip(" ")
                    made = f'{before}<span class="exact">{made[len(before) :]}</span>'
    return made


def in_table_order(blocks: list[Block], language: str) -> list[Block]:
    """The rules as they are read at a table: the goal, how it goes and how it ends come before all that lies there."""
    order = [say_in(language, name) for name in (GOAL, COURSE, END)]
    sections: list[list[Block]] = [[]]
    for block in blocks:
        if isinstance(block, Heading) and block.level == 2:
            sections.append([])
        sections[-1].append(block)
    cover, *sections = sections
    titles = [section[0].text for section in sections if isinstance(section[0], Heading)]
    places = [order.index(title) if title in order else len(order) for title in titles]
    ordered = [section for _, section in sorted(zip(places, sections, strict=True), key=lambda one: one[0])]
    return sum(ordered, cover)


def behind_goal(blocks: list[Block]) -> int:
    """Where the section behind the goal begins."""
    sections = [at for at, block in enumerate(blocks) if isinstance(block, Heading) and block.level == 2]
    return sections[1]


def rules_page(game: str, body: str, words: str, opening: dict[str, Any], language: str = ENGLISH) -> bytes:
    """The page of a game's printed rules.

    body: HTML, what was found in them for `words`; opening: what stands above them where nothing is looked for.
    """
    return render_page("rules.html", language, game=game, body=body, words=words, **opening)


def entries_piece(entries: Sequence[Entry], language: str = ENGLISH) -> bytes:
    """What the rules say of something at the table, as a piece of a page."""
    return str(template_macros("guide.html", language).entries(entries)).encode()
