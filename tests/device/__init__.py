"""Proofs of the room device/."""
