"""Errors and limits of the vault and of sync."""
