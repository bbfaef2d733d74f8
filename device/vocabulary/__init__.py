"""Vocabulary packages on this device: installing, testing and measuring them."""
