"""The skills of Selene, one package a subject."""
