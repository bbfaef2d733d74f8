"""How near in meaning the vectors of an encoder are, in whole numbers, and what that adds to a score of words."""
