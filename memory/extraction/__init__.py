"""Extracts facts and corrections from the words of a turn."""
