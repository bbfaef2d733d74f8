"""White box proofs, with injected time."""
