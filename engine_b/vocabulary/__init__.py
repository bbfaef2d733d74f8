"""Vocabulary packages in the vault, and the words that a memory teaches."""
