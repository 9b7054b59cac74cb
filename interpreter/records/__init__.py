"""Recordings of games: writing, reading, replaying, undoing."""

from ..base.moved_modules import keep_old_names

keep_old_names(__name__, {"recorded": "recording_reader"})
