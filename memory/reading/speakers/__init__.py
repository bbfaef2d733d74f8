"""Turns what a person says of themselves into what is said to them."""
