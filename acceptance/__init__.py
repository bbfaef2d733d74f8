"""Black box promises, through the command line, the wire and the files on disk."""
