"""Small games as trees: count their histories and solve them."""
