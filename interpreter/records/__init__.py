"""Recordings of games: writing, reading, replaying, undoing."""
