"""Forgetting what a person names: whole, nothing besides, and with a question where the words fit several things."""
