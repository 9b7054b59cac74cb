"""Counts that add up in any order, figures with intervals, measures, targets."""
