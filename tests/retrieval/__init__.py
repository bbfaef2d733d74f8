"""Finding: what is relevant, in one order that nothing but the memory decides."""
