"""Judges that compare an observation with what a case expects."""
