"""Adapter: a call of a tool that another process refused, with the code that it gave."""

from __future__ import annotations


class CallRefused(Exception):
    """The call was refused. `str()` is the sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        """Takes what the other process said."""
        super().__init__(sentence)
        self.code = code
