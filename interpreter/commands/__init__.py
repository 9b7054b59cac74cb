"""The subcommands of `stammtisch`, a module each; main.py knows their names."""
