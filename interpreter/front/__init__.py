"""A ruleset as a whole: found, loaded, validated, tried out, made into a game."""
