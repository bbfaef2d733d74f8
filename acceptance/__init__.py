"""Black-box tests of the promises, through the command line, the wire and the files on disk."""
