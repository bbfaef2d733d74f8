"""Understands text: intents, time ranges, fact keys and question types. Pure but for reading the language files."""
