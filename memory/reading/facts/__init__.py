"""What clauses state and ask: entities, statements, answers, updates and corrections."""
