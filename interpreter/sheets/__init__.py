"""Print sheets of cards, and pictures for tabletop simulators."""
