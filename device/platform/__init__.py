"""Adapters for the operating system: clock, private files, terminal input, optional packages."""
