"""Speech detectors."""
