"""The words of spoken requests to forget: a part of each language file."""
