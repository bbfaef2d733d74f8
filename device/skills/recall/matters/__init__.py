"""Pure: answers a question by the matter that it and a fact are about."""
