"""The first meeting, in which the account is made."""
