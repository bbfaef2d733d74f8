"""Pure: finds the singular of an English noun by the regular rules. It knows no irregular nouns; a table has them."""

from __future__ import annotations

_NO_PLURAL = ("ss", "us", "is", "'s")
_AFTER_ES = ("ss", "sh", "ch", "x", "zz")
_SHORT_IES = frozenset({"ties", "pies", "lies", "dies"})


def singular_by_rule(noun: str) -> str:
    """The singular of a noun that looks like a regular plural; any other word unchanged."""
    if len(noun) < 4 or not noun.endswith("s") or noun.endswith(_NO_PLURAL):
        return noun
    if noun.endswith("ies") and noun not in _SHORT_IES:
        return noun[:-3] + "y"
    if noun.endswith("es") and (noun[:-2].endswith(_AFTER_ES) or noun.endswith("oes")):
        return noun[:-2]
    return noun[:-1]
