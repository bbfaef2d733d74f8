"""Keys, sealing, certificates and the recovery phrase."""
