"""Handles courtesies, the time, help and silence."""
