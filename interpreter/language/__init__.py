"""Build the ruleset: from the merged tree to dataclasses, with expressions parsed."""
