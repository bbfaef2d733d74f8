"""Plays the cases of the row CLIENTS: a daemon, and programs beside it."""
