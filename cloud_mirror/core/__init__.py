"""Errors, limits, records and ports of the mirror."""
