"""Retrieves memories for a question and builds the ranked, bounded context bundle."""
