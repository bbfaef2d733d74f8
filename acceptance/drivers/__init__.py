"""Drivers that run a case with real processes."""
