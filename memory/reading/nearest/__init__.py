"""Finds the one fact that has what a question asks, whatever its verb."""
