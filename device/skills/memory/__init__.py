"""Remembers, forgets, corrects and controls memories."""
