"""The version of Stammtisch, defined only here."""

__version__ = "0.1.0"
