"""A disk that fails at any write, or forgets what was not synced, and a session of Selene's memory to try it on."""
