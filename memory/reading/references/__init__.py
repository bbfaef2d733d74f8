"""Whom and what a pronoun means."""
