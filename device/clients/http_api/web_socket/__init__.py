"""The WebSocket of the API: turns of text, and a conversation by voice."""
