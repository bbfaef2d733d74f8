"""The Device Vault and the Outbox: SQLCipher database, keys, ledger, migrations, sync and restore."""
