"""The checked ruleset -> the intermediate representation."""
