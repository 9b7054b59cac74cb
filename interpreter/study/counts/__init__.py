"""What games come to: counts that add up in any order, figures with intervals, measures, targets."""
