"""The checker: names, types and secrecy of a ruleset."""
