"""Text rules: languages, stemming, synonyms, dates, secrets."""
