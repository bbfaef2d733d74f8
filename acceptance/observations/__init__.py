"""The observations of a case, and the probes of a vault."""
