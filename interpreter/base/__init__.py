"""Foundations for all stages: diagnostics, random streams, files, limits."""
