"""Compares German statements: what one changes of another, and whether it has the part that is asked."""
