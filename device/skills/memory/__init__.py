"""Remembering, forgetting, correcting and controlling memories."""
