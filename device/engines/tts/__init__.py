"""Speech synthesisers."""
