"""Compares an observation with the expectations of a case."""
