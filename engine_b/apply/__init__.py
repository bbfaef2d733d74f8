"""Applies other devices' ops: materialises records from their heads."""
