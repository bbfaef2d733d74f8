"""The mirror, from its rules to its processes."""
