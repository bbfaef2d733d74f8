"""Packages in use: on trial, and from a service."""
