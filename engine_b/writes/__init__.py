"""Writes inside one transaction: changes, forgetting and their ops."""
