"""What the words of a request to forget ask for."""
