"""Lints: warn about what is allowed but cannot be meant; one function a code, or a few that share one walk."""

from __future__ import annotations

from ...base.diagnostics import Diagnostic
from ..checked import Checked
from .entering import entering
from .logic import always_same, idle_where
from .loops import endless, ends_for_one, no_decision
from .names import unused_names
from .prices import unasked_price
from .ranking import same_for_all
from .stale import stale
from .whole_game import below_zero, ending, idle_score, never_filled, never_legal, unreachable, words

LINTS = (
    *(unused_names, always_same, idle_where, endless, ends_for_one, unasked_price),
    *(
        ending,
        same_for_all,
        idle_score,
        below_zero,
        unreachable,
        never_legal,
        no_decision,
        never_filled,
        entering,
        words,
        stale,
    ),
)
OF_LIBRARIES = ("always-same", "idle-where", "endless")  # reported for a library's files too
STRONGER = ("endless", "never-legal", "unreachable")  # these make warnings inside needless


def lints(checked: Checked) -> list[Diagnostic]:
    """The warnings of all lints."""
    found = [problem for lint in LINTS for problem in lint(checked)]
    found = [p for p in found if p.code in OF_LIBRARIES or p.span.file in checked.ruleset.files]
    stronger = [problem.span for problem in found if problem.code in STRONGER]
    kept = (*STRONGER, "unused")
    return [p for p in found if p.code in kept or not any(span.holds(p.span) for span in stronger)]
