"""Scenarios: rule tests written beside a ruleset; reading, running and measuring them."""
