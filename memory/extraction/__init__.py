"""From the words of a turn to facts and corrections."""
