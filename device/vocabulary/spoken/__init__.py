"""Spoken commands in two voices, for the self-test of a new vocabulary."""
