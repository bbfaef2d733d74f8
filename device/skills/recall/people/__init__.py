"""Pure: answers questions about the people whom the person told of."""
