"""Finds statements that give another value to what a question asks for."""
