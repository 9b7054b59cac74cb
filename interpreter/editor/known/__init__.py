"""What is known of files while they are written."""
