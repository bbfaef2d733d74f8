"""What clauses state and ask: entities, statements, and whether a statement has what is asked."""
