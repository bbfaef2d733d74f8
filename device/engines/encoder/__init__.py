"""Encoders, which make vectors of words: a table of word pieces, and a sentence model in ONNX."""
