"""What Selene can do for a person, one package a subject."""
