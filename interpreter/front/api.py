"""Rulesets from files to games: the front door for programs. See docs/api.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..backend.native.learned_net import net_file
from ..base.appearance.looks import Looks
from ..base.diagnostics import Diagnostic, Note, RulesetError
from ..base.display_names import DisplayName
from ..base.errors import UsageError
from ..check.checked import Checked
from ..check.checker import check
from ..check.layouts.board_lines import board_layouts
from ..check.layouts.guesses import guess_dice
from ..check.layouts.table import table_layout
from ..check.symbols import Record
from ..drawing.board_plans import square_names
from ..game.game import Game
from ..language.build import Trees, build
from ..program import ir
from ..program.lints.counter_ranges import counters_leaving_range
from ..program.lints.missing_rows import missing_rows
from ..program.lowering.lower import lower
from ..reading import library
from ..reading.dump import ruleset_hash
from ..reading.load import load, load_text
from ..reading.nodes import Mapping, Scalar
from ..reading.picture_files import game_folder
from ..reading.player_counts import players_text
from ..reading.schema import check_shape, without_doubles
from ..reading.sheets.files import path_of
from ..reading.sheets.places import in_sheets
from ..reading.sheets.row_insertion import sheets_of
from ..reading.variants.merge import Known, merge_files
from ..seats.seat_log import initial_values
from ..seats.visibility import shown_value
from .cramped_cards import cramped_cards
from .expressions import setting_values
from .locate_cause import elsewhere, locate_causes
from .pictures import add_pictures
from .rehearsal import rehearse
from .words import captions_of, check_words, has_words, words_for

# reported for the first number of players only
ONCE = ("setup-fails", "over-at-once")


def with_square_names(program: ir.Program, looks: Looks) -> Looks:
    """Return the looks with the names of squares that a layout gives; those of the ruleset's own go before."""
    squares = square_names(program, looks.boards)
    return replace(looks, names={word: DisplayName(name, name) for word, name in squares.items()} | dict(looks.names))


def with_starts(program: ir.Program, looks: Looks) -> Looks:
    """Return the looks with the values at the start of what the table's layout shows only if it has changed."""
    slots = {number: slot for number, slot in enumerate(program.ints) if slot.declared in looks.table.only_if}
    values = initial_values(program) if slots else {}
    starts = {
        slot.name: shown_value(program.names, slot.kind, values[number])
        for number, slot in slots.items()
        if number in values
    }
    return replace(looks, table=replace(looks.table, starts=starts)) if starts else looks


class Ruleset:
    """A checked ruleset. `players` = (fewest, most); `root` the merged YAML; `checked` the typed form.

    `path` is its file, `variants` those laid over it.
    """

    def __init__(
        self,
        identity: str,
        path: Path,
        root: Mapping,
        checked: Checked,
        variants: Sequence[Path] = (),
    ) -> None:
        self.id, self.path, self.root, self.checked = identity, path, root, checked
        self.variants = list(variants)
        # the file beside which its words in other languages are
        self.home = path
        self.hash = ruleset_hash(root)
        self._games: dict[tuple[int, str], Game] = {}

    @property
    def name(self) -> str:
        """The game's title."""
        return self.checked.ruleset.game

    @property
    def players(self) -> tuple[int, ...]:
        """All numbers of players that it is for, the smallest first."""
        return self.checked.ruleset.players

    @property
    def sources(self) -> list[str]:
        """The full names of its files; where these are elsewhere, the names by which it and its variants go."""
        paths = [self.path, *self.variants]
        return [str(path.resolve()) for path in paths] if self.path.is_file() else self.id.split("+")

    @property
    def net_file(self) -> Path:
        """The file with the nets that have learned it, which there may be none of."""
        return net_file(self.home)

    @cached_property
    def looks(self) -> Looks:
        """The colours and symbols that it names, for whatever shows it."""
        rules = self.checked.ruleset
        boards, table = board_layouts(self.checked), table_layout(self.checked)
        dice = rules.looks.dice or tuple(guess_dice(rules))
        others = words_for(self.home, self.variants)
        return replace(rules.looks, boards=boards, table=table, dice=dice, others=others)

    def in_language(self, language: str) -> Ruleset:
        """Return the same rules with the words of another language for whatever shows them."""
        other = Ruleset(self.id, self.path, self.root, self.checked, self.variants)
        other.home, other.looks = self.home, self.looks.in_language(language)
        return other

    @property
    def warnings(self) -> list[Diagnostic]:
        """The warnings: what is allowed but looks like a mistake."""
        return list(self.checked.warnings)

    def game(self, players: int | None = None, options: dict[str, Any] | None = None) -> Game:
        """The game for a number of players (the fewest if None) and options {setting: value}.

        Values are numbers, words or their text. Raises UsageError for a wrong count, setting or value,
        RulesetError for a mistake that only shows with these.
        """
        count = self.players[0] if players is None else players
        if not isinstance(count, int) or count not in self.players:
            raise UsageError(f"{self.name} is for {players_text(self.players)}, not {count}")
        chosen = setting_values(self.checked, options)
        key = count, repr(chosen)
        if key not in self._games:
            program = lower(self.checked, count, chosen, self.id, self.hash)
            made = Game(program, with_starts(program, with_square_names(program, self.looks)))
            made.net_file = self.net_file
            self._games[key] = made
        return self._games[key]

    def ready(self, players: int | None = None, options: dict[str, Any] | None = None) -> Game:
        """The game as from `game`, tested up to its first decision. Raises RulesetError if it cannot begin."""
        game = self.game(players, options)
        failures = [d for d in rehearse(self.checked, game.program) if d.severity == "error"]
        if failures:
            raise RulesetError(failures)
        return game


def load_ruleset(
    name: str | Path,
    variants: Sequence[str | Path] = (),
    known: Known | None = None,
    record: Record | None = None,
) -> Ruleset:
    """The ruleset of that id, file or folder, with variants (names beside it, or files) laid over it.

    The first of them may stand behind the name: `balvin+four-gates`, `folder+variant`, `game.yaml+more.yaml`.
    known: files that were read before, as for merge_files; record: what the checker meets, for editors.
    Raises RulesetError with every mistake found; each names file, line, column, cause and fix.
    """
    path, files = library.layers(name, variants)
    known = {} if known is None else known
    root = merge_files(path, files, known=known)
    if files:
        from ..reading.variants.conflicts import conflicts, mistakes  # takes a while to load

        if disagreeing := mistakes(conflicts(path, files, known)):
            raise RulesetError(disagreeing)
    identity = "+".join([library.identity(path), *(file.stem for file in files)])
    try:
        ruleset = Ruleset(identity, path, root, check(build(root, identity), record), files)
        if unreadable := add_pictures(ruleset.checked.ruleset, game_folder(path)):
            raise RulesetError(unreadable)
        return ruleset
    except RulesetError as error:
        found = without_doubles(error.diagnostics, root)
        raise RulesetError(in_sheets(_place_at_cause(found, path, files, known, []))) from None


def ruleset_of_text(text: str, identity: str, file: str) -> Ruleset:
    """The ruleset of a text written by `dump`; `file` is the name of the text in messages.

    Raises RulesetError where it is no ruleset.
    """
    root = load_text(text, file)
    problems = [problem for problem in check_shape(root) if problem.severity == "error"]
    if problems:
        raise RulesetError(problems, {file: text})
    return Ruleset(identity, Path(file), root, check(build(root, identity)))


def validate(
    name: str | Path, variants: Sequence[str | Path] = (), options: dict[str, Any] | None = None
) -> list[Diagnostic]:
    """Everything that is wrong with a ruleset, for every number of players; warnings too. Empty if all is well.

    options: settings {name: value} that differ. Raises UsageError for a wrong one.
    """
    *_, found = validate_by_steps(name, variants, options)
    return found


def validate_by_steps(
    name: str | Path, variants: Sequence[str | Path] = (), options: dict[str, Any] | None = None
) -> Iterator[list[Diagnostic]]:
    """What `validate` finds, after each number of players, the smallest first; the last list is complete."""
    try:
        ruleset = load_ruleset(name, variants)
    except RulesetError as error:
        yield error.diagnostics
        return
    yield from validate_loaded(ruleset, options)


def validate_loaded(ruleset: Ruleset, options: dict[str, Any] | None = None) -> Iterator[list[Diagnostic]]:
    """The same for a ruleset that is loaded; its games are kept in it."""
    found: list[Diagnostic] = list(ruleset.checked.warnings)
    # the words beside a game may be those that a variant replaces
    files = [file for file in ruleset.variants or [ruleset.path] if has_words(file)]
    captions = _captions(ruleset, options) if files else []
    words = [d for file in files for d in check_words(file, ruleset.root, captions)]
    counts, by_options = [], list[Diagnostic]()
    for players in ruleset.players:
        yield in_sheets([*words, *found])
        if more := _rehearse(ruleset, players, options, found):
            if options and (blamed := _by_options(ruleset, players, options, more)):
                by_options += [d for d in blamed if d.span not in [one.span for one in by_options]]
                continue
            counts.append(players)
            found += more
    found += _cramped_cards(ruleset, options)
    placed = _place_at_cause(found, ruleset.path, ruleset.variants, {}, counts, options)
    yield in_sheets([*words, *placed, *by_options])


def _captions(ruleset: Ruleset, options: dict[str, Any] | None) -> list[str]:
    """The captions of scores in a game of the most players."""
    try:
        return captions_of(ruleset.game(ruleset.players[-1], options).program)
    except RulesetError:
        return []  # reported already


def _cramped_cards(ruleset: Ruleset, options: dict[str, Any] | None) -> list[Diagnostic]:
    """The warnings of values without room on their cards, in a game of the most players."""
    try:
        return [*cramped_cards(ruleset.checked.ruleset, ruleset.game(ruleset.players[-1], options))]
    except RulesetError:
        return []  # reported already


def _by_options(
    ruleset: Ruleset, players: int, options: dict[str, Any], failures: list[Diagnostic]
) -> list[Diagnostic]:
    """The failures, placed at the command line's setting that causes them, if a single one does."""
    for name, value in options.items():
        others = {key: other for key, other in options.items() if key != name}
        left = [d.code for d in _rehearse(ruleset, players, others, [])]
        if not {d.code for d in failures} & {*left}:
            span, given = ruleset.checked.ruleset.settings[name].span, f", with `--set {name}={value}`"
            return [
                replace(d, message=d.message + given, span=span, notes=(*d.notes, Note(d.span, "it fails here")))
                for d in failures
            ]
    return []


def file_of(name: str | Path) -> Path | None:
    """The one file that a name stands for, such as that of a variant; None for a combination of several.

    Raises RulesetError if something is not there or the files do not fit together.
    """
    path, over = library.layers(name)
    if not over or ruleset_hash(merge_files(over[-1])) != ruleset_hash(merge_files(path, over)):
        return None if over else path
    return over[-1]


def _place_at_cause(
    found: list[Diagnostic],
    path: Path,
    files: list[Path],
    known: Known,
    counts: list[int],
    options: dict[str, Any] | None = None,
) -> list[Diagnostic]:
    """The diagnostics, each at the line of the file that causes it. counts: the numbers of players that show it."""
    own = load(files[-1] if files else path)
    sheets = [str(sheet) for sheet in sheets_of(own, Path(own.span.file))]
    in_them = [d for d in found if path_of(d.span.file) in sheets]
    found = [d for d in found if path_of(d.span.file) not in sheets]
    trees: Trees = {}
    if not any(elsewhere(d, own) for d in found):
        return [*found, *in_them]

    def attempt(keys: tuple[str, ...]) -> list[Diagnostic]:
        try:
            root = merge_files(path, files, keys, known)
            ruleset = Ruleset("", path, root, check(build(root, "", trees)))
        except RulesetError as error:
            return error.diagnostics
        left = list(ruleset.warnings)
        for players in counts:
            # without the entry the game may be for others, or have no such setting
            with suppress(UsageError):
                left += _rehearse(ruleset, players, options, left)
        if any(d.code == "cramped-card" for d in found):
            with suppress(UsageError):
                left += _cramped_cards(ruleset, options)
        return left

    def earlier(left: list[Diagnostic]) -> list[Diagnostic]:
        parent = own.get("extends")
        below = [library.find(parent.text, Path(own.span.file), parent.span)] if isinstance(parent, Scalar) else []
        if not files:
            return _place_at_cause(left, below[0], [], known, counts, options) if below else left
        before = files[:-1] or [file for file in below if file.resolve() != path.resolve()]
        return _place_at_cause(left, path, before, known, counts, options)

    return [*locate_causes(found, own, attempt, earlier), *in_them]


def _rehearse(
    ruleset: Ruleset, players: int, options: dict[str, Any] | None, told: list[Diagnostic]
) -> list[Diagnostic]:
    """The failures when a game for a number of players begins, apart from mistakes reported already."""
    try:
        program = ruleset.game(players, options).program
        chosen = setting_values(ruleset.checked, options)
        failures = [
            *missing_rows(ruleset.checked, players, chosen),
            *counters_leaving_range(ruleset.checked, players, chosen),
            *rehearse(ruleset.checked, program),
        ]
    except RulesetError as error:
        failures = error.diagnostics
    at = [d.span for d in told]
    return [d for d in failures if d not in told and not (d.code in ONCE and d.span in at)]
