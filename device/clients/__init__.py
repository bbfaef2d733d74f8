"""Where conversations come from: each client feeds its own sessions."""
