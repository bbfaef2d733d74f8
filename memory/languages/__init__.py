"""Data: extraction patterns, one file a language."""
