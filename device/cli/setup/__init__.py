"""`selene setup`: the steps from a new device to one that talks."""
