"""Recognize slips of the pen: a missing colon, blank or parts of a step, a comma too many."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from ..base.english import in_figures
from ..base.keywords import CONDITIONS, DECISIONS, LOOPS, PREPOSITIONS, SLOTS, VERBS
from ..base.lookalikes import visible
from .nodes import Entry, Mapping, Node, Scalar, Sequence

CUT_WORDS = re.compile(r"[^:{}\[\]\"\n]*,[^:{}\[\]\"\n]*(?=:)")
NAME = re.compile(r"(?<![\w.])[^\W\d]\w*(?![\w(])")
# words that begin an effect; none of them has a step as its value
BEGINNINGS = (*LOOPS, *(word for word in DECISIONS if word != "one of"), *VERBS)
# (section, how people write its value, how it is written here)
FORMS = (
    ("players", r"(?:from |between )?(\d+)\s*(?:-|–|—|to|up to|\.\.\.|…)\s*(\d+)(?: players)?", r"\1..\2"),
    ("players", r"between (\d+) and (\d+)(?: players)?", r"\1..\2"),
    ("players", r"(\d+(?:\s*,\s*\d+)*)\s*,?\s*(?:,|or\b|and\b)\s*(\d+)(?: players)?", r"[\1, \2]"),
    ("players", r"(\d+)(?: players?)?", r"\1"),
    ("winner", r"(?:highest|greatest|biggest|largest|max|maximum)\s+(\S.*)", r"most \1"),
    ("winner", r"(?:lowest|smallest|fewest|min|minimum)\s+(\S.*)", r"least \1"),
)
_PLACE = r"(?P<place>[^\W\d][\w.]*(?:\([^()]*\))?)"
# how people write a change of `set` or `add`
CHANGES = (
    ("set add", re.compile(_PLACE + r"\s*(?P<sign>:?=|\+=|-=)\s*(?P<value>[^=\s].*)")),
    ("set", re.compile(_PLACE + r"\s+(?P<sign>to)\s+(?P<value>\S.*)")),
    ("add", re.compile(r"(?P<value>\S.*?)\s+(?P<sign>to)\s+" + _PLACE)),
)
_PLAIN = re.compile(r"[^\s,:#'\"\[\]{}&*!|>%@`-][^,:#'\"\[\]{}]*")
ADDITIONS = "needs names with how much is added, such as {player.points: 2}"
FRONTS = "a card shows a number from a range (`1..6`) or a name from `things`, not a list"
UNSPACED = re.compile(r"([^\W\d][\w.]*):([^\s:]+)")


def empty_before(node: Mapping, key: str) -> str:
    """The key of the entry just before a key, if that entry is empty."""
    entries = list(node.entries.values())
    at = list(node.entries).index(key)
    before = entries[at - 1] if at else None
    empty = before is not None and isinstance(before.value, Scalar) and not before.value.text
    return before.key.text if before is not None and empty else ""


def add_blank(entry: Entry) -> str:
    """The text of an entry such as `{size:10}` with a blank after its colon; "" for any other."""
    empty = isinstance(entry.value, Scalar) and not entry.value.text
    found = UNSPACED.fullmatch(entry.key.text) if empty and not entry.key.style else None
    return f"{found[1]}: {found[2]}" if found else ""


def step_without_parts(around: Mapping, pattern: str) -> Entry | None:
    """An entry with a step's own words and nothing under them, followed by words of the language at the same level."""
    entries = list(around.entries.values())
    for entry, below in zip(entries, entries[1:], strict=False):
        empty = isinstance(entry.value, Scalar) and not entry.value.text
        if empty and re.search(pattern, entry.key.text) and below.key.text in SLOTS:
            return entry
    return None


def step_named_by_word(around: Mapping) -> Entry | None:
    """A word of the language that holds a whole step, so that it is meant as the step's own words."""
    for entry in around.entries.values():
        if entry.key.text in BEGINNINGS and not entry.key.style:
            steps = entry.value.items if isinstance(entry.value, Sequence) else [entry.value]
            if steps and all(isinstance(step, Mapping) and _is_step(step, entry.key.text) for step in steps):
                return entry
    return None


def _is_step(node: Mapping, word: str) -> bool:
    """Whether the value of a word is a step; `set` and `add` hold names, none of which is such a word."""
    return any(key in BEGINNINGS for key in node.entries) and (
        word not in ("set", "add") or set(node.entries) <= set(SLOTS)
    )


def as_names(word: str, listed: Sequence) -> str:
    """The members of a thing with a letter before the numbers among them, as in [r7, r8, J, Q]."""
    letter = word[:1] if word[:1].isalpha() else "n"
    texts = [member.text if isinstance(member, Scalar) else "" for member in listed.items]
    return f"[{', '.join(f'{letter}{text}' if text[:1].isdecimal() else text for text in texts)}]"


def as_menu(listed: Node) -> str:
    """A list of names and options of their own as a menu: behind its own name stands the action of that name."""
    options = []
    for item in listed.items if isinstance(listed, Sequence) else []:
        if isinstance(item, Scalar):
            options.append(f"{item.text}: {item.text}")
        elif isinstance(item, Mapping):
            options += [f"{key}: {in_braces(entry.value) or '...'}" for key, entry in item.entries.items()]
    return f"one of: {{{', '.join(options)}}}"


def in_braces(node: Node) -> str:
    """A value as it is written in { }; "" if it cannot be."""
    if isinstance(node, Scalar):
        return node.text if _PLAIN.fullmatch(node.text) or re.fullmatch(r"-?\d+", node.text) else ""
    if not isinstance(node, Mapping):
        return ""
    parts = {key: in_braces(entry.value) for key, entry in node.entries.items()}
    return f"{{{', '.join(f'{key}: {text}' for key, text in parts.items())}}}" if all(parts.values()) else ""


def in_form(path: Collection[str | int], text: str) -> str:
    """The value of a section in the right form, if people write it in another one; "" if it is no such form."""
    for section, form, right in FORMS:
        if section in path and (match := re.fullmatch(form, in_figures(text))):
            return match.expand(right)
    return ""


def as_mapping(word: str, text: str) -> str:
    """The mapping {a: b} for a `set` or `add` written as a = b, a += b or b to a; else ""."""
    for words, form in CHANGES:
        match = form.fullmatch(text) if word in words.split() else None
        if match is None or "," in re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", match["value"]):
            continue
        place, sign, value = match["place"], match["sign"], match["value"]
        simple = re.fullmatch(r"[\w.]+(\([^()]*\))?", value)
        if sign in ("+=", "-="):
            value = value if simple or sign == "+=" else f"({value})"
            value = f"{place} {sign[0]} {value}" if word == "set" else value if sign == "+=" else f"-{value}"
        elif word == "add" and re.search(rf"(?<![\w.]){re.escape(place)}(?![\w.])", value):
            added = re.fullmatch(rf"{re.escape(place)}\s*(?P<sign>[+-])\s*(?P<value>[\w.]+(?:\([^()]*\))?)", value)
            if added is None:
                continue  # it is the new value, not the amount added
            value = added["value"] if added["sign"] == "+" else f"-{added['value']}"
        quoted = re.search(r"[\[\]{},#'\"]", value)
        return "{" + place + ": " + ("'" + value.replace("'", "''") + "'" if quoted else value) + "}"
    return ""


def as_type(word: str, listed: Sequence, root: Mapping) -> tuple[str, str, str]:
    """Explain a list of values in the place of a type: the mistake, a hint, and if certain the type."""
    texts = [member.text for member in listed.items if isinstance(member, Scalar)]
    if not texts or len(texts) < len(listed.items):
        return FRONTS, "", ""
    if word in root.entries_under("things"):
        return FRONTS, f"Its values stand under `things`: write `{word}`.", word
    numbers = [int(text) for text in texts if text.isdecimal() and text.isascii()]
    if len(numbers) == len(texts):
        span = f"{min(numbers)}..{max(numbers)}"
        return FRONTS, f"Write the smallest and the greatest: `{span}`.", span
    names = as_names(word, listed)
    hint = f"Write `{word}: {names}` under `things`, and here `{word}: {word}`."
    if not numbers:
        return FRONTS, hint, ""
    first, second = names[1:-1].split(", ")[:2]
    hint += (
        f" A name begins with a letter. To calculate, write .number after it: {first} is 1, {second} is 2 and so on."
    )
    span = f"{min(numbers)}..{min(numbers) + len(texts) - 1}"
    ranks = [f"{text} is {numbers[0] + at}" for at, text in enumerate(texts) if not text.isdecimal()]
    return FRONTS, f"{hint} Or write `{span}` and count with numbers only: {', '.join(ranks)}.", ""


def add_colon(entry: Entry) -> str:
    """The text of an entry such as `from deck` with its colon, if just that seems to be missing."""
    word, _, rest = entry.key.text.partition(" ")
    empty = isinstance(entry.value, Scalar) and not entry.value.text
    return f"{word}: {rest}" if empty and word in (*PREPOSITIONS, *VERBS) and rest else ""


def cut_words(key: Scalar) -> str:
    """The words of an entry in { } that a comma has cut, from the first part on; "" if the key is not such a part."""
    match = key.source and not key.style and CUT_WORDS.match(key.source.text, key.start)
    return match[0] if match and match[0].partition(",")[0].rstrip() == key.text else ""


def left_by_comma(entry: Entry) -> bool:
    """Whether an entry in { } is only the text between a comma and the next sign, without a colon."""
    key = entry.key
    if key.source is None or key.style or not isinstance(entry.value, Scalar) or entry.value.text:
        return False
    before, after = key.source.text[: key.start].rstrip(), key.source.text[key.start + len(key.text) :].lstrip()
    return before.endswith(",") and after.startswith((",", "}"))


def keys_to(node: Node, wanted: Entry) -> list[str]:
    """The keys from the outermost to that of an entry; [] if it is not in there."""
    inner: list[tuple[Entry | None, Node]] = []
    if isinstance(node, Mapping):
        inner = [(entry, entry.value) for entry in node.entries.values()]
    elif isinstance(node, Sequence):
        inner = [(None, item) for item in node.items]
    for entry, value in inner:
        keys = [] if entry is wanted else keys_to(value, wanted)
        if entry is wanted or keys:
            return [entry.key.text, *keys] if entry is not None else keys
    return []


def to_write(keys: list[str]) -> str:
    """What to write under words that have nothing under them; keys: the keys that lead to them."""
    if keys[0] == "rulings":
        return "Say what a variant would change, `{change: winner}`, or the clause of the rulebook, `{rule: M5}`."
    if keys[0] == "always" or (len(keys) > 1 and keys[-2] in CONDITIONS):
        return "Write the condition after the colon, or delete the line."
    nothing = "If nothing happens, write `nothing`."
    if keys[0] == "change" and len(keys) == 2:
        nothing = "If nothing is to change, delete the line."
    return f"Write what belongs to it below, further to the right. {nothing}"


def of_each_player(text: str, root: Mapping) -> str:
    """An expression about a player, with `player.` put before values that a file declares for each player."""
    own = root.entries_under("each player")
    return NAME.sub(lambda name: f"player.{name[0]}" if name[0] in own else name[0], text)


def plain_twin(key: str, patterns: Iterable[str]) -> str:
    """The allowed key that a key only looks like; else ""."""
    plain = visible(key)
    return plain if plain != key and any(re.search(pattern, plain) for pattern in patterns) else ""
