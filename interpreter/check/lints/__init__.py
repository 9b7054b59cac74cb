"""What is allowed but cannot be meant."""
