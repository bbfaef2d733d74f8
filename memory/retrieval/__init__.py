"""From a question to a ranked, bounded context bundle."""
