"""A picture from a game's folder, as it is shown: on pages by its name, in print with its content."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field

# the kinds of pictures by the endings of their files
KINDS = {"svg": "image/svg+xml", "png": "image/png", "webp": "image/webp"}


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is safe to show: its kind (a key of KINDS), its content, and a digest of that."""

    digest: str
    kind: str
    content: bytes = field(repr=False, compare=False)

    @property
    def file(self) -> str:
        """The name under which a table serves it, which changes with its content."""
        return f"{self.digest}.{self.kind}"

    @property
    def source(self) -> str:
        """Its address on the pages of a table, relative to the page."""
        return f"pictures/{self.file}"

    @property
    def data_uri(self) -> str:
        """All of it as an address, for what is printed."""
        return f"data:{KINDS[self.kind]};base64,{base64.b64encode(self.content).decode('ascii')}"
