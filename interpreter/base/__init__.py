"""What all stages may use: messages with places, random streams, files."""
