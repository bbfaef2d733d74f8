"""One conversation with one client: the loop, its executor and its event log."""
