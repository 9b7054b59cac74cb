"""Read YAML files into one merged tree that knows the file, line and column of every word."""
