"""What is found is told only if it answers: it is about whom the question names, and of the kind asked for."""
