"""The mirror: a server that stores what it cannot read."""
