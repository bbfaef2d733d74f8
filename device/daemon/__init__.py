"""The running service: composition and background work."""
