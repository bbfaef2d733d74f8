"""Composition: the selene command line."""
