"""The wire: proto files and their generated code."""
