"""YAML text -> one merged tree that knows the file, line and column of every word."""
