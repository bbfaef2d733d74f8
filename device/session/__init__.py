"""One conversation with one client: its state, its loop, its executor and its event log."""
