"""Simulators: the clock, the room, the disk."""
