"""Applying other devices' ops: what their heads say becomes the records."""
