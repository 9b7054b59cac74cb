"""Perception: the only way from true events and states to what a seat is given.

`events.py` makes a seat's record of what happens, `scenes.py` the scene of what lies before it now. All else that a
seat is given is read from these two, and cannot reach a State.
"""
