"""Refreshing repositories and activating packages."""
