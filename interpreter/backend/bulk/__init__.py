"""Whole games as one function: for many games without choices from outside."""
