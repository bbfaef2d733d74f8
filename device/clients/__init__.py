"""The clients that conversations come from; each feeds its own sessions."""
