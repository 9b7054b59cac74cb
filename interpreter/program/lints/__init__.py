"""Lints that need the layout of a game: for one number of players, with its settings."""
