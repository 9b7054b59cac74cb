"""Check and evaluate single expressions: typed ones, values of settings, functions of a state."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from math import prod
from typing import Any

from ..backend.questions import Questions
from ..base.diagnostics import RulesetError
from ..base.errors import UsageError
from ..base.similar import ask_if_meant
from ..check import expressions as check
from ..check.checked import Checked
from ..check.scope import Scope
from ..check.symbols import Symbols
from ..check.types import Type, Typed, fits, list_of
from ..game.compiled import CompiledGame
from ..language import syntax as s
from ..language.model import Setting
from ..language.parse import parse
from ..program.fold import constant
from ..program.lowering.expressions import Expressions
from ..program.lowering.layout import Layout
from ..program.lowering.layout_builder import lay_out
from ..program.lowering.writer import ProgramWriter
from ..reading.load import load_text
from ..reading.nodes import Scalar
from ..seats.running_game import RunningGame


def check_expression(symbols: Symbols, scalar: Scalar, wanted: Type | None = None) -> Typed:
    """Check a text as an expression. Raises RulesetError if it is wrong."""
    found = check.Expressions(symbols).check(parse("expr", scalar), Scope(), wanted)
    if symbols.problems.found:
        raise RulesetError(symbols.problems.found)
    return found


class StateExpressions:
    """Checks and evaluates expressions about the states of one game; `names` are the members of each thing."""

    def __init__(self, checked: Checked, game: CompiledGame, names: dict[str, list[str]]) -> None:
        self.checked, self.game, self.names = checked, game, names
        self.lowering = lay_out(checked, game.players, game.program.options)

    def check(self, scalar: Scalar, wanted: Type | None = None) -> Typed:
        """Check a text as an expression that may use all of the ruleset's names. Raises RulesetError."""
        checked = self.checked
        symbols = Symbols(checked.ruleset)
        symbols.definitions.update(checked.definitions)
        symbols.tables = checked.tables
        symbols.settings = {name: setting_type(checked, name) for name in checked.ruleset.settings}
        symbols.members = {word: (thing, i) for thing, words in self.names.items() for i, word in enumerate(words)}
        return check_expression(symbols, scalar, wanted)

    def function(self, typed: Typed, wanted: Type | None = None) -> Callable[[RunningGame], Any]:
        """The function that gives an expression's value in a state."""
        expr, functions = self.lowering.lower(typed, {}, wanted), self.lowering.writer.functions
        program = replace(
            self.game.program,
            functions={**self.game.program.functions, **functions},
            tables={**self.game.program.tables, **self.lowering.layout.tables},
            messages=self.lowering.writer.messages,
        )
        ask = Questions(program).value(expr)
        return lambda state: ask(state.v, state.z, -1, -1)

    def slot(self, typed: Typed) -> int:
        """The slot of one certain variable, -1 for any other expression."""
        lowered: Any = self.lowering.lower(typed, {}) if typed.op == "variable" else ()
        return lowered[1] if len(lowered) == 2 else -1


# -- settings


def setting_type(checked: Checked, name: str) -> Type:
    """The type of a setting."""
    return checked.exprs[id(_example(checked, name))].type


def setting_values(checked: Checked, options: dict[str, Any] | None) -> dict[str, Any]:
    """The constants (ints or lists of ints) for {setting: value}, by name. Raises UsageError for a wrong one."""
    return {name: setting_value(checked, name, value) for name, value in sorted((options or {}).items())}


_DASHED = re.compile(r"(-?\d+)\s*(?:-|–|to)\s*(\d+)")  # signs that people write for a range


def setting_value(checked: Checked, name: str, value: Any) -> Any:
    """The constant (an int or list of ints) for a setting. Raises UsageError for an unknown one or a wrong value."""
    declared_setting(checked, name)
    wanted, text = setting_type(checked, name), _write_value(value)
    if dashed := _DASHED.fullmatch(text):
        plain = f"a setting needs a plain value, for example {_example(checked, name).pos.text}"
        raise UsageError(f"{name}={text}: {plain}; `compare --sweep {name}={dashed[1]}..{dashed[2]}` tries several")
    try:
        scalar = load_text(f"value: {text!r}", "--set").entries["value"].value
        assert isinstance(scalar, Scalar)
        found = check_expression(Symbols(checked.ruleset), scalar)
        if not fits(found.type, wanted) and not (wanted.kind == "list" and fits(found.type, list_of(wanted))):
            raise UsageError(f"{name} is a {wanted}, {text} is a {found.type}")
        layout = Layout(checked, 1, sizes=_written_sizes(checked))
        return constant(Expressions(layout, ProgramWriter(checked.ruleset.span)).lower(found, {}, wanted))
    except RulesetError as error:
        raise UsageError(f"{name}={text}: {error.diagnostics[0].message}") from None
    except (ValueError, KeyError, IndexError):
        example = _example(checked, name).pos.text
        raise UsageError(f"{name}={text}: a setting needs a plain value, for example {example}") from None


def declared_setting(checked: Checked, name: str) -> Setting:
    """The setting of this name. Raises UsageError, listing all settings, if there is none."""
    settings = checked.ruleset.settings
    if name not in settings:
        known = ask_if_meant(name, settings, f"known: {', '.join(settings) or 'none'}", "did you mean {}?")
        raise UsageError(f"there is no setting '{name}'; {known}")
    return settings[name]


def _example(checked: Checked, name: str) -> s.Expr:
    """A value that the ruleset gives a setting."""
    setting = checked.ruleset.settings[name]
    return setting.value if setting.value is not None else setting.by_players[0][2]


def _write_value(value: Any) -> str:
    """A value as it is written in a ruleset."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _written_sizes(checked: Checked) -> dict[str, int]:
    """The number of members of each thing, as far as it depends on no setting."""
    sizes = {}
    for thing in checked.ruleset.things.values():
        counts = list(thing.grid) if thing.grid else [thing.count]
        known = [count.value for count in counts if isinstance(count, s.Number)]
        if thing.members:
            sizes[thing.name] = len(thing.members)
        elif len(known) == len(counts):
            sizes[thing.name] = prod(known)
    return sizes
