"""Enrolling, pairing and restoring devices."""
