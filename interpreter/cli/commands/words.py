"""`stammtisch words`: what a ruleset is still to say in another language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..console import output
from ..options import ruleset_options

if TYPE_CHECKING:
    from ...front.api import Ruleset


@click.command("words")
@click.argument("language", metavar="LANGUAGE")
@ruleset_options
def command(language: str, ruleset: Ruleset, options: dict[str, Any]) -> None:
    """Write the words of RULESET that have none in a LANGUAGE, such as de, into its file of words.

    The file stands beside the ruleset: words.de.yaml. What is in it stays; each word that is missing gets a line with
    nothing behind it. It also says how much of the rulebook is still in English.
    """
    from ...base.english import count_of
    from ...base.errors import UsageError
    from ...base.languages.catalogues import ENGLISH, LANGUAGES
    from ...front.api import load_ruleset
    from ...front.missing_words import add_missing_words, needed_words
    from ...rulebook.translation import rulebook_in

    if language not in LANGUAGES or language == ENGLISH:
        others = ", ".join(one for one in LANGUAGES if one != ENGLISH)
        raise UsageError(f"the program has no words in '{language}'; the languages besides English are: {others}")
    if options:
        raise UsageError("--set does not go with words: they are the same for all settings")
    whole = sum(map(len, needed_words(ruleset).values()))
    file, missing = add_missing_words(ruleset, language)
    if missing:
        output(
            f"{missing} of {count_of(whole, 'word')} are missing: {file} has a line for each, with nothing behind it."
        )
    else:
        output(f"{file} has all {count_of(whole, 'word')}.")
    book = rulebook_in(language, load_ruleset(ruleset.home))
    if book.english:
        output(
            f"The rulebook has {count_of(book.sentences, 'sentence')}; {book.english} of them are still in English. "
            "They need nouns with a gender, or have a form that the program cannot say in this language."
        )
