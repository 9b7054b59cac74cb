"""Tests of what needs optional extras; without the extra its tests are not collected."""

import sys
from importlib.util import find_spec
from pathlib import Path

NEEDED = {"test_open_spiel.py": "pyspiel", "test_pettingzoo.py": "pettingzoo", "test_solve.py": "scipy"}
collect_ignore = [file for file, module in NEEDED.items() if find_spec(module) is None]
sys.path.insert(0, str(Path(__file__).parent.parent))  # the tests' common helpers
