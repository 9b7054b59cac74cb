"""Starting the program in a process of its own."""

from __future__ import annotations

import signal


def heed() -> None:
    """Whoever started the tests may have told them to ignore Ctrl-C; the program shall not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
