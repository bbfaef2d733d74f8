"""Pure: what of a long memory is read for one answer: the map first, digests before excerpts (2.20)."""
