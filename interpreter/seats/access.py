"""What a State answers of seats and by name: see game/seat_access.py."""

from __future__ import annotations

from .named import Names
from .view import seen, view

by_name = Names
__all__ = ["by_name", "seen", "view"]
