"""Bots: each gets what its seat knows, and nothing else. See docs/bots.md."""
