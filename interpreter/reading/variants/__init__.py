"""Variants: lay them over a base, describe and compare them."""
