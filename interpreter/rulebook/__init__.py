"""The rulebook, written from the ruleset."""
