"""Black-box tests of the promises, through the command line."""
