"""What the whole device shares: errors, limits, ports and messages."""
