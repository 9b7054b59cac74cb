"""Studies of many games: counts, runs, comparisons and reports."""

from ..base.moved_modules import keep_old_names

keep_old_names(
    __name__,
    {
        "kept": "runs.saved_runs",
        "rows": "counts.outcomes",
        "simulate": "runs.simulate",
        "statistics": "counts.statistics",
        "use": "counts.usage",
    },
)
