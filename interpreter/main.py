"""The command `stammtisch`, from its first moment on: what takes time to load is loaded where Ctrl-C is expected."""

from __future__ import annotations

import gc


def main() -> int:
    """Runs the command line; returns the exit code: 0 yes, 1 no, 2 could not run, 130 interrupted."""
    gc.set_threshold(
        200_000
    )  # loading makes many objects and hardly any cycles; the garbage collector took a tenth of it
    try:
        from .cli.commandline import run

        return run()
    except KeyboardInterrupt:
        return 130  # console.INTERRUPTED, which may not be loaded yet
    finally:
        gc.freeze()  # at exit Python would search all remaining objects once more
