"""The HTTP and WebSocket API: a client of the daemon for programs, each with a token of one person or of a guest."""
