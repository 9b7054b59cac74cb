"""The section `layout` of a ruleset: its names are checked, and what it leaves open is filled."""
