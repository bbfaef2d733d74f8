"""The signed documents and the terms they carry."""
