"""Pure: how the person feels, for the tone of a reply alone (2.3, Q18)."""
