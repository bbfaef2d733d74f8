"""The Device Vault and the Outbox: SQLCipher, keys, ledger, migrations."""
