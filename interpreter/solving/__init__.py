"""Small games as trees: counted and solved."""
