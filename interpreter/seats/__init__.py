"""What a seat may know, and its words: the one door through which anything leaves a game for a seat."""
