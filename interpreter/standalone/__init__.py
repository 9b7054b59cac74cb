"""A game as a folder of files that play it in a browser, without a server that knows Python. See docs/web.md."""
