"""Suggest similar words for unknown ones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from . import lookalikes
from .diagnostics import Diagnostic, Span

SIMILAR_ENOUGH = 0.65
SURE_ENOUGH = 0.75


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most similar to word, or None if none is close.

    Upper and lower case, `_`, `-` and the order of words count little. Ties go to the first in alphabetical order.
    """
    wanted = _comparable(word)
    best: tuple[float, str] | None = None
    for candidate in sorted(set(candidates)):
        if candidate == word or not candidate:
            continue
        score = _similarity(wanted, _comparable(candidate), best[0] if best else SIMILAR_ENOUGH)
        if score >= SIMILAR_ENOUGH and (best is None or score > best[0]):
            best = (score, candidate)
    return best[1] if best else None


def certain(word: str, guess: str | None) -> str:
    """The guess if it can only be a slip of the pen for the word, else ""; it never has odd characters."""
    if not guess or lookalikes.clean(guess) != guess:
        return ""
    if lookalikes.difference(word, guess):
        return guess
    if min(len(word), len(guess)) < 3:
        return ""
    return guess if _similarity(_comparable(word), _comparable(guess), 0.0) >= SURE_ENOUGH else ""


def nearly_same(words: str, guess: str) -> bool:
    """Whether two texts are equal except for slips of the pen, word by word."""
    pairs = [_comparable(text).split(" ") for text in (words, guess)]
    return len(pairs[0]) == len(pairs[1]) and all(
        _similarity(one, other, 0.0) >= SIMILAR_ENOUGH for one, other in zip(*pairs, strict=True)
    )


def question(word: str, guess: str, asks: str = "Did you mean `{}`?") -> str:
    """The question whether a guess is meant by a word, and what differs where they look alike."""
    plain, difference = lookalikes.clean(guess), lookalikes.difference(word, guess)
    return difference if plain == word else asks.format(plain) + (f" {difference}" if difference else "")


def ask_if_meant(word: str, known: Iterable[str], otherwise: str = "", asks: str = "Did you mean `{}`?") -> str:
    """The question whether the known word most similar to this one is meant; `otherwise` if none is close."""
    guess = suggest(word, known)
    return question(word, guess, asks) if guess else otherwise


def report_unknown(
    code: str,
    message: str,
    span: Span,
    word: str,
    known: Iterable[str],
    hint: str = "",
    shown: str = "{}",
    instead: str = "{}",
) -> Diagnostic:
    """The diagnostic of an unknown word, with the most similar known one; `hint` if there is none.

    shown and instead say how the guess is written in the hint, and in place of the span where it is certain ("": it
    is not put there).
    """
    guess = suggest(word, known)
    if guess is None:
        return Diagnostic(code, message, span, hint=hint)
    correction = instead.format(guess) if certain(word, guess) else ""
    return Diagnostic(code, message, span, hint=question(word, guess, f"Did you mean `{shown}`?"), instead=correction)


def _comparable(word: str) -> str:
    """The word in a form for comparing."""
    return " ".join(re.split(r"[\s_-]+", lookalikes.visible(word).casefold().strip()))


def _similarity(wanted: str, candidate: str, floor: float) -> float:
    """The similarity of two words, 0 if it is certainly below `floor`."""
    if wanted == candidate:
        return 1.0
    matcher: SequenceMatcher[str] = SequenceMatcher(None, wanted, candidate, autojunk=False)
    if matcher.real_quick_ratio() < floor or matcher.quick_ratio() < floor:
        return 0.0
    in_order = matcher.ratio()
    if " " not in wanted and " " not in candidate:
        # two neighbouring letters swapped is the commonest slip, and difflib counts it as two
        differing = [i for i, (one, other) in enumerate(zip(wanted, candidate, strict=False)) if one != other]
        swapped = sorted(wanted) == sorted(candidate) and len(differing) == 2 and differing[1] == differing[0] + 1
        return max(in_order, 0.9) if swapped else in_order
    left, right = (" ".join(sorted(text.split(" "))) for text in (wanted, candidate))
    return max(in_order, SequenceMatcher(None, left, right, autojunk=False).ratio() - 0.1)
