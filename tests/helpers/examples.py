"""Runs the Python examples of a page of the documentation."""

from __future__ import annotations

import contextlib
import io
import re
from typing import Any

from helpers.paths import DOCS


def run_examples(page: str) -> int:
    """Runs the examples of a page one after the other; each must print what stands below it. How many there are."""
    text = (DOCS / page).read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```\n```text\n(.*?)^```$", text, re.M | re.S)
    assert text.count("```python") == len(examples)
    names: dict[str, Any] = {}
    for source, expected in examples:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(source, page, "exec"), names)
        assert printed.getvalue() == expected
    return len(examples)
