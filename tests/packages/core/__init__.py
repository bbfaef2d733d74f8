"""Names, errors and canonical JSON of packages."""
