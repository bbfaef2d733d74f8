"""Says a clause or question in another way that means the same: filler, politeness, other names."""

from __future__ import annotations

from random import Random

from tests.memory.reading.glued_clauses import clause_of, question_of
from tests.sim.talk_grammar import talk_grammar

Rephrased = tuple[str, str]
"""A text, and the same said in another way."""
_POLITE = ("can you tell me ", "do you know ", "please tell me ", "could you tell me ")


def with_filler(chance: Random) -> Rephrased:
    """Puts words around a clause that add nothing."""
    lists, text = talk_grammar().lists, clause_of(chance)
    return text, chance.choice(lists["before_telling"]) + text + chance.choice(lists["after_telling"])


def with_filler_asked(chance: Random) -> Rephrased:
    """Puts words around a question that add nothing."""
    lists, text = talk_grammar().lists, question_of(chance)
    before = chance.choice(lists["before_asking"])
    return text, before + text + ("" if "selene" in before else chance.choice(lists["after_asking"]))


def embedded(chance: Random) -> Rephrased:
    """Puts a question after "do you know" and its like, in the order of a statement."""
    grammar = talk_grammar()
    direct, inner = chance.choice(grammar.pairs["embedded"])
    whom, whose = chance.choice(
        [("my sister", "my sister's"), ("tom", "tom's"), ("my brother felix", "my brother felix's")]
    )
    polite = chance.choice(grammar.lists["polite_before"])
    direct, inner = (text.replace("{X}", whom).replace("{my}", whose) for text in (direct, inner))
    return direct, polite + inner


def asked_politely(chance: Random) -> Rephrased:
    """Puts "do you know" and its like before a question as it is."""
    text = question_of(chance)
    return text, chance.choice(_POLITE) + text


def named_otherwise(chance: Random) -> tuple[str, str, dict[str, str]]:
    """Swaps names: the text, the same with other names, and which name became which."""
    names = talk_grammar().names
    every = [*names["male"], *names["female"]]
    other = dict(zip(every, [*every[1:], every[0]], strict=True))
    text = chance.choice([clause_of, question_of])(chance)
    while not set(text.replace("'", " ").split()) & set(every):
        text = chance.choice([clause_of, question_of])(chance)
    return text, swapped(text, other), other


def swapped(text: str, other: dict[str, str]) -> str:
    """Puts other names into a text."""
    words = text.replace("'", " '").split(" ")
    return " ".join(other.get(word, word) for word in words).replace(" '", "'")
