"""The wire format: proto files, their generated code, and constants that device and mirror share."""
