"""Commands about vocabulary packages."""
