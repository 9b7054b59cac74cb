"""Names, types, and who may know what: the ruleset with everything resolved."""
