"""Two forms of a game, or bots of different strength, compared."""
