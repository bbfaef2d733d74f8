"""Models of engines: a signed catalogue, fetching them whole, checking them before use."""
