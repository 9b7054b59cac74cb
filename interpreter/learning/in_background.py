"""`stammtisch learn` in a process of its own, for whoever has something else to do meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from tempfile import TemporaryFile

COMMAND = (sys.executable, "-m", "stammtisch", "learn")
# the line that says in which file a net is kept
KEPT = "It is kept in "


class BackgroundLearning:
    """A net that learns in a process; it is ended when nobody has this any more. arguments: those of the command."""

    def __init__(self, arguments: Sequence[str]) -> None:
        around = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONUTF8": "1"}
        self.written = TemporaryFile()  # noqa: SIM115 (it is there as long as this)
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdout=self.written, stderr=subprocess.STDOUT, env=around
        )

    @property
    def is_running(self) -> bool:
        """Whether it still learns."""
        return self.process.poll() is None

    @property
    def has_learned(self) -> bool:
        """Whether a net was kept."""
        return self.process.poll() == 0

    @property
    def last_line(self) -> str:
        """The last line so far that says something of the game."""
        self.written.seek(0)
        lines = self.written.read().decode(errors="replace").strip().split("\n")
        return next((one for one in reversed(lines) if not one.startswith(KEPT)), "")

    def end(self) -> None:
        """End it, wherever it is."""
        self.process.kill()
        self.process.wait()
        self.written.close()
