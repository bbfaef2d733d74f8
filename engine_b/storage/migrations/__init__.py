"""Data: numbered SQL migrations of the vault."""
