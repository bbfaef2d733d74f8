"""Pure: finds the fact that a question is about by what both are about, whatever the form they are said in."""
