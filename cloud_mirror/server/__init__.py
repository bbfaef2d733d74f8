"""The gRPC server, its keys and its log."""
