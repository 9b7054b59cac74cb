"""What each message means: the source of `stammtisch explain` and of docs/errors.md."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

WIDTH = 100
SOURCE = Path(__file__).with_name("messages.yaml")
HEAD = """\
# Every message of `stammtisch validate`

`stammtisch explain CODE` prints the same. The examples are parts of the game *Village fair* in
[the language of rulesets](language.md), or variants of it. Warnings can be allowed in the file, with a reason:

```yaml
settings:
  hand_limit: 8  # allow: unused because a variant uses it
```

<!-- generated from interpreter/errors.yaml: python -m stammtisch.error_index --write docs/errors.md -->
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of message: what it means, and parts of a file that lead to it (wrong) and do not (right), "" for none.

    play: only random games show it.
    """

    code: str
    about: str
    wrong: str = ""
    right: str = ""
    play: bool = False


@cache
def kinds() -> dict[str, Kind]:
    """Every kind of message by its code, in alphabetical order."""
    with SOURCE.open(encoding="utf-8") as handle:
        written = yaml.load(handle, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return {code: Kind(code, **written[code]) for code in sorted(written)}


def explained(kind: Kind) -> str:
    """A kind of message as text for a terminal."""
    lines = [kind.code, "", *textwrap.wrap(kind.about, WIDTH)]
    for title, example in (("Wrong:", kind.wrong), ("Right:", kind.right)):
        if example:
            lines += ["", title, "", *(f"    {line}".rstrip() for line in _printable(example).splitlines())]
    return "\n".join(lines)


def document() -> str:
    """The whole of docs/errors.md."""
    parts = [HEAD]
    for kind in kinds().values():
        parts.append(f"\n## {kind.code}\n\n{kind.about}\n")
        for title, example in (("Wrong", kind.wrong), ("Right", kind.right)):
            if example:
                parts.append(f"\n{title}:\n\n```yaml\n{_printable(example).rstrip()}\n```\n")
    return "".join(parts)


def _printable(text: str) -> str:
    """The text with a sign in place of each character that cannot be shown."""
    return "".join(c if c.isprintable() or c == "\n" else "→" if c == "\t" else "\ufffd" for c in text)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Prints docs/errors.md, or writes it anew.")
    parser.add_argument("--write", metavar="FILE", type=Path)
    given = parser.parse_args(arguments)
    if given.write is None:
        sys.stdout.write(document())
    else:
        given.write.write_text(document(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
