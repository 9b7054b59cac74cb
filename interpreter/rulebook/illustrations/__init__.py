"""Examples and pictures in the printed rules: a turn of a random game, boards after the set-up."""
