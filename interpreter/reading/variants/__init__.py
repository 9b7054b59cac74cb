"""Variants: laid over a base, described, compared."""
