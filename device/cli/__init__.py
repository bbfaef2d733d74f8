"""Wiring: the selene command line."""
