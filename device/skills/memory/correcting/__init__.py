"""Pure: puts right one fact by its letters, or by the words that quote it."""
