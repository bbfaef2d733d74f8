"""Generated code of the proto files; see protos/generate.py."""
