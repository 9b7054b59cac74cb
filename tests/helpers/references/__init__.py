"""Players that somebody wrote for one game, against whom the bots for all games are measured (helpers/bars.py)."""
