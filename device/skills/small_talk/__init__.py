"""Courtesies, the time, help, silence."""
