"""What a wake word needs to be believed."""
