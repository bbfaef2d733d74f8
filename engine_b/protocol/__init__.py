"""The rules of ledger, ops and sync. Pure."""
