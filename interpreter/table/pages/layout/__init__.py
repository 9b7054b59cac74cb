"""What a page shows and where: areas and their cards, panels of the players, what a question is about."""
