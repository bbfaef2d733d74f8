"""Pure: clauses that only describe a noun."""
