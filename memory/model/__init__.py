"""The records of the memory and the ports of its store."""
