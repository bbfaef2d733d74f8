"""Pure: answers about what was known when, from the facts that are over and those that hold."""
