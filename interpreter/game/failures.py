"""Why a game cannot go on, in words."""

from __future__ import annotations

import re

from ..base.errors import GameError
from ..program import ir

PLACE = re.compile(r"([^:]+):(\d+): (.*)", re.DOTALL)


def reason(node: ir.Node, error: GameError) -> str:
    """Why a game could not go on, without the place if that is the step's; another line or file comes last."""
    message = error.message.removeprefix(f"{node.file}:{node.line} {node.words}: ")
    place = PLACE.fullmatch(message)
    if place is None:
        return message
    file, line, text = place.groups()
    if not node.file.endswith(file):
        return f"{text} ({file}:{line})"
    return text if int(line) == node.line else f"{text} (line {line})"
