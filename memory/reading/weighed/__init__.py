"""Chooses, by learned weights, the facts that most likely answer a question which no rule answers."""
