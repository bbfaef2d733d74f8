"""Cuts turns with orders about the memory into commands."""
