"""The selene-mirror command line."""
