"""Building packages, and the derived signals."""
