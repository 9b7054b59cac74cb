"""Rewriting the program into one that does the same faster."""
