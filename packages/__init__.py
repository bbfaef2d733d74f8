"""Signed vocabulary packages: build, sign, verify, apply, roll back."""
