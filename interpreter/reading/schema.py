"""Second stage: check a file's shape against the JSON Schemas, with words and exact places for each mistake."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..base.diagnostics import Diagnostic, Span, sort_diagnostics
from ..base.english import join_words
from ..base.keywords import ADDED, BRANCHES, GROUPS, PLAYERS, SLOTS, VERBS
from ..base.similar import certain, question, suggest
from .nodes import Entry, Mapping, Node, Scalar, Sequence, plain
from .schema_files import Json, linked_schema, schema_validator
from .slips import (
    ADDITIONS,
    add_blank,
    add_colon,
    as_mapping,
    as_menu,
    as_names,
    as_type,
    cut_words,
    empty_before,
    in_form,
    keys_to,
    left_by_comma,
    of_each_player,
    plain_twin,
    step_named_by_word,
    step_without_parts,
    to_write,
)

if TYPE_CHECKING:
    from jsonschema import ValidationError

Route = tuple[str | int, ...]

# Words of other languages, and the word for it here.
SYNONYMS = {
    "call": "run",
    "else": "otherwise",
    "foreach": "for each",
    "for": "for each",
    "if": "when",
    "let": "remember",
    "loop": "repeat",
    "name": "game",
    "pick": "choose",
    "roll": "random",
    "select": "choose",
    "then": "do",
    "title": "game",
    "while": "until",
}
VALUES = ("settings", "components", "shared", "define")
UNSEPARATED = re.compile(r"([^\W\d]\w*)\s+([^\s:].*)")
ASSIGNED = re.compile(r"([^\W\d]\w*)\s*=\s*([^=\s].*)")
LONGEST_QUOTE = 40


def check_shape(root: Mapping, kind: str = "ruleset") -> list[Diagnostic]:
    """The mistakes in the shape of one file of this kind: "ruleset" (a variant too) or "library".

    Sorted by place, each once; empty if all is well. A variant may be partial: what only its merged form can show
    (a `move` without `to`) is left to the stages after merging.
    """
    if kind == "ruleset" and "tests" in root.entries and "scenarios" in root.entries:
        message = "this file holds scenarios: they are not checked but played"
        hint = f"Type `stammtisch test {Path(root.span.file).name}`."
        return [Diagnostic("misplaced-key", message, root.entries["tests"].key.span, hint=hint)]
    stray = root.entries.get("library")
    if kind == "ruleset" and stray is not None:
        message = "this file is a library, not a ruleset"
        hint = "A ruleset names the libraries it uses under `use`."
        return [Diagnostic("misplaced-key", message, stray.key.span, hint=hint)]
    checker = _Checker(root, kind)
    for error in schema_validator(kind).iter_errors(plain(root)):
        checker.take(error)
    checker.empty_values(root, None, checker.variant)
    checker.first_and_plural()
    return sort_diagnostics(without_doubles(checker.result(), root))


def without_doubles(found: list[Diagnostic], root: Mapping) -> list[Diagnostic]:
    """The mistakes without corrections that would write a key a second time."""

    def doubles(node: Node, wrong: Diagnostic) -> bool:
        if isinstance(node, Sequence):
            return any(doubles(item, wrong) for item in node.items)
        if not isinstance(node, Mapping):
            return False
        here = (
            _correct_key(key.key, wrong) in node.entries
            for key in node.entries.values()
            if key.key.span.holds(wrong.span)
        )
        return any(here) or any(doubles(entry.value, wrong) for entry in node.entries.values())

    return [replace(d, instead="") if d.instead and doubles(root, d) else d for d in found]


def _correct_key(key: Scalar, wrong: Diagnostic) -> str:
    """The text of a key with its mistake corrected."""
    start = wrong.span.column - key.span.column
    return key.text[:start] + wrong.instead + key.text[start + wrong.span.end_column - wrong.span.column :]


def _quote(text: str) -> str:
    """The text in quotes for a message."""
    line = " ".join(text.split())
    return f"'{line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1] + '…'}'"


def _describe_value(value: object) -> str:
    """The kind of a value, in words that end `must be ..., not`."""
    if isinstance(value, dict):
        return "named values"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _quote(value) if isinstance(value, str) else f"the number {value}"


def _value_in_hint(node: Node) -> str:
    """A value in a hint: a text as it is, else three dots."""
    return node.text if isinstance(node, Scalar) and node.text else "..."


def _as_words(text: str) -> str:
    """A text in a form that may be used as words."""
    return text.capitalize() if text[:1].isalpha() else f"Step {text}"


def _allowed_keys(schema: Json) -> list[str]:
    """The keys that a schema allows, and the titles of keys by pattern."""
    by_pattern = [str(inner["title"]) for inner in schema.get("patternProperties", {}).values() if inner.get("title")]
    return [*schema.get("properties", {}), *(title for title in by_pattern if not title.startswith(("a ", "an ")))]


class _Checker:
    """Turns the validator's errors for one file into diagnostics."""

    def __init__(self, root: Mapping, kind: str) -> None:
        self.root = root
        self.kind = kind
        self.variant = kind == "ruleset" and "extends" in root.entries
        self.found: list[Diagnostic] = []
        # reported only where no misspelt key explains them: (path of the mapping, key that is missed, diagnostic)
        self.following: list[tuple[Route, str, Diagnostic]] = []
        self.misspelt: dict[Route, set[str]] = {}
        self.mixed: set[Route] = set()
        self.holes: set[int] = set()  # entries that are reported already

    def report(self, code: str, message: str, span: Span, hint: str = "", instead: str = "") -> None:
        self.found.append(Diagnostic(code, message, span, hint=hint, instead=instead))

    def result(self) -> list[Diagnostic]:
        """All diagnostics, without those that only follow from a misspelt key."""
        at_root = self.misspelt.get((), set())
        for path, key, diagnostic in self.following:
            explained = path in self.misspelt if path else key in at_root or "extends" in at_root
            if not explained:
                self.found.append(diagnostic)
        return self.found

    # -- places

    def entry(self, path: Route) -> tuple[Entry | None, Node]:
        """The nearest key around the value at path, and the value."""
        node: Node = self.root
        nearest: Entry | None = None
        for step in path:
            if isinstance(node, Mapping):
                nearest = node.entries[str(step)]
                node = nearest.value
            elif isinstance(node, Sequence):
                node = node.items[int(step)]
        return nearest, node

    def subject(self, path: Route) -> str:
        nearest, _ = self.entry(path)
        name = f"`{nearest.key.text}`" if nearest else "this file"
        return f"each entry of {name}" if path and isinstance(path[-1], int) else name

    # -- errors of the validator

    def take(self, error: ValidationError) -> None:
        path = tuple(error.absolute_path)
        route = list(error.absolute_schema_path)
        if self.named_by_word(path):
            return
        if "dependencies" in route:
            self.companion(error, path, str(route[route.index("dependencies") + 1]))
        elif error.validator == "not":
            self.forbidden(path, str(route[-2]))
        elif error.instance is None:
            if self.removes(path):
                self.empty(self.entry(path)[0], self.entry(path)[1], True)
        else:
            handlers: dict[str, Callable[[ValidationError, Route], None]] = {
                "additionalProperties": self.unknown_keys,
                "const": self.wrong_format,
                "enum": self.unknown_word,
                "maximum": self.out_of_range,
                "minimum": self.out_of_range,
                **dict.fromkeys(("maxItems", "maxProperties", "pattern"), self.wrong_form),
                "minItems": self.wrong_form if error.instance else self.nothing_in,
                "minProperties": self.nothing_in,
                "required": self.missing,
                "type": self.wrong_type,
            }
            handlers[str(error.validator)](error, path)

    def named_by_word(self, path: Route) -> bool:
        """Whether the cause is a step named by a word of the language, which is reported once."""
        for depth in range(1, len(path) + 1):
            around = self.entry(path[:depth])[1]
            inside = step_named_by_word(around) if isinstance(around, Mapping) else None
            if inside is None or path[:depth] in (("phases",), ("actions",)):
                continue
            if id(inside) not in self.holes:
                self.holes.add(id(inside))
                word, words = inside.key.text, _as_words(inside.key.text)
                message = f"`{word}` is a word of the language and cannot name a step: a step needs words of your own"
                hint = f"Write more than one word, or start with a capital: `{words}`."
                self.report("reserved-word", message, inside.key.span, hint, words)
            if depth >= len(path) - 1 or path[depth] == inside.key.text:
                return True
        return False

    def wrong_type(self, error: ValidationError, path: Route) -> None:
        schema = self.schema(error)
        # editors show `errorMessage` for unknown keys as well, so schemas with keys have theirs elsewhere
        demand = schema.get("typeMessage") or schema["errorMessage"]
        demand = ADDITIONS if path[-1:] == ("add",) and demand.startswith("needs names with") else demand
        message = f"{self.subject(path)} {demand}, not {_describe_value(error.instance)}"
        node = self.entry(path)[1]
        if path[:1] == ("things",) and isinstance(error.instance, int) and self.number_as_name(path, message):
            return
        named = len(path) == 1 and (path[0] in VALUES or str(path[0]).startswith("each "))
        equals = ASSIGNED.fullmatch(error.instance) if named and isinstance(error.instance, str) else None
        hint = "Write : in place of =." if equals else ""
        instead = f"{equals[1]}: {equals[2]}" if equals else ""
        if named and not equals and isinstance(error.instance, str) and (pair := UNSEPARATED.fullmatch(error.instance)):
            instead = f"{pair[1]}: {pair[2]}"
            hint = f"A colon is missing: write `{instead}`."
        if node.span.line < node.span.end_line and instead:  # YAML has joined several lines to one text
            if not equals:
                hint = f"A colon is missing after `{instead.partition(':')[0]}`, and on the lines below it."
            instead = ""
        if isinstance(error.instance, list) and path[-1] in ("reveal", "move"):
            instead = f"'[{', '.join(map(str, error.instance))}]'"
            hint = f"A list that is worked out stands in quotes: `{instead}`."
        if isinstance(error.instance, str) and path[-1] in ("set", "add"):
            instead = as_mapping(str(path[-1]), error.instance)
            hint = f"Write `{path[-1]}: {instead}`." if instead else ""
        if isinstance(node, Sequence) and path[0] == "components" and len(path) == 4:
            message, hint, instead = as_type(str(path[-1]), node, self.root)
        if isinstance(node, Mapping) and path[-2:-1] == ("one of",):
            hint = f"Write names and options of their own alike, before a colon: `{as_menu(self.entry(path[:-1])[1])}`."
        self.report("wrong-type", message, node.span, hint, instead)

    def number_as_name(self, path: Route, message: str) -> bool:
        """Report members of a thing that are numbers, such as ranks of cards: once, with names for all of them."""
        entry, listed = self.entry(path[:-1])
        if entry is None or not isinstance(listed, Sequence):
            return False
        if id(entry) not in self.holes:
            self.holes.add(id(entry))
            names = as_names(entry.key.text, listed)
            self.report("wrong-type", message, listed.span, f"A name begins with a letter: write `{names}`.", names)
        return True

    def wrong_form(self, error: ValidationError, path: Route) -> None:
        schema = self.schema(error)
        form = schema.get("patternErrorMessage") or schema["errorMessage"]
        message = f"{self.subject(path)} {form}, not {_describe_value(error.instance)}"
        instead = in_form(path, str(error.instance))
        if path[:1] == ("winner",):
            instead = of_each_player(instead, self.root)
        self.report("wrong-form", message, self.entry(path)[1].span, f"Write `{instead}`." if instead else "", instead)

    def wrong_format(self, error: ValidationError, path: Route) -> None:
        message = f"{self.subject(path)} must be 1, not {_describe_value(error.instance)}"
        self.report("unknown-format", message, self.entry(path)[1].span, instead="1")

    def out_of_range(self, error: ValidationError, path: Route) -> None:
        schema = self.schema(error)
        limits = f"at least {schema['minimum']}"
        if "maximum" in schema:
            limits = f"from {schema['minimum']} to {schema['maximum']}"
        message = f"{self.subject(path)} must be {limits}, not {error.instance}"
        self.report("out-of-range", message, self.entry(path)[1].span)

    def unknown_word(self, error: ValidationError, path: Route) -> None:
        words = [str(word) for word in self.demand(error) if word is not None]
        message = f"{self.subject(path)} must be {join_words(words, 'or')}, not {_describe_value(error.instance)}"
        guess = suggest(str(error.instance), words)
        hint = question(str(error.instance), guess) if guess else ""
        self.report("unknown-word", message, self.entry(path)[1].span, hint, certain(str(error.instance), guess))

    def nothing_in(self, error: ValidationError, path: Route) -> None:
        self.empty(*self.entry(path), self.removes(path))

    def missing(self, error: ValidationError, path: Route) -> None:
        """Report a missing key of the whole file; a step's missing slots are reported as companions."""
        if "change" in self.root.entries and "use" not in self.root.entries:
            return  # a variant whose `extends` is missing, which is reported at `change`
        for key in self.demand(error):
            if key not in self.root.entries:
                example = linked_schema(self.kind)["properties"][key]["examples"][0]
                hint = f"Add a line such as `{key}: {example}`." if isinstance(example, str | int) else f"Add `{key}:`."
                if key == "phases" and "players" not in self.root.entries:
                    hint += " Or, if this file changes another game, say which: `extends: NAME`."
                span = Span.whole(self.root.span.file)
                diagnostic = Diagnostic("missing-key", f"`{key}` is missing", span, hint=hint)
                self.following.append(((), key, diagnostic))

    def unknown_keys(self, error: ValidationError, path: Route) -> None:
        node = self.entry(path)[1]
        schema = self.schema(error)
        patterns: Json = schema.get("patternProperties", {})
        known: Json = schema.get("properties", {})
        if not isinstance(node, Mapping):
            return
        for key, entry in node.entries.items():
            told_as_empty = left_by_comma(entry) or add_blank(entry)
            if key in known or any(re.search(pattern, key) for pattern in patterns) or told_as_empty:
                continue
            named_freely = [inner for pattern, inner in patterns.items() if re.search(pattern, "two words")]
            guess = SYNONYMS.get(key.casefold()) if SYNONYMS.get(key.casefold()) in known else None
            others = [*known, *(_allowed_keys(schema) if not named_freely else ())]
            guess = guess or plain_twin(key, patterns) or suggest(key, others)
            self.misspelt.setdefault(path, set()).add(guess or "")
            if named_freely and known:
                self.not_a_word(entry.key, guess)
            elif named_freely:
                self.not_words(entry.key, str(named_freely[0].get("title", "a step")), empty_before(node, key))
            elif (patterns and not known) or any(re.search(pattern, "a_name") for pattern in patterns):
                self.not_a_name(entry.key)
            else:
                what = str(schema.get("title", "this")).lower()
                hint = question(key, guess) if guess else ""
                message, instead = f"{what} has no part called {_quote(key)}", certain(key, guess)
                if not instead:
                    hint = f"{hint} Its parts are {', '.join(_allowed_keys(schema))}.".strip()
                above = empty_before(node, key)
                if above and not guess:
                    hint = f"If it belongs to `{above}`, indent it: it stands further to the right than that line."
                elif what == "a setting" and PLAYERS.fullmatch(f"{key} players"):
                    instead = f"{key} players"
                    hint = f"For so many players write `{instead}: {_value_in_hint(entry.value)}`."
                elif what == "a component" and not guess:
                    hint = f"Write what is printed on it as `front: {{{key}: {_value_in_hint(entry.value)}}}`."
                self.report("unknown-key", message, entry.key.span, hint, instead)

    def not_a_word(self, key: Scalar, guess: str | None) -> None:
        hint = f"A step's own words contain a space or start with a capital, for example `{_as_words(key.text)}`."
        hint = question(key.text, guess) if guess else hint
        message = f"{_quote(key.text)} is not a word of the language"
        self.report("reserved-word", message, key.span, hint, certain(key.text, guess))

    def not_words(self, key: Scalar, what: str, above: str) -> None:
        """Report a key that cannot be words. above: the entry just above, if it is empty."""
        belongs = "it is a word of" if key.text in SLOTS else "single lower-case words belong to"
        message = f"{_quote(key.text)} cannot name {what}: {belongs} the language"
        hint = f"Write more than one word, or start with a capital: `{_as_words(key.text)}`."
        if above and key.text in SLOTS:
            hint = f"If it belongs to `{above}`, indent it: it stands further to the right than that line."
        self.report("reserved-word", message, key.span, hint)

    def not_a_name(self, key: Scalar) -> None:
        joined = re.sub(r"\W+", "_", key.text).strip("_")
        good = joined.isidentifier() and "(" not in key.text
        hint = f"Join its words with _: `{joined}`." if good and joined != key.text else ""
        message = f"{_quote(key.text)} cannot be a name: a name has letters, digits and _ and starts with a letter"
        self.report("bad-name", message, key.span, hint, joined if hint else "")

    def forbidden(self, path: Route, pattern: str) -> None:
        """Report a known key in the wrong company: `change` without `extends` or `use`, steps beside slots."""
        entry, _ = self.entry(path)
        assert entry is not None
        key = entry.key
        if path == ("change",):
            message = "`change` belongs to a variant: there is no `extends` here"
            hint = "Add `extends: ` with the name of the ruleset that is changed."
            self.report("misplaced-key", message, key.span, hint)
            return
        around = self.entry(path[:-1])[1]
        assert isinstance(around, Mapping)
        if add_colon(entry):
            self.misspelt.setdefault(path[:-1], set()).add(key.text.split()[0])
            return
        if left_by_comma(entry) or add_blank(entry):
            return
        if hole := step_without_parts(around, pattern):
            self.not_indented(hole, around, path[:-1])
            return
        guess = suggest(key.text, [name for name in SLOTS if " " in name])
        # with a capital it is a step's own word, unless it is that of the language
        if guess and (key.text[:1].islower() or key.text.casefold() == guess) and guess not in around.entries:
            self.misspelt.setdefault(path[:-1], set()).add(guess)
            message = f"{_quote(key.text)} is not a word of the language"
            self.report("unknown-key", message, key.span, question(key.text, guess), certain(key.text, guess))
            return
        known = linked_schema("ruleset")["definitions"]["patch"]["properties"]
        slot = next((name for name in around.entries if name in known and not re.search(pattern, name)), None)
        if slot is not None and path[:-1] not in self.mixed:
            self.mixed.add(path[:-1])
            message = f"{_quote(key.text)} is a step of its own and cannot stand beside `{slot}`"
            hint = "Put the named steps under `do:`, after the other parts of this step."
            if isinstance(entry.value, Scalar) and entry.value.value is None:
                hint = "If it is a condition of this step, `where: null` (or `when: null`) takes the conditions away."
            before = list(around.entries)[list(around.entries).index(key.text) - 1]
            if before in BRANCHES and isinstance(around.entries[before].value, Mapping):
                hint = f"If it belongs to `{before}`, indent it like the steps above."
            self.report("mixed-step", message, key.span, hint)

    def not_indented(self, hole: Entry, around: Mapping, path: Route) -> None:
        """Report words without parts, with what is meant as their parts below them, not indented."""
        if path in self.mixed:
            return
        self.mixed.add(path)
        self.holes.add(id(hole))
        entries = list(around.entries.values())
        below = entries[entries.index(hole) + 1 :]
        count = next((n for n, entry in enumerate(below) if entry.key.text not in SLOTS), len(below))
        slots = join_words([f"`{entry.key.text}`" for entry in below[:count]], "and")
        message = f"`{hole.key.text}` is empty, and {slots} below it {'stand' if count > 1 else 'stands'} beside it"
        hint = f"Indent {slots} further to the right than `{hole.key.text}`."
        self.report("missing-value", message, hole.key.span, hint)

    def companion(self, error: ValidationError, path: Route, key: str) -> None:
        """Report a slot without the slot it needs, or beside one it excludes."""
        if error.validator == "not":
            self.rivals(path, key)
            return
        node = self.entry(path)[1]
        assert isinstance(node, Mapping)
        span = node.entries[key].key.span
        if error.validator == "anyOf":
            wanted = [str(branch["required"][0]) for branch in self.demand(error)]
        else:
            wanted = [str(name) for name in self.demand(error) if name not in node.entries]
        if key in VERBS:
            for name in wanted:
                diagnostic = Diagnostic("missing-key", f"`{key}` needs `{name}`", span, hint=ADDED[name])
                self.following.append((path, name, diagnostic))
            return
        steps = join_words([f"`{name}`" for name in wanted], "or")
        message = f"`{key}` belongs to {steps}, which this step does not have"
        self.following.append((path, key, Diagnostic("misplaced-key", message, span)))

    def rivals(self, path: Route, key: str) -> None:
        node = self.entry(path[:-1])[1]
        assert isinstance(node, Mapping)
        rival = str(path[-1])
        if rival in ("start", "range", "of", "from"):
            message = f"a place for cards has no `{rival}`: it belongs to a number or value"
            if rival == "from":
                message = "several goods name the places that they are paid from, so `from` does not belong here"
            self.report("misplaced-key", message, node.entries[rival].key.span)
            return
        first, second = (name for name in node.entries if name in (key, rival))
        group = next(name for name, members in GROUPS.items() if key in members)
        message = f"a step has one {group}, not `{first}` and `{second}`"
        self.report(f"two-{group}s", message, node.entries[second].key.span, "Put the second one under `do:`.")

    @staticmethod
    def schema(error: ValidationError) -> Json:
        assert isinstance(error.schema, dict)
        return error.schema

    @staticmethod
    def demand(error: ValidationError) -> list[Any]:
        """The list behind `enum`, `required` or `anyOf`."""
        assert isinstance(error.validator_value, list)
        return error.validator_value

    # -- what the schemas do not say

    def removes(self, path: Route) -> bool:
        """Whether null at a path removes something."""
        return self.variant or path[:1] == ("change",)

    def empty_values(self, node: Node, entry: Entry | None, removes: bool) -> None:
        """Report null except where it removes a part of a base."""
        if isinstance(node, Mapping):
            for name, inner in node.entries.items():
                change = node is self.root and name == "change"
                if not change or self.variant or "use" in self.root.entries:  # else it is misplaced as a whole
                    self.empty_values(inner.value, inner, removes or change)
        elif isinstance(node, Sequence):
            for item in node.items:
                if isinstance(item, Scalar) and item.value is None:
                    self.empty(entry, item, removes)
                self.empty_values(item, entry, removes)
        elif node.value is None and entry is not None and (not removes or not node.text):
            self.empty(entry, node, removes)

    def empty(self, entry: Entry | None, node: Node, removes: bool) -> None:
        assert entry is not None
        key = entry.key
        if id(entry) in self.holes:
            return
        if entry.value is node and (spaced := add_blank(entry)):
            hint = "Write a space after the colon that ends a name."
            self.report("yaml-no-blank", "a space is missing after this colon", key.span, hint, spaced)
        elif entry.value is not node:
            message = f"an entry of `{key.text}` is empty"
            self.report("missing-value", message, node.span, "Delete it, or write its value.")
        elif isinstance(node, Scalar) and node.text and not removes:
            message = f"`{key.text}: {node.text}` removes a part of another ruleset, but this file has no `extends`"
            self.report("removed-key", message, node.span, "Delete the line.")
        else:
            hint = "Write its value after the colon, or below it and further to the right, or delete the line."
            if pair := add_colon(entry):
                hint = f"A colon is missing: write `{pair}`."
            elif left_by_comma(entry):
                hint = "Inside { } a comma ends an entry: put words that contain a comma in quotes."
            elif words := cut_words(key):
                hint = (
                    f'Inside {{ }} a comma ends an entry. If it belongs to the words, put them in quotes: `"{words}"`.'
                )
            elif " " in key.text or not key.text.islower():
                hint = to_write(keys_to(self.root, entry))
            self.report("missing-value", f"`{key.text}` is empty", key.span, hint)

    def first_and_plural(self) -> None:
        """Report `format` not at the top, and a singular where the plural, meaning each of them, is needed."""
        entries = self.root.entries
        if "format" in entries and next(iter(entries)) != "format":
            span, hint = entries["format"].key.span, "Move `format: 1` to the top of the file."
            self.report("misplaced-key", "`format` must be the first line", span, hint)
        entry = entries.get("each players")
        if entry is not None and "each player" not in entries:
            message = "there is no kind of thing called `players`"
            self.report("unknown-key", message, entry.key.span, "Did you mean `each player`?", "each player")
