"""The SQLCipher database, the files beside it, and the queries on it."""
