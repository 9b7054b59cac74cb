"""The values of cells: a number, a name, yes or no, a range or a list. Anything uncertain is refused."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from ...base.english import join_words
from ...base.lookalikes import clean
from ...base.similar import question, suggest
from .grid import WHOLE, Fault

BLANKS = " \t\u00a0\u2007\u202f\u3000"
_YES = {"yes", "y", "true", "x", "1", "oui", "vrai", "ja", "wahr", "sí", "si", "sì", "verdadero", "vero", "✓", "✔"}
_NO = {"no", "n", "false", "0", "non", "faux", "nein", "falsch", "falso"}
_TRUTH = {"TRUE": "true", "FALSE": "false"}  # as spreadsheets in English write them

_ERROR = re.compile(
    r"#(REF|N/A|NAME|DIV/0|VALUE|NUM|NULL|SPILL|CALC|BEZUG|NV|WERT|ZAHL|NOM|VALEUR|NOMBRE|¡REF|¿NOMBRE|¡VALOR|¡NUM"
    r"|¡DIV/0|RIF|NOME|VALORE|ÜBERLAUF)[!?]*|(Err|Fehler|Erreur):[0-9]{3}",
    re.IGNORECASE,
)
_MONTH = (
    "(?:jan|feb|fev|fév|mar|mär|mrz|apr|avr|abr|may|mai|mag|jun|juin|giu|jul|juil|lug|aug|août|aou|ago|sep|set|oct"
    "|okt|ott|nov|dec|dez|déc|dic|ene|gen)[^\\W\\d]*"
)
_DATE = re.compile(
    rf"\d{{1,2}}[. /-]+{_MONTH}\.?([. /-]+\d{{2,4}})?|{_MONTH}\.?[. /-]+\d{{1,4}}|\d{{4}}-\d{{1,2}}-\d{{1,2}}([T ].*)?"
    r"|\d{1,2}(?P<sign>[./-])\d{1,2}(?P=sign)(\d{2}|\d{4})?|\d{1,2}:\d{2}(:\d{2})?",
    re.IGNORECASE,
)
_THOUSANDS = re.compile(r"-?[0-9]{1,3}([.,'’ \u00a0\u2009\u202f][0-9]{3})+")
_DECIMAL = re.compile(r"[-+]?[0-9]*[.,][0-9]+([eE][-+]?[0-9]+)?|[-+]?[0-9]+[.,]")
_DASHED = re.compile(r"([0-9]{1,18})\s*[-\u2010-\u2015]\s*([0-9]{1,18})")
_DASH = re.compile(r"[-\u2010-\u2015\u2212]+")
_WORD = re.compile(r"[^\W\d]\w*")
_BETWEEN = re.compile(r"\s*[,;/|]\s*")
_MANY = "Then there is one card for each of them: more cards than now."


@dataclass(frozen=True, slots=True)
class ColumnKind:
    """The type of a column: form is "yes", "number", "thing", "text" or "" if not known.

    low, high: the ends of a number as far as they are written; members: the names of the things of this kind.
    cards: whether it is printed on cards, one for each value of a list or range; is_needed: each card has it. called:
    the names of members by the words that people read, in small letters.
    """

    form: str = ""
    name: str = ""
    low: int | None = None
    high: int | None = None
    members: tuple[str, ...] = ()
    cards: bool = True
    is_needed: bool = False
    called: Mapping[str, str] = field(default_factory=dict, compare=False)


def raw_value(text: str) -> tuple[str, Fault | None]:
    """The value of a text before its column's type is known, and its fault in any column."""
    if text.startswith("\u2212") and text[1:].isdecimal():
        text = "-" + text[1:]
    text = _TRUTH.get(text, text)
    if text.startswith("=") and len(text) > 1:
        return text, formula(text)
    if _ERROR.fullmatch(text):
        return text, Fault(
            "error", f"'{text}' is an error of the spreadsheet", "Correct its formula there, and save again."
        )
    if _DATE.fullmatch(text):
        return text, date(text)
    return text, None


def formula(text: str) -> Fault:
    """The fault of a formula without a result."""
    hint = "Write the value, or save the sheet in a spreadsheet so that it contains results."
    return Fault(
        "formula", f"'{text}' is a formula without its result" if text else "a formula without its result", hint
    )


def date(text: str) -> Fault:
    """The fault of a date."""
    hint = "Format the cell as text and type it again: a range is 3..4, a list is [3, 4]."
    return Fault("date", f"'{text}' is a date; spreadsheets turn 3-4, 3/4 and 3.4 into dates", hint)


def value_of(text: str, kind: ColumnKind, names: Collection[str]) -> str | Fault:
    """The value of a cell by its column's type, as a ruleset writes it; names: all that the ruleset knows."""
    if kind.form == "text":
        return text
    if kind.called and (words := " ".join(text.split()).casefold()) in kind.called:
        return kind.called[words]
    if kind.form == "yes" and text not in names:
        word = text.casefold()
        if word in _YES or word in _NO:
            return "true" if word in _YES else "false"
    if text.startswith("[") and text.endswith("]"):
        items = [value_of(item.strip(), kind, names) for item in text[1:-1].split(",")]
        wrong = next((item for item in items if isinstance(item, Fault)), None)
        return wrong or f"[{', '.join(str(item) for item in items)}]"
    if WHOLE.fullmatch(text):
        return _number(int(text), text, kind)
    if ".." in text:
        ends = [end.strip() for end in text.split("..")]
        if len(ends) == 2 and all(WHOLE.fullmatch(end) or _WORD.fullmatch(end) for end in ends):
            found = [_number(int(end), end, kind) if WHOLE.fullmatch(end) else end for end in ends]
            return next((end for end in found if isinstance(end, Fault)), "..".join(ends))
    if _WORD.fullmatch(text):
        return _check_name(text, kind, names)
    return _fault(text, kind, names)


def is_truth(text: str, names: Collection[str]) -> bool:
    """Whether a text means yes or no in any column, and is not a name."""
    return len(text) > 1 and text not in names and text.casefold() in _YES | _NO


def case_of(text: str) -> str:
    """A case of a table, from the first column or row: `1–3` and `1-3` become ranges."""
    if (match := _DASHED.fullmatch(text)) and int(match[1]) < int(match[2]):
        return f"{match[1]}..{match[2]}"
    return text


def _number(number: int, text: str, kind: ColumnKind) -> str | Fault:
    """A number as a column's value, or its fault."""
    if kind.form == "yes":
        return Fault(f"yes {text}", f"'{text}' is neither yes nor no", "Write yes or no; an empty cell is no.")
    outside = (kind.low is not None and number < kind.low) or (kind.high is not None and number > kind.high)
    if kind.form == "number" and outside:
        message = f"{kind.name} is declared as {kind.low}..{kind.high}, but here it is {number}"
        return Fault("range", message, "Correct the number, or make the range wider.", code="out-of-range")
    return text


def _check_name(text: str, kind: ColumnKind, names: Collection[str]) -> str | Fault:
    """A name as a column's value, or its fault."""
    if not kind.form or text in names:
        return text
    if kind.form == "yes":
        return Fault("yes", f"'{text}' is neither yes nor no", "Write yes or no; an empty cell is no.")
    if kind.form == "number":
        hint = "Write a number, a range such as 1..3 or the name of a setting."
        return Fault("number", f"nothing is called '{text}', and {kind.name} is a number", hint, code="unknown-name")
    return _report_unknown(text, kind)


def _report_unknown(text: str, kind: ColumnKind) -> Fault:
    """The fault of an unknown name."""
    guess = suggest(text, (*kind.members, "none"))
    some = kind.members if len(kind.members) <= 12 else (*kind.members[:12], "…")
    hint = question(text, guess) if guess else f"Write one of {join_words(some, 'or')}."
    instead = guess if guess and clean(guess) == guess else ""
    return Fault(f"unknown {text}", f"nothing is called '{text}'", hint, instead, "unknown-name")


def _fault(text: str, kind: ColumnKind, names: Collection[str]) -> Fault:
    """The fault of a text that is no value."""
    if _DASH.fullmatch(text):
        return Fault("dash", f"'{text}' is not a value", "Leave the cell empty where there is nothing.")
    if match := _THOUSANDS.fullmatch(text):
        whole = re.sub(r"[^0-9-]", "", text)
        if match[1][0] in ".,":
            return Fault(
                "thousands", f"'{text}' may be {whole} or a decimal number", f"Write {whole} if you mean that."
            )
        return Fault(f"thousands {text}", f"'{text}' is not a number as rulesets write it", f"Write {whole}.", whole)
    if _DECIMAL.fullmatch(text):
        hint = "Only whole numbers are counted: round it, or count in smaller units."
        if re.fullmatch(r"[0-9]+,[0-9]+", text):
            hint += f" For two values write [{text.replace(',', ', ')}]."
            hint += f" {_MANY}" if kind.cards else ""
        return Fault("decimal", f"'{text}' is not a whole number", hint)
    if match := _DASHED.fullmatch(text):
        hint = f"For a range write {match[1]}..{match[2]}."
        return Fault(
            "dashed", f"'{text}' may be a range, a subtraction or a date", hint + (f" {_MANY}" if kind.cards else "")
        )
    if kind.form == "yes":
        return Fault("yes", f"'{text}' is neither yes nor no", "Write yes or no; an empty cell is no.")
    parts = _BETWEEN.split(text)
    if len(parts) > 1 and all(WHOLE.fullmatch(part) or _WORD.fullmatch(part) for part in parts):
        hint = f"Write [{', '.join(parts)}] if you mean all of them." + (f" {_MANY}" if kind.cards else "")
        return Fault("list", f"'{text}' is several values, but a list needs brackets", hint)
    near = "_".join(text.split())
    if near in names:
        hint = f"Did you mean `{near}`?"
        return Fault(f"unknown {text}", f"nothing is called '{text}': a name has no spaces", hint, near, "unknown-name")
    if kind.form == "thing" and all(map(_WORD.fullmatch, text.split())):
        return _report_unknown(text, kind)
    hint = "Write a number, a name, a range such as 1..3, or a list such as [1, 3]."
    if kind.form == "number" and not re.search("[^\\W\\d]", text.replace("x", "")):
        return Fault("number", f"'{text}' is not a whole number", hint)
    hint += " Formulas go under `settings` or `define`, and its name here."
    return Fault("value", f"'{text}' is not a value", hint)
