"""Command templates and replies of each language, as data: one YAML file a language."""
