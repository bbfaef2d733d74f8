"""What a device refuses: attacks, oracles, golden packages."""
