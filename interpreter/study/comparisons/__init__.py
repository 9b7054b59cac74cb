"""Comparisons of two forms of a game, and of bots of different strength."""
