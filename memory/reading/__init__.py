"""What a sentence says: the classes of its words, its clauses and what they tell or ask."""
