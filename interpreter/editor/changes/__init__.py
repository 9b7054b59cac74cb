"""Changes of files that an editor offers: corrections, other names, what is missing."""
