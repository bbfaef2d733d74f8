"""Selene as a Wyoming server: words, recognition and voice for Home Assistant's pipelines."""
