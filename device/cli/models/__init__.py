"""`selene models`."""
