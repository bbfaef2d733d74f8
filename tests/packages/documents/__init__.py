"""Documents, their signatures, and the merged table of terms."""
