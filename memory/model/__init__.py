"""The records of the memory, and what it needs of a store."""
