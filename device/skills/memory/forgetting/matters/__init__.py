"""What belongs to the matter that a request to forget names, besides the facts that hold its words."""
