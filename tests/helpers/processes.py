"""Starting the program in a process of its own."""

from __future__ import annotations

import signal


def heed() -> None:
    """Whoever started the tests may have told them to ignore Ctrl-C or the end of a terminal; the program shall not."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
