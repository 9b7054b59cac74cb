"""Adapters to OpenSpiel and PettingZoo. See docs/adapters.md."""
