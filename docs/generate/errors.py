"""docs/errors.md: every message, what it means, and examples. Run as a program, it writes the page."""

from __future__ import annotations

import textwrap
from pathlib import Path

from stammtisch.reading.messages import kinds, printable

PAGE = Path(__file__).resolve().parents[1] / "errors.md"
WIDTH = 120
HEAD = """\
# Every message of `stammtisch validate`

`stammtisch explain CODE` prints the same. The examples are parts of the game *Village fair* in
[the language of rulesets](language.md), or variants of it. Warnings can be allowed in the file, with a reason:

```yaml
settings:
  hand_limit: 8  # allow: unused because a variant uses it
```

<!-- generated from interpreter/reading/messages.yaml: python docs/generate/errors.py -->
"""


def text() -> str:
    """The page as it should be."""
    parts = [HEAD]
    for kind in kinds().values():
        about = textwrap.fill(kind.about, WIDTH, break_long_words=False, break_on_hyphens=False)
        parts.append(f"\n## {kind.code}\n\n{about}\n")
        for title, example in (("Wrong", kind.wrong), ("Right", kind.right)):
            if example:
                parts.append(f"\n{title}:\n\n```yaml\n{printable(example).rstrip()}\n```\n")
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
