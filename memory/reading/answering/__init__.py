"""Bare answers to questions that had no answer: what is told with them as a sentence."""
