"""`python -m stammtisch`: the same as the command `stammtisch`."""

from __future__ import annotations

import sys

from .main import main

if __name__ == "__main__":
    sys.exit(main())
