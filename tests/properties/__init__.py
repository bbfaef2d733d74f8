"""What holds for any vault, any text and any machine (specification 2.11, 2.14, 2.15)."""
