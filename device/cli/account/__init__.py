"""Commands about the account, its devices and its mirror."""
