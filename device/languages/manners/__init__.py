"""The words of instructions, courtesies and questions about the talk itself: a part of each language file."""
