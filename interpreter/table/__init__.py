"""The table in a browser: a private page for each seat, moves as plain forms, every choice saved before it is shown."""
