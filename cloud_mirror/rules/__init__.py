"""The rules of the mirror: which calls it accepts. Pure."""
