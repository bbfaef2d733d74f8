"""Toy extensions: each is registered through the public seam, and no product file knows of it."""
