"""The subcommands of `stammtisch`, a module each; commandline.py knows their names."""
