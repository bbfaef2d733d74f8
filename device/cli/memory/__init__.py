"""Commands about the memory."""
