"""What belongs to the matter of a request."""
