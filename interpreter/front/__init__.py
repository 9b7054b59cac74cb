"""The front door: find, load, validate and try out a ruleset as a whole, and make games of it."""
