"""Forms of German nouns: cases, and articles where the gender is known."""

from __future__ import annotations

from collections.abc import Mapping

from .phrases import case_in

# nominative, genitive, dative, accusative; by gender, and of several
_THE = {
    "m": ("der", "des", "dem", "den"),
    "f": ("die", "der", "der", "die"),
    "n": ("das", "des", "dem", "das"),
    "many": ("die", "der", "den", "die"),
}
_A = {
    "m": ("ein", "eines", "einem", "einen"),
    "f": ("eine", "einer", "einer", "eine"),
    "n": ("ein", "eines", "einem", "ein"),
}
_CASES = {"nom": 0, "gen": 1, "dat": 2, "akk": 3}


def noun_form(one: str, forms: Mapping[str, str], form: str) -> str:
    """Return a noun in a form, such as `akk`, `der.dat`, `ein.akk`; what is not known of it stays plain.

    forms: its `gender` (m, f, n, or many if the word is plural), and cases that differ from `one`.
    """
    asked, case = form.split("."), case_in(form) or "nom"
    noun = forms.get(case, one)
    article = _THE if "der" in asked else _A if "ein" in asked else {}
    known = article.get(forms.get("gender", ""))
    return f"{known[_CASES[case]]} {noun}" if known else noun
