"""Answers questions from memory."""
