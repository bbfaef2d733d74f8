"""What the mirror accepts. Pure."""
