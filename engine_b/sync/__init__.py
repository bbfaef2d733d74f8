"""Exchanging ops with the mirror."""
