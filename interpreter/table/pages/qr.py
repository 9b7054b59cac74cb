"""A link as a square of dots that a phone reads with its camera."""

from __future__ import annotations

import io

import segno


def printed(link: str) -> str:
    """The square for a terminal, in half blocks and the terminal's own colours."""
    file = io.StringIO()
    segno.make_qr(link, error="l").terminal(file, border=2, compact=True)
    return file.getvalue().rstrip("\n")


def drawn(link: str) -> str:
    """The square as the address of a picture that holds all of itself, black on white."""
    found: str = segno.make_qr(link, error="l").svg_data_uri(border=2, light="#fff", scale=4)
    return found
