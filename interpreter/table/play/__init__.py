"""Tables at which games are played: who sits there, moves, votes, taking back, the next game."""
