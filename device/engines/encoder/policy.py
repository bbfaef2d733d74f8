"""Adapter: the limits of an encoder."""

from __future__ import annotations

MAX_ENCODED_CHARS = 2_000
"""The beginning of a text that a vector is made of; a line of so many characters is about many things."""
MAX_WORD_CHARS = 64
"""A longer word is none, and is one unknown piece."""
MAX_SENTENCE_PIECES = 256
"""Pieces that a sentence model gets: it was made for sentences, and its time grows with the square."""
MAX_VECTOR_SIZE = 1_024
"""Numbers of a vector. Each document keeps as many bytes, and a question reads thousands of them."""
TABLE_STEPS = 32_767
"""The steps between 0 and the greatest number of a table, in which its numbers are added up."""
