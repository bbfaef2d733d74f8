"""Doors: one outside thing each, chosen by URI."""
