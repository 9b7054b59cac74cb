"""What can be written at a place of a file: by its kind, and by what stands around the place."""
