"""Measures speed: every command measures a reference in the same run and names the machine and the commit."""
