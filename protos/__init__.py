"""The wire: proto files, their generated code, and the other words that device and mirror have in common."""
