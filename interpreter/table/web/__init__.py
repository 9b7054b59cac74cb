"""The server: which link leads where, what may be asked of it, and pages that stay open."""
