"""Pure: how much a like meaning counts beside words in common. Chosen over two data sets together (docs/adr/0036)."""

from __future__ import annotations

FULL_LENGTH = 127
"""The length of a vector of whole numbers."""
VECTOR_SHARE_MILLI = 150
"""What the nearest possible vector adds to a score, in thousandths of the weight of the question."""
MAX_NEAR_DOCUMENTS = 16
"""So many documents without a word of the question join those that have one: the nearest."""
MAX_VECTORS_READ = 2_048
"""Vectors of lines, and of atoms, that are compared with a question: the newest, whatever the size of the memory."""
