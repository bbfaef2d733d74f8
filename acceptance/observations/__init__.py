"""What is observed of a played case, and how a vault is probed."""
