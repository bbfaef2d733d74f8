"""English statements and questions said again in the other ways in which people say the same."""
