"""Makes texts of words in no order, and whole talk: what must be read without a loss whatever it is."""

from __future__ import annotations

from random import Random

from tests.memory.reading.glued_clauses import clause_of, question_of
from tests.sim.talk_grammar import talk_grammar


def salad_of(chance: Random) -> str:
    """Returns up to forty words in no order."""
    words, function_words = talk_grammar().words, talk_grammar().lists["function_words"]
    open_words = [word for slot in words.values() for word in slot]
    count = chance.choice([0, 1, 2, 3, 5, 8, 13, 21, 40])
    parts = [chance.choice(function_words if chance.random() < 0.6 else open_words) for _ in range(count)]
    if chance.random() < 0.1:
        parts = [part.upper() for part in parts]
    return chance.choice([" ", " ", " ", "  ", "\n", ""]).join(parts)


def utterance_of(chance: Random, clauses: int = 3) -> str:
    """Returns clauses and questions with glue between them."""
    lists = talk_grammar().lists
    text = chance.choice(lists["before_telling"])
    for at in range(chance.randint(1, clauses)):
        text += (chance.choice(lists["glue"]) if at else "") + chance.choice([clause_of, clause_of, question_of])(
            chance
        )
    return text


def long_text_of(chance: Random, words: int) -> str:
    """Returns talk of so many words."""
    text: list[str] = []
    while len(text) < words:
        text += (utterance_of(chance) + chance.choice(["", ".", " and", " but", ","])).split()
    return " ".join(text[:words])
