"""The tree -> the ruleset as dataclasses, its expressions parsed."""
