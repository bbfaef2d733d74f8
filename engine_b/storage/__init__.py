"""The SQLCipher database, its files, and the queries on it."""
