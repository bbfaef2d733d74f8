"""Pure: the graph of what belongs together, an index over memories and threads; never a truth of its own (2.19)."""
