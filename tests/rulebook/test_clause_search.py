"""Finding a clause or a word in a rulebook: what has it, under its headings, and nothing else."""

from __future__ import annotations

from helpers.games import ruleset

from stammtisch.rulebook.blocks import Block, Heading, Item, Items, Paragraph, PrintedTable
from stammtisch.rulebook.book import rulebook
from stammtisch.rulebook.excerpts.clause_search import find_blocks
from stammtisch.rulebook.page import rulebook_body

BOOK: list[Block] = [
    Heading(1, "High card"),
    Paragraph("The highest card wins."),
    Heading(2, "Setting up"),
    Items(
        [
            Item(text="Shuffle the deck.", rule=["A1"]),
            Item(text="Deal.", children=[Item(text="Five each.", rule=["A10"])]),
        ]
    ),
    Heading(2, "Scoring"),
    PrintedTable(["cards", "points"], [["1", "2"], ["2", "5 and a coin"]], [["B1"], ["B2"]]),
    Paragraph("Draws are shared."),
]


def test_a_clause_is_found_by_its_whole_name() -> None:
    assert find_blocks(BOOK, "a1") == [BOOK[0], BOOK[2], Items([Item(text="Shuffle the deck.", rule=["A1"])])]
    inner = Items([Item(text="Deal.", children=[Item(text="Five each.", rule=["A10"])])])
    assert find_blocks(BOOK, "A10") == [BOOK[0], BOOK[2], inner]


def test_words_are_found_in_texts_and_rows_of_tables() -> None:
    row = PrintedTable(["cards", "points"], [["2", "5 and a coin"]], [["B2"]])
    assert find_blocks(BOOK, " a  COIN ") == [BOOK[0], BOOK[4], row]
    assert find_blocks(BOOK, "highest card") == BOOK[:2]
    assert find_blocks(BOOK, "elephant") == []


def test_a_heading_that_has_them_keeps_its_section() -> None:
    assert find_blocks(BOOK, "scoring") == [BOOK[0], *BOOK[4:]]
    assert find_blocks(BOOK, "") == BOOK


def test_every_clause_of_a_game_is_found_in_its_rulebook() -> None:
    whole = rulebook(ruleset("munchhausen"), None, 3)
    for clause in ("M5", "M8", "M12"):
        assert f">{clause}</span>" in rulebook_body(find_blocks(whole, clause))
        assert len(rulebook_body(find_blocks(whole, clause))) < len(rulebook_body(whole)) / 2
