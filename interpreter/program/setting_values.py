"""Values of settings given from outside (`--set name=value`, API options), checked against the ruleset."""

from __future__ import annotations

from typing import Any

from ..base.diagnostics import RulesetError
from ..base.errors import UsageError
from ..base.similar import suggest
from ..check.checked import Checked
from ..check.expressions import Expressions
from ..check.scope import Scope
from ..check.symbols import Symbols
from ..check.types import fits, list_of
from ..language import syntax as s
from ..language.parse import parse
from ..reading.load import load_text
from .lowering.constants import constant
from .lowering.expressions import Expressions as Lowering
from .lowering.layout import Layout
from .lowering.writer import ProgramWriter


def setting_value(checked: Checked, name: str, value: Any) -> Any:
    """The constant (an int or list of ints) for a setting. Raises UsageError for an unknown one or a wrong value."""
    settings = checked.ruleset.settings
    if name not in settings:
        guess = suggest(name, settings)
        known = ", ".join(settings) or "none"
        raise UsageError(
            f"there is no setting '{name}'" + (f"; did you mean {guess}?" if guess else f"; known: {known}")
        )
    setting = settings[name]
    example = setting.value if setting.value is not None else setting.by_players[0][2]
    wanted = checked.exprs[id(example)].type
    text = (
        "[" + ", ".join(map(str, value)) + "]"
        if isinstance(value, list | tuple)
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )
    try:
        scalar = load_text(f"value: {text!r}", "--set").entries["value"].value
        expressions = Expressions(Symbols(checked.ruleset))
        expr: s.Expr = parse("expr", scalar)  # type: ignore[arg-type]
        typed = expressions.check(expr, Scope())
        if expressions.problems.found:
            raise UsageError(f"{name}={text}: {expressions.problems.found[0].message}")
        if not fits(typed.type, wanted) and not (wanted.kind == "list" and fits(typed.type, list_of(wanted))):
            raise UsageError(f"{name} is a {wanted}, {text} is a {typed.type}")
        lowering = Lowering(Layout(checked, 1), ProgramWriter(checked.ruleset.span))
        lowering.layout.sizes = _written_sizes(checked)
        found = constant(lowering.lower(typed, {}, wanted))
    except RulesetError as error:
        raise UsageError(f"{name}={text}: {error.diagnostics[0].message}") from None
    except (ValueError, KeyError, IndexError):
        raise UsageError(f"{name}={text}: a setting needs a plain value, for example {example.pos.text}") from None
    return found


def _written_sizes(checked: Checked) -> dict[str, int]:
    """How many there are of each thing, as far as that depends on no setting."""
    sizes = {}
    for thing in checked.ruleset.things.values():
        if thing.members:
            sizes[thing.name] = len(thing.members)
        elif thing.grid:
            rows, columns = thing.grid
            if isinstance(rows, s.Number) and isinstance(columns, s.Number):
                sizes[thing.name] = rows.value * columns.value
        elif isinstance(thing.count, s.Number):
            sizes[thing.name] = thing.count.value
    return sizes
