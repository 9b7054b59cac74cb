"""Tests of what needs optional extras; without the extra its tests are not collected."""

import sys
from importlib.util import find_spec
from pathlib import Path

NEEDED = {
    "test_adapters_page.py": ["pyspiel", "pettingzoo"],
    "test_open_spiel.py": ["pyspiel"],
    "test_pettingzoo.py": ["pettingzoo"],
    "test_solve.py": ["scipy"],
}
collect_ignore = [file for file, modules in NEEDED.items() if not all(map(find_spec, modules))]
sys.path.insert(0, str(Path(__file__).parent.parent))  # the tests' common helpers
