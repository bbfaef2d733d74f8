"""Speech recognisers, their hints and their pronunciations."""
