"""Answers to questions about a text at a place, while it is being written: for editors."""
