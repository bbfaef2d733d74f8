"""The clauses of an utterance: subjects, verbs, questions, and where a clause ends."""
