"""Play at tables: seats, moves, votes, undo, the next game."""
