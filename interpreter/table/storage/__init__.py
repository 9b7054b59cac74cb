"""Tables in a database file: what is kept of each, how it is written, and saved from a damaged file."""
