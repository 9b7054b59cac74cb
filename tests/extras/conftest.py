"""Tests of what needs optional extras; without the extra its tests are not collected."""

from importlib.util import find_spec

NEEDED = {
    "test_adapters_page.py": ["pyspiel", "pettingzoo"],
    "test_open_spiel.py": ["pyspiel"],
    "test_pettingzoo.py": ["pettingzoo"],
    "test_push.py": ["pywebpush"],
    "test_print.py": ["weasyprint", "pypdfium2", "PIL"],
    "test_solve.py": ["scipy"],
    "test_study.py": ["duckdb", "numpy"],
    "test_cluster.py": ["distributed"],
}
collect_ignore = [file for file, modules in NEEDED.items() if not all(map(find_spec, modules))]
