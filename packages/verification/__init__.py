"""What a device verifies before it uses a package."""
