"""The ways to say a template of commands, one at a time.

The library's own sampling makes every way of each part before it joins the first two, which no memory holds for a
template of long rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from hassil.expression import Alternative, Expression, Group, ListReference, RuleReference, Sentence, TextChunk
from hassil.intents import SlotList
from hassil.sample import sample_expression


def said_in_way(
    expression: Expression, way: int, lists: Mapping[str, SlotList], rules: Mapping[str, Sentence], language: str
) -> str:
    """Returns what is said where of all alternatives the one with this number is taken, counted around."""
    if isinstance(expression, TextChunk):
        return expression.original_text
    if isinstance(expression, RuleReference):
        return said_in_way(rules[expression.rule_name].expression, way, lists, rules, language)
    if isinstance(expression, ListReference):
        values = list(islice(sample_expression(expression, dict(lists), dict(rules), language), way + 1))
        return values[way % len(values)]
    assert isinstance(expression, Group)
    if not isinstance(expression, Alternative):
        return "".join(said_in_way(item, way, lists, rules, language) for item in expression.items)
    return said_in_way(expression.items[way % len(expression.items)], way, lists, rules, language)
