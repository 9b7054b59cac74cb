"""Running games: states, choices, saves."""
