"""Adapter: the limits of fetching models, with their units in the names and their reasons."""

from __future__ import annotations

MAX_CATALOGUE_BYTES = 256 * 1024
"""A catalogue of some hundred models is shorter."""
MAX_MODEL_BYTES = 64 * 1024**3
"""A larger file is no model for a device like these."""
MODEL_PIECE_BYTES = 256 * 1024
"""So much is read, hashed and written at once."""
MODEL_CONNECT_S, MODEL_READ_S = 15.0, 60.0
"""The times for a connection, and for the next piece."""
MAX_REDIRECTS = 5
"""Hosts of models redirect to a store once or twice."""
FETCH_TRIES = 4
"""How often one command goes on after the connection broke off and something had come."""
SPARE_BYTES = 256 * 1024 * 1024
"""The space that a model leaves for the vault."""
