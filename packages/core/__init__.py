"""Errors, limits, names and canonical JSON of vocabulary packages."""
