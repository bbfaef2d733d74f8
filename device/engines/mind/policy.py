"""Adapter: the limits of the engines of minds, with their units in the names and their reasons."""

from __future__ import annotations

MIND_CONNECT_S, MIND_READ_S = 2.0, 60.0
"""The times in which a server must take a connection, and send the next piece of a reply."""
MAX_MIND_LINE_BYTES = 256 * 1024
"""The longest line of a stream; a piece of a reply has a few hundred bytes."""
MAX_HOST_CHARS = 64
"""The longest name of a host: the ledger notes it as a code."""
MAX_MIND_ERROR_BYTES = 4_096
"""So much of a refusal is read, and dropped."""
MAX_MIND_TOKENS = 400
"""The longest reply that a model is asked for: six sentences and their marks."""
MIND_TEMPERATURE = 0.3
"""How freely a model chooses its words; the facts are chosen by number."""
MIND_CONTEXT_TOKENS = 8_192
"""What a model of this device reads at once: the rules, some turns and a bundle; each token costs memory."""
MIND_KEY_BYTES = 32
"""The random key of llama.cpp's server: too long to be guessed."""
MIN_GGUF_BYTES = 32
"""A smaller file has no model in it."""
