"""Pure: the other cases of German words by which somebody names a topic: "neffe" for "meinen neffen".

A person or thing is seldom asked for, barred or forgotten in the case in which it was told: "mein Neffe heißt Till" and
"vergiss alles über meinen Neffen", "der rote Schal" and "den roten Schal". Of nouns only those change that end in "n"
in every case but the first, which are known by their ending or by a short list. Plurals of other nouns are not found.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.core.policy import KEPT_STEMS, MIN_FRONT_CHARS, MIN_WEAK_NOUN_CHARS
from memory.text.word_caches import cache_for_words

_IN_E = frozenset((
    "neffe", "kollege", "kunde", "junge", "bube", "pate", "erbe", "experte", "zeuge", "bote", "postbote", "gatte",
    "genosse", "nachkomme", "verwandte", "bekannte", "angestellte", "verlobte", "vorgesetzte", "beamte", "hase", "lowe",
    "rabe", "schwede", "pole", "turke", "russe", "franzose", "dane", "chinese", "psychologe", "padagoge",
))  # fmt: skip
"""Without accents, as words are compared."""
_IN_N = frozenset(("nachbar", "bauer", "herr"))
_IN_EN = frozenset(("bub", "mensch", "held", "prinz", "graf", "bar"))
_ENDINGS = (
    "ist", "ent", "ant", "eut", "ekt", "urg", "graf", "graph", "soph", "nom", "ilot", "ologe", "padagoge", "opade",
)  # fmt: skip
"""Of the first case, where the others add "en" or "n"."""
_OF_ADJECTIVES = ("e", "en", "er", "es", "em")


def in_other_cases(words: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Returns the folded words of a topic in the other cases in which they may have been told, without their own."""
    own = tuple(words)
    nouns = (own, tuple(other_case(word) or word for word in own))
    found = [_with_ending(each, ending) for each in nouns for ending in ("", *_OF_ADJECTIVES)]
    return tuple(each for each in dict.fromkeys(found) if each != own)


@cache_for_words(KEPT_STEMS)
def other_case(word: str) -> str:
    """Returns the other form of a noun; empty for a noun without one."""
    if word in _IN_E or word in _IN_N:
        return f"{word}n"
    if word in _IN_EN:
        return f"{word}en"
    if word[:-1] in _IN_E or word[:-1] in _IN_N:
        return word.removesuffix("n")
    if word[:-2] in _IN_EN:
        return word.removesuffix("en")
    if len(word) >= MIN_WEAK_NOUN_CHARS and word.endswith(_ENDINGS):
        return f"{word}{'n' if word.endswith('e') else 'en'}"
    single = word.removesuffix("n") if word.endswith("en") else ""
    known = (each for each in (single, single.removesuffix("e")) if len(each) >= MIN_WEAK_NOUN_CHARS)
    return next((each for each in known if each.endswith(_ENDINGS)), "")


def _with_ending(words: tuple[str, ...], ending: str) -> tuple[str, ...]:
    """Returns the words with another ending of those before the last, "roten schal" as "rote schal"; "" for none."""
    bases = [_base(word) for word in words[:-1]]
    changed = [f"{base}{ending}" if base and ending else word for word, base in zip(words, bases, strict=False)]
    return (*changed, *words[-1:])


def _base(word: str) -> str:
    end = next((each for each in _OF_ADJECTIVES[1:] if word.endswith(each)), "e" if word.endswith("e") else "")
    base = word.removesuffix(end) if end else ""
    return base if len(base) >= MIN_FRONT_CHARS else ""
