"""Lowering: the checked ruleset becomes the intermediate representation."""
