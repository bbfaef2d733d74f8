"""Measures of retrieval on conversations with known answers."""
