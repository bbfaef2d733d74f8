"""Rules about memories: controls, conflicts, confidence, freshness, clarification."""
