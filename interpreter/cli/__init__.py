"""The command line `stammtisch`."""
