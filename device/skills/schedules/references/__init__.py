"""Requests that mean what is known: a schedule by its name, the one spoken of, the usual alarm, a told day."""
