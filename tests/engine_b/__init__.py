"""Proofs of the Device Vault."""
