"""Vocabulary packages: attacks, order, gate, folders, lists."""
