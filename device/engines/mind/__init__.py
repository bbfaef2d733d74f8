"""Minds: language models on this device or behind an address."""
