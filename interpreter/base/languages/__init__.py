"""What the program itself says, in the reader's language: `catalogues.py` finds and fills it, `phrases.py` has forms.

English stands in the code, as whole sentences with named holes; each other language has a folder with its catalogue.
"""
