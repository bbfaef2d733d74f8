"""Pure: what follows a clause without a word between: what describes its noun, and what begins anew."""
