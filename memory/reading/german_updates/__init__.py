"""Says what a German statement changes of an older one, and which words a German correction replaces."""
