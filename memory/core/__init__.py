"""Errors and limits of the memory."""
