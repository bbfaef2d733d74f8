"""Data: sentence templates and replies, one file a language."""
