"""What the door says instead of a result."""

from __future__ import annotations

from typing import Any

BAD_REQUEST, NO_FILE, CHANGED_OUTSIDE = "bad-request", "no-file", "changed-outside"
NOT_POSSIBLE, RULES, FAILED = "not-possible", "rules", "failed"


class Refusal(Exception):
    """A request is refused and changes nothing: its kind, a sentence for people, and what else the page needs."""

    def __init__(self, kind: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.kind, self.message, self.details = kind, message, details

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "message": as_sentence(self.message), **self.details}


def bad_request(message: str) -> Refusal:
    """The refusal of a request that no page should send."""
    return Refusal(BAD_REQUEST, message)


def impossible(message: str) -> Refusal:
    """The refusal of what cannot be done as things are."""
    return Refusal(NOT_POSSIBLE, message)


def as_sentence(text: str) -> str:
    """A text as a sentence of its own."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) or "\n" in text else ".")
