"""Shared parts of the commands: options, exit statuses, lazy registration."""
