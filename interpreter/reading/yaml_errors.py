"""Explain the YAML reader's errors to game designers, with the corrected line where it is certain."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from ..base import limits
from ..base.diagnostics import Diagnostic, Note
from ..base.english import count_of
from ..base.keywords import SECTIONS, SLOTS
from .library import is_scenario_file
from .odd_names import odd_colon
from .source import CLOSERS, LONGEST_FIX, Source, fixed_line, is_name_place, value_end

_NAME_END = re.compile(r":(?=[ \t]|$)")
_NEXT_NAME = re.compile(r"([^\s:,'\"\[\]{}][^:,'\"\[\]{}\n]*):(?=\s|$)")
_WORDS = "|".join(sorted(map(re.escape, SLOTS), key=len, reverse=True))
# a word of the language behind a value, or any name behind a number
_NEXT_PARTS = (
    re.compile(rf"\S.*?[ \t]+(?P<name>{_WORDS})"),
    re.compile(r"-?[0-9]+(?:\.\.[0-9]+)?[ \t]+(?P<name>[^\W\d]\w*)"),
)
_ANOTHER_ENTRY = re.compile(r",[ \t]*([^\s,:\[\]{}'\"][^,:\n]*?):(?=\s)")
# the same behind a plain value, where it can be no sentence: a place of a player or thing
_ANOTHER_PLACE = re.compile(r",[ \t]*([^\W\d]\w*(?:\.\w+(?:\(\w+\))?|\(\w+\))):")
_NO_COMMA = "a comma is missing before `{}`, which is the next part of these {{ }}"
_QUOTED_PART = re.compile(r"\"(?:\\.|[^\"\\])*\"|(?<![\w'])'(?:''|[^'])*'")
OPENERS = ("'", '"', "[", "{", "*")
MOST_TABS = 10  # counted in a hint
_IN_QUOTES = "If it belongs to the text, put the whole value in quotes."


def explain_error(source: Source, error: Exception, last: tuple[int, int], opener: int | None) -> Diagnostic:
    """The YAML reader's error in plain words.

    last is the stretch of the last value read, opener the place of the last bracket that was open, as offsets.
    """
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return _Wording(source, 0, 0, last, False).anything()
    size = len(source.text)
    at = min(error.problem_mark.index, size)
    begin = min(error.context_mark.index, size) if error.context_mark else at
    if error.context == "while parsing a flow node" and opener is not None:
        begin = opener
    wording = _Wording(source, at, begin, last, opener is not None)
    return wording.diagnose(f"{error.context or ''}; {error.problem or ''}")


def _indent(line: str) -> int:
    """The number of blanks before a line."""
    return len(line) - len(line.lstrip(" "))


def _is_empty(line: str) -> bool:
    """Whether a line holds nothing but a comment."""
    return not line.strip() or line.lstrip().startswith("#")


def _name_end(line: str) -> int:
    """The column where the value after a line's first key begins, or 0 if there is none."""
    blanked = _QUOTED_PART.sub(lambda match: "_" * len(match.group()), line)
    match = _NAME_END.search(blanked)
    return match.end() if match else 0


class _Wording:
    """Explains one error: `at` is where the reader gave up, `begin` where the part it was reading starts."""

    def __init__(self, source: Source, at: int, begin: int, last: tuple[int, int], braces: bool) -> None:
        self.source = source
        self.text = source.text
        self.at = at
        self.begin = begin
        self.last = (min(last[0], len(source.text)), min(last[1], len(source.text)))
        self.number, self.column = source.place(at)
        self.line = source.line(self.number)
        self.before = self.line[: self.column - 1]
        self.character = self.text[at : at + 1]
        self.braces = braces or self.opens_braces()

    def opens_braces(self) -> bool:
        """Whether a bracket is open on this line before the error."""
        blanked = _QUOTED_PART.sub(lambda match: "_" * len(match.group()), self.before)
        depth = 0
        for match in re.finditer(r"(?:^|(?<=[:,\[{-])|(?<=[:-] ))[ \t]*[\[{]|[\]}]", blanked):
            depth = max(0, depth - 1) if match.group() in "]}" else depth + 1
        return depth > 0

    def diagnose(self, problem: str) -> Diagnostic:
        if "\t" in self.line[: len(self.line) - len(self.line.lstrip())] or self.character == "\t":
            return self.tab()
        if self.character == ":" and is_name_place(self.source, self.at):
            hint = "Write a name before it."
            return self.make("yaml-key", "a name is missing before the colon", self.at, self.at + 1, hint)
        if "nesting depth" in problem:  # libyaml itself refuses this since 0.2.6
            message = f"more than {limits.DEPTH} parts stand inside one another here"
            return self.make("yaml-too-deep", message, self.at, self.at + 1)
        if "quoted scalar" in problem:
            return self.escape() if "escape" in problem or "hexdecimal" in problem else self.open_quote()
        if "block scalar" in problem:
            return self.odd_start(self.begin)
        if any(word in problem for word in ("anchor", "alias", "tag", "cannot start any token", "mapping keys")):
            return self.odd_start(self.at if "any token" in problem or "keys" in problem else self.begin)
        if "unexpected ':'" in problem:
            return self.no_blank(self.at)
        if "mapping values" in problem:
            return self.colon()
        if "could not find expected ':'" in problem:
            return self.no_colon(self.source.place(self.begin)[0])
        if "sequence entries" in problem:
            return self.dash()
        if "flow node" in problem:
            return self.open_bracket() or self.stray()
        if "flow" in problem:
            return self.in_brackets()
        if "node content" in problem:
            return self.stray()
        between = self.text[self.last[1] : self.at]
        if self.last[1] and "\n" not in between and self.text.startswith(OPENERS, self.last[0]):
            return self.after_value()
        if not self.before.strip():
            return self.indentation("'-'" in problem or "block collection" in problem)
        return self.anything()

    def make(self, code: str, message: str, start: int, end: int, hint: str = "", fix: str = "") -> Diagnostic:
        return Diagnostic(code, message, self.source.span(start, end), hint=hint, fix=fix)

    def quoted_from(self, start: int) -> str:
        return fixed_line(self.source, (start, value_end(self.source, start, self.braces)))

    def anything(self) -> Diagnostic:
        hint = "Look for a missing colon, quote or bracket here and on the line above."
        return self.make("yaml-syntax", "this cannot be read as YAML", self.at, self.at + 1, hint)

    def tab(self) -> Diagnostic:
        start = self.at - len(self.before) + self.line.index("\t")
        if self.line[: start - self.at + len(self.before)].strip():
            message = "a tab stands where a space is expected"
        else:
            message = "this line is indented with a tab; rulesets use spaces"
        return self.make("yaml-tab", message, start, start + 1, _spaces_for_tab(self.source, self.number))

    def escape(self) -> Diagnostic:
        at = self.at
        while at > self.begin and self.text[at : at + 1] != "\\":
            at -= 1
        quote = re.compile(r'"[^"\n]*"').match(self.text, self.begin)
        fix = ""
        if quote and at < quote.end():
            inside = quote.group()[1:-1]
            line_start = self.source.starts[self.source.place(self.begin)[0] - 1]
            rest = self.text[quote.end() : self.source.line_end(self.begin)]
            fix = self.text[line_start : self.begin] + "'" + inside.replace("'", "''") + "'" + rest
        message = "inside double quotes a `\\` starts a special character, but this is not one"
        return self.make("yaml-backslash", message, at, at + 2, "Use single quotes, or write `\\\\` for one `\\`.", fix)

    def open_quote(self) -> Diagnostic:
        quote = self.text[self.begin]
        hint = f"Write a {quote} at its end."
        if quote == "'":
            hint += " If the ' is an apostrophe, put the whole value in double quotes \"."
        message = f"this {quote} opens a text that is never closed"
        return self.make(
            "yaml-quote", message, self.begin, self.begin + 1, hint, _closed_quote(self.source, self.begin)
        )

    def odd_start(self, start: int) -> Diagnostic:
        character = self.text[start : start + 1]
        if character in (">", "|"):
            message = f"a value that starts with `{character}` continues below it, but text follows on the same line"
        elif character in ("&", "*", "!"):
            message = f"a value cannot start with `{character}`: YAML reads it as a sign of its own"
        else:
            message = "a value cannot start with " + (f"`{character}`" if character != "`" else "a backtick")
        return self.make("yaml-odd-start", message, start, start + 1, _IN_QUOTES, self.quoted_from(start))

    def colon(self) -> Diagnostic:
        """The message for a `: ` where no key can end."""
        if self.braces:
            return self.colon_in_brackets()
        begin = _name_end(self.line)
        if 0 < begin < self.column:
            written = self.line[begin:]
            return self.colon_in_value(self.at - len(self.before) + begin + len(written) - len(written.lstrip()))
        indent = _indent(self.line)
        previous = 0
        for number in range(self.number - 1, max(0, self.number - 200), -1):
            line = self.source.line(number)
            if _is_empty(line):
                continue
            previous = previous or number
            if _indent(line) < indent:
                if line[_name_end(line) :].strip() and (_name_end(line) or line.lstrip().startswith("- ")):
                    return self.too_deep(number)
                break
        if previous and not _name_end(self.source.line(previous)):
            return self.no_colon(previous)
        return self.too_deep(previous) if previous else self.anything()

    def colon_in_value(self, start: int, fix: bool = True) -> Diagnostic:
        message = "a colon with a space after it ends a name, so it cannot stand inside a value without quotes"
        hint = "Put the whole value in quotes."
        places = _ANOTHER_PLACE.search(self.text, start, self.at + 1) if fix and not self.braces else None
        if places:
            return _two_entries(self.source, "yaml-colon", places)
        if not fix:
            hint = "If another name starts before it, put a comma there; otherwise put the whole value in quotes."
        fixed = self.quoted_from(start) if fix else ""
        number, column = self.source.place(start)
        line = self.source.line(number)
        value = line[column - 1 :].rstrip()
        word = re.match(r"[a-z ]+(?=: )", value)
        if fix and not self.braces and word and word[0] in SLOTS and "#" not in value:
            name = line[: column - 1].strip().removeprefix("- ")
            message = f"two colons on one line: the step after `{name}` needs {{ }} around it"
            hint, fixed = "Put { } around the step.", f"{line[: column - 1]}{{{value}}}"
        return self.make("yaml-colon", message, self.at, self.at + 1, hint, fixed)

    def colon_in_brackets(self) -> Diagnostic:
        """The message for a second colon in a part of { } or [ ]: a comma may be missing."""
        match = re.search(r"(?::[ \t]+|[,\[{])(?=(?:[^:,\[{]|:(?![ \t]))*$)", self.before)
        start = self.at - len(self.before) + match.end() if match else self.at
        if match is not None and match.group()[0] == ":":
            for part in _NEXT_PARTS:
                if found := part.fullmatch(self.text, start, self.at):
                    return self.no_comma_before(found["name"])
        certain = match is not None and match.group()[0] == ":" and " " not in self.text[start : self.at].strip()
        return self.colon_in_value(start, certain)

    def no_comma_before(self, name: str) -> Diagnostic:
        """The message for a key directly after a value in { }: a comma is missing."""
        before = self.before[: len(self.before) - len(name)].rstrip()
        fix = f"{before}, {self.line[len(self.before) - len(name) :]}" if len(self.line) < LONGEST_FIX else ""
        hint = "Put a comma between two parts."
        return self.make("yaml-colon", _NO_COMMA.format(name), self.at - len(name), self.at, hint, fix)

    def too_deep(self, owner: int) -> Diagnostic:
        if uneven := _uneven(self.source, self.number):
            return uneven
        line = self.source.line(owner)
        name = line[: max(0, _name_end(line) - 1)].strip(" -") or line.strip()[:40]
        column = _indent(line) + 1
        start = self.at - len(self.before) + _indent(self.line)
        message = f"this line is indented as if it belonged to `{name}` on line {owner}, which already has its value"
        hint = (
            f"Start it in column {column} if it is a name of its own; "
            "if it belongs to the text above, put that whole text in quotes."
        )
        if self.line[: self.column - 1].strip() in SLOTS:
            hint = _start(column)
        return self.make("yaml-indent", message, start, self.at, hint)

    def no_colon(self, number: int) -> Diagnostic:
        line = self.source.line(number)
        start = self.source.starts[number - 1] + _indent(line)
        name = line.strip()
        if other := odd_colon(self.source, start):
            return other
        match = re.match(r"[^\s\"'{\[#:][^\"'{\[#:]*:(?=[^\s:])", name)
        if match:
            return self.no_blank(start + match.end() - 1)
        equals = re.fullmatch(r"([^\W\d]\w*)\s*=\s*([^=\s].*)", name)
        if equals:
            message, hint = "this line has = where a colon belongs", f"Write `{equals[1]}: {equals[2][:40]}`."
            return self.make("yaml-no-colon", message, start, start + len(name), hint)
        if re.match(r"-[^\W\d]", name):
            return no_blank_behind_dash(self.source, start)
        hint = f"Write `{name[:40]}: ...`, or indent it further if it continues the text above."
        return self.make("yaml-no-colon", "this line has no colon after its name", start, start + len(name), hint)

    def no_blank(self, colon: int) -> Diagnostic:
        number, column = self.source.place(colon)
        line = self.source.line(number)
        fix = f"{line[:column]} {line[column:]}".rstrip() if len(line) <= LONGEST_FIX else ""
        message, hint = "a space is missing after this colon", "Write a space after the colon that ends a name."
        return self.make("yaml-no-blank", message, colon, colon + 1, hint, fix)

    def dash(self) -> Diagnostic:
        message = "a list cannot start on this line, after other text"
        hint = "Write each `- ` on a line of its own below the name, or the list in [ ]; quote a `-` that is text."
        return self.make("yaml-dash", message, self.at, self.at + 1, hint)

    def in_brackets(self) -> Diagnostic:
        """The message for something in { } or [ ] that fits neither the next part nor the end."""
        self.braces = True
        start, end = self.last
        same_line = start > self.begin and "\n" not in self.text[start : self.at]
        plain = same_line and not self.text.startswith(OPENERS, start)
        if plain and self.character in ("[", "{") and value_end(self.source, start, True) is not None:
            message = f"inside {{ }} and [ ] a value cannot hold `{self.character}`"
            fix = self.quoted_from(start)
            return self.make("yaml-bracket", message, self.at, self.at + 1, "Put the whole value in quotes.", fix)
        unclosed = self.open_bracket()
        if unclosed is not None:
            return unclosed
        if plain and self.character == ":":
            return self.colon_in_brackets()
        if same_line and not plain and self.text[end : self.at].strip() == "":
            return self.after_value()
        message = "inside { } and [ ] a comma or the closing bracket is expected here"
        return self.make("yaml-bracket", message, self.at, self.at + 1, "Put a comma between two parts.")

    def open_bracket(self) -> Diagnostic | None:
        """The message for a bracket that is not closed before the indentation ends; None if there is none."""
        start_line = self.source.place(self.begin)[0]
        indent = _indent(self.source.line(start_line))
        opened: list[int] = []
        at = self.begin
        for number in range(start_line, min(start_line + 200, len(self.source.starts)) + 1):
            line = self.source.line(number)
            outside = number > start_line and not _is_empty(line) and _indent(line) <= indent
            if outside and line.strip()[0] not in "]}":
                break
            line_start = self.source.starts[number - 1]
            visible = _QUOTED_PART.sub(lambda match: "_" * len(match.group()), line)
            visible = re.sub(r"(?:^|(?<=\s))#.*", "", visible)
            for at in range(max(self.begin, line_start), line_start + len(visible)):
                character = visible[at - line_start]
                if character in CLOSERS:
                    opened.append(at)
                elif character in ")]}" and opened:
                    if CLOSERS[self.text[opened[-1]]] != character:
                        return self.mismatched_bracket(opened[-1], at)
                    opened.pop()
                    if not opened:
                        return None
        if not opened:
            return None
        start = opened[-1]
        bracket = self.text[start]
        closer = CLOSERS[bracket]
        line_end = self.source.line_end(start)
        line = self.source.line(self.source.place(start)[0])
        certain = len(opened) == 1 and start_line == self.source.place(at)[0] and not re.search(r"['\"#]", line)
        fix = line.rstrip() + closer if certain and line_end - start < 200 else ""
        hint = f"Write `{closer}` where it ends."
        return self.make("yaml-unclosed", f"this `{bracket}` is never closed", start, start + 1, hint, fix)

    def mismatched_bracket(self, start: int, end: int) -> Diagnostic:
        """The message for a bracket closed by one of the other kind."""
        opener, closer = self.text[start], self.text[end]
        note = Note(self.source.span(end, end + 1), f"`{closer}` comes first")
        message = f"this `{opener}` is not closed by `{CLOSERS[opener]}`"
        span, hint = (
            self.source.span(start, start + 1),
            f"Write `{CLOSERS[opener]}` instead of `{closer}` where it ends.",
        )
        line, place = self.source.line(span.line), note.span
        before = line[: span.column - 1]
        around = "".join(CLOSERS[one] for one in before if one in CLOSERS and before.count(CLOSERS[one]) == 0)
        certain = place.line == span.line and not line[place.column :].strip() and len(line) < LONGEST_FIX
        fix = line[: place.column - 1] + CLOSERS[opener] + around if certain and around in ("", closer) else ""
        return Diagnostic("yaml-unclosed", message, span, hint=hint, notes=(note,), fix=fix)

    def stray(self) -> Diagnostic:
        if self.character in ("]", "}"):
            message = f"this `{self.character}` closes nothing"
            hint = "Delete it, or write what it should close."
            return self.make("yaml-unopened", message, self.at, self.at + 1, hint)
        if self.character and self.character not in "\n#":
            return self.odd_start(self.at)
        return self.anything()

    def after_value(self) -> Diagnostic:
        """The message for text after a closing quote or bracket."""
        start, end = self.last
        opener = self.text[start]
        if self.character in ("]", "}"):
            return self.stray()
        if opener in "'\"":
            message = f"a value that starts with {opener} ends at the next {opener}, but more text follows"
        elif opener == "*":
            message = "a value that starts with `*` repeats a nicknamed part, but more text follows"
        else:
            what = "list" if opener == "[" else "part of its own"
            message = (
                f"a value that starts with `{opener}` is a {what} and ends at its `{CLOSERS[opener]}`, but more follows"
            )
        hint = "Put the whole value in quotes, or delete what follows."
        follows = _NEXT_NAME.match(self.text, self.at) if self.braces and opener not in "'\"*" else None
        if follows:
            return self.no_comma(follows)
        if another := _ANOTHER_ENTRY.match(self.text, self.at):
            return _two_entries(self.source, "yaml-after-value", another)
        if "\n" in self.text[start:end]:
            note = Note(self.source.span(end - 1, end), "it ends here")
            hint = f"Check that a {opener} stands where the value should end." if opener in "'\"" else hint
            span = self.source.span(start, start + 1)
            return Diagnostic("yaml-after-value", message + f" on line {self.number}", span, hint=hint, notes=(note,))
        return self.make("yaml-after-value", message, self.at, self.at + 1, hint, self.quoted_from(start))

    def no_comma(self, name: re.Match[str]) -> Diagnostic:
        """The message for a key after a closed part in { }: a comma is missing."""
        start, end = self.source.starts[self.number - 1], self.source.line_end(self.at)
        near = self.source.place(self.last[1])[0] == self.number
        fix = (
            f"{self.text[start : self.last[1]]}, {self.text[self.at : end]}"
            if near and end - start < LONGEST_FIX
            else ""
        )
        message = _NO_COMMA.format(name[1])
        return self.make("yaml-after-value", message, self.at, name.end(1), "Put a comma between two parts.", fix)

    def indentation(self, among_items: bool) -> Diagnostic:
        start, end = self.at, self.source.line_end(self.at)
        if among_items:
            message = "this line stands in a list, but does not start with `- `"
            return self.make("yaml-mixed", message, start, end, "Start it with `- `, or indent it differently.")
        if self.text.startswith(("- ", "-\n"), start):
            message = "a list item stands among names"
            hint = "Indent it under the name whose list it belongs to, or write it as `name: value`."
            return self.make("yaml-mixed", message, start, end, hint)
        blamed = self.lost_indentation() or _uneven(self.source, self.number)
        if blamed:
            return blamed
        columns: list[int] = []
        for number in range(self.number - 1, max(0, self.number - 200), -1):
            line = self.source.line(number)
            if not _is_empty(line) and (not columns or _indent(line) + 1 < columns[-1]):
                columns.append(_indent(line) + 1)
        right, left = [c for c in columns if c > self.column], [c for c in columns if c < self.column]
        columns = [1] if self.is_section() else [*right[-1:], *left[:1]]
        places = " or ".join(str(column) for column in columns)
        message = f"this line starts in column {self.column}, between the lines above"
        if left and not right:
            message = f"this line starts in column {self.column}; the line above has its value and starts in {left[0]}"
        hint = f"Start it in column {places}." if places else ""
        return self.make("yaml-indent", message, start, end, hint)

    def is_section(self) -> bool:
        """Whether the line begins with the name of a section, which belongs in column 1."""
        name = self.source.line(self.number).partition(":")[0].strip()
        return (name in SECTIONS or name.startswith("each ")) and not is_scenario_file(Path(self.source.file))

    def lost_indentation(self) -> Diagnostic | None:
        """The message for lines above that are not indented under their key; None if there are none."""
        above = [n for n in range(self.number - 1, 0, -1) if not _is_empty(self.source.line(n))]
        column = _indent(self.source.line(above[0])) if above else 0
        first = 0
        for number in above:
            line = self.source.line(number)
            if _indent(line) != column or column >= self.column - 1:
                return None
            if line.rstrip().endswith(":"):
                break
            first = number
        else:
            return None
        if not first:
            return None
        last, name = above[0], line.strip()
        span = self.source.span(
            self.source.starts[first - 1] + column, self.source.line_end(self.source.starts[first - 1])
        )
        message = f"`{name}` above is empty, because this line does not start further to the right"
        lines = f"line {first}" if first == last else f"lines {first} to {last}"
        hint = f"Start {lines} in column {self.column}, like line {self.number}, to belong to `{name}`. "
        hint += f"If not, start line {self.number} in column {column + 1}."
        note = Note(self.source.span(self.at, self.source.line_end(self.at)), "the first line that does")
        return Diagnostic("yaml-indent", message, span, hint=hint, notes=(note,))


def _two_entries(source: Source, code: str, comma: re.Match[str]) -> Diagnostic:
    """The message for a comma and a second name outside { }."""
    hint = f"Start a new line before `{comma[1]}`, below the first entry."
    return Diagnostic(code, "this line has two entries", source.span(comma.start(), comma.end(1)), hint=hint)


def _uneven(source: Source, number: int) -> Diagnostic | None:
    """The message for lines with uneven indentation above a place."""
    beside: list[int] = []
    column, owner, here = 0, -1, _indent(source.line(number))
    for above in range(number - 1, 0, -1):
        line = source.line(above)
        if _is_empty(line) or (beside and _indent(line) > column):
            continue
        if beside and _indent(line) < column:
            owner = _indent(line) if line.rstrip().endswith(":") else -1
            break
        if _indent(line) < here:
            column = _indent(line)
            beside.append(above)
    if owner < 0 or column == owner + 2 or here != owner + 2:
        return None
    first, last = beside[-1], beside[0]
    start = source.starts[first - 1] + column
    spaces = count_of(column, "space")
    message = f"this line is indented by {spaces}, but line {number}, which belongs to the same part, by {here}"
    end = source.line_end(source.starts[number - 1])
    note = Note(source.span(source.starts[number - 1] + here, end), "a line of the same part")
    one = first == last
    hint = f"Indent {'it' if one else 'all that belongs together'} by {count_of(here, 'space')}."
    span = source.span(start, source.line_end(start))
    return Diagnostic("yaml-indent", message, span, hint=hint, notes=(note,))


def no_blank_behind_dash(source: Source, start: int) -> Diagnostic:
    """The message for a list item without a blank after its `-`."""
    line = source.line(source.place(start)[0])
    blanks = " " * _indent(line)
    fix = f"{blanks}- {line.strip()[1:]}"
    message = f"a space is missing between `-` and `{line.strip()[1:41]}`"
    hint = "Write a space after each `-` that begins an entry of a list."
    return Diagnostic("yaml-no-blank", message, source.span(start, start + 1), hint=hint, fix=fix)


def _spaces_for_tab(source: Source, start: int) -> str:
    """The hint how many spaces should replace a tab, and which line it should align with."""
    written = source.line(start)
    above = next((n for n in range(start - 1, 0, -1) if not _is_empty(source.line(n))), 0)
    left = len(written) - len(written.lstrip())
    if not above or not 0 < left <= MOST_TABS or written[:left].strip("\t"):
        return "Replace it with spaces, two for each level."
    opens = source.line(above).rstrip().endswith(":")
    width = _indent(source.line(above)) + 2 * opens
    below = source.line(start + 1)
    name = source.line(above).strip().removeprefix("- ").partition(":")[0]
    place = f"two columns to the right of `{name}` in line {above}" if opens else ""
    for number in (above, start + 1):
        line = below if number != above else source.line(above)
        word = re.match(r" *(?:- )?([^:#]+)", line)
        if not _is_empty(line) and word and _indent(line) == width:
            place = place if place and number == above else f"in the column of `{word[1].strip()}` in line {number}"
    tabs = "the tab" if left == 1 else f"the {left} tabs"
    return f"Replace {tabs} with {count_of(width, 'space')}, so that this line starts {place}."


def _start(column: int) -> str:
    """The hint that a line starts in a column."""
    return f"Start it in column {column}, after {count_of(column - 1, 'space')}."


def _closed_quote(source: Source, begin: int) -> str:
    """The line of an open quote, closed at its end; "" if the end is not certain."""
    line = source.line(source.place(begin)[0]).rstrip()
    below = source.text[source.line_end(begin) :].split("\n")
    after = next((one for one in below if one.strip()), "")
    alone = line.count('"') == 1 and not re.search(r"['#{\[]", line) and len(line) < LONGEST_FIX
    certain = not after or (_name_end(after) and _indent(after) <= _indent(line))
    return f'{line}"' if alone and certain and source.text[begin] == '"' else ""
