"""Storage of tables in a database file: what is saved of each, how it is written, and rescued from a damaged file."""
