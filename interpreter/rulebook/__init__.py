"""The printed rulebook, written from the ruleset."""
