"""Voiceprints: who is speaking."""
