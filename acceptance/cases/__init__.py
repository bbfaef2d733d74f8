"""The cases of the acceptance tests, as typed values."""
