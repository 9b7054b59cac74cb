"""What a seat may know, and its words: the only way by which anything leaves a game for a seat."""
