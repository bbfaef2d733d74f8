"""The skill of voices: learn whose voice is whose, say what is known, forget it."""
