"""Pure: reads which of two facts an answer chooses that begins with a choice and goes on: "yes please, she moved".

What follows the first words gives a reason or names the value again. An answer of another person or thing of the same
kind, "no, that's my other sister", chooses both. It does not read values: the one who asks looks for them first.
"""

from __future__ import annotations

from memory.reading.words.meaning import load_meaning
from memory.text.stemming import split_words

OLD, NEW, BOTH = "old", "new", "both"


def pointed_choice(said: str, language: str) -> str:
    """Returns what words choose that begin with the old one, or that name another of its kind; empty without one."""
    words, meaning = split_words(said), load_meaning(language)
    if _names_another(words, language):
        return BOTH
    former = map(split_words, meaning.set_of("former is right"))
    return OLD if any(words[: len(phrase)] == phrase for phrase in former) else ""


def begun_choice(said: str, language: str) -> str:
    """Returns what words choose that begin with yes or no and go on; empty where they do not."""
    words, meaning = split_words(said), load_meaning(language)
    begun = words[0] if len(words) > 1 else ""
    return NEW if begun in meaning.set_of("yes words") else OLD if begun in meaning.set_of("no words") else ""


def _names_another(words: tuple[str, ...], language: str) -> bool:
    """Says whether the words say only that another one is meant: "no i mean my other sister"."""
    meaning = load_meaning(language)
    known = meaning.set_of("leads to the other one") | meaning.set_of("no words")
    at = next((at for at, word in enumerate(words) if word in meaning.set_of("other ones")), -1)
    return at >= 0 and len(words) == at + 2 and all(word in known for word in words[:at])
