"""How things look: what a ruleset may say of it, and pictures and icons from files."""
