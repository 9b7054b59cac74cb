"""Runs of many games: played in shards, processes and on clusters, and saved."""
