"""Syncs ops with the mirror."""
