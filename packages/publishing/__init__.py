"""Building, signing and publishing packages."""
