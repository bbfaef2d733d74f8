"""The rules of the ledger, of ops and of sync. Pure."""
