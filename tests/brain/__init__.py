"""White box: the brain on a real vault, with the time given."""
