"""The ladder of the engines of a kind: one that fails or is late is replaced by the next one down, and tried again."""
