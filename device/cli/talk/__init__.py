"""Commands that talk: run, say, demo, tune."""
