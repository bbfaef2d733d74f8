"""Microphones and loudspeakers: sound devices and sound files."""
