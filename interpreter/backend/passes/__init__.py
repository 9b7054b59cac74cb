"""Optimization passes: rewrite the program into one that does the same faster."""
