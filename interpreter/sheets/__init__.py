"""Cards on sheets of paper and for tabletop simulators."""
