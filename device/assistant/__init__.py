"""One turn: from words to an outcome and a reply."""
