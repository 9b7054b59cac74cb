"""Sentences of the rulebook in other languages, made from the rules as the English ones are; german.py's are German."""
