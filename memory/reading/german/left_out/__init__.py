"""What German leaves out since it was just said: a noun, a verb."""
