"""Pure: what German pronouns stand for."""
