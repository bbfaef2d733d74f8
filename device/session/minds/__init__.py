"""Asks a mind for a conversation: in a thread of its own, within a time, stopped when the person interrupts."""
