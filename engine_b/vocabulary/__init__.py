"""Vocabulary packages in the vault, and the words a memory teaches."""
