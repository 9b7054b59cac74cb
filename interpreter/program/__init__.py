"""The intermediate representation: a game for a fixed number of players and settings."""
