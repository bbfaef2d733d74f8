"""Answering questions from memory."""
