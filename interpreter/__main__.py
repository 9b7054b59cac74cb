"""Run the command line: `python -m stammtisch` is the same as `stammtisch`."""

from __future__ import annotations

import sys

from .main import main

if __name__ == "__main__":
    sys.exit(main())
