"""Whether what is about to be told is of the kind that was asked for: a place, a time, a name, a colour."""
