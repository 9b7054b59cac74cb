"""Recorded games: written, read, played again."""
