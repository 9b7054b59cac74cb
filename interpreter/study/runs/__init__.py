"""Runs of many games: playing them in shards, processes and clusters, and saving them."""
