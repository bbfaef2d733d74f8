"""The stores of the mirror: SQLite and PostgreSQL."""
