"""To whom an utterance was said, and by whom. Pure."""
