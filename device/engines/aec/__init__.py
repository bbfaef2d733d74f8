"""Echo cancellers."""
