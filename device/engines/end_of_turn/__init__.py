"""The models of the end of a turn."""
