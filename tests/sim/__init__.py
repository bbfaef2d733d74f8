"""Simulators: the clock, the room, the publisher, the mirror, the disk."""
