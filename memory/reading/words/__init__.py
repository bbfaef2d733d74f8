"""The words of an utterance: tokens, closed classes, the word table, and what open words mean."""
