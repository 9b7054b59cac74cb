"""Nets that learn a game by playing against themselves, and what they are worth."""
