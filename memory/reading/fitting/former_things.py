"""Pure: says whether a question is for what somebody had before, "my old landlord", and a fact tells of the new one."""

from __future__ import annotations

from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import load_meaning


def tells_of_the_new(question: str, told: str, language: str) -> bool:
    """Says whether a question names what was before and a fact only what is so now; both with a word for it."""
    meaning = load_meaning(language)
    before, now = meaning.set_of("had before"), meaning.set_of("had now")
    asked, words = _described(question, language), _described(told, language)
    return bool(asked & before) and not asked & now and bool(words & now) and not words & before


def _described(text: str, language: str) -> frozenset[str]:
    """Returns the words right behind a possessive or an article: "old" of "my old landlord", but not of "how old"."""
    line = line_of(text, language)
    owned = line.words.possessives | line.words.determiners
    return frozenset(line.word(at) for at in range(1, len(line)) if line.word(at - 1) in owned)
