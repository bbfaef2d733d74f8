"""Pure: how a person feels while they talk, for the tone of the voice alone (2.3, Q18)."""
