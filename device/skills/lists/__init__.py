"""Lists: what is on them, what is put on and crossed off."""
