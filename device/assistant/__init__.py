"""Runs one turn: from words to an outcome and a reply."""
