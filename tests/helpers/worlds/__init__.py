"""Two worlds that one seat cannot tell apart, and the check that it is given the same in both.

`witness.py` says what a seat perceives, from the program's `see` alone and without the rooms that are tested; `search.py`
plays histories anew until the seat has perceived the same; `given.py` lists all that a seat is given and compares it.
"""
