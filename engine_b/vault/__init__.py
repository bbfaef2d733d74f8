"""The Device Vault: opening, committing, reading and verifying."""
