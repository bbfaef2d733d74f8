"""Wake word detectors."""
