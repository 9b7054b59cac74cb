"""Rule tests written beside a ruleset: read, run, measured."""
