"""Drivers that play a case against real processes."""
