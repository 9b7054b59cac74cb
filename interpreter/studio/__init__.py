"""The studio: a game's files, its editor, table, tests and numbers behind one door, and the page that shows them."""
