"""Commands about the configuration."""
