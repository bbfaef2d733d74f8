"""Folders and key files."""
