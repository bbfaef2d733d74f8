"""Pure: says which German sentences are never turned: questions, orders, quotations, and words to somebody."""

from __future__ import annotations

from itertools import pairwise

from memory.reading.speakers.german_verbs import is_sure_verb, verb_for_du, verb_for_ihr
from memory.reading.speakers.person_words import load_person_words

_QUOTES = frozenset('"\u201c\u201d\u201e\u201a\u00ab\u00bb\u2018`()[]{}<>:;\u2026')
_FORMAL = frozenset(("Sie", "Ihnen", "Ihr", "Ihre", "Ihren", "Ihrem", "Ihrer", "Ihres"))
_VERBAL = ("t", "en", "ln", "rn", "e")


def may_be_turned(text: str, words: list[str]) -> bool:
    """Says whether the words are one statement of the speaker's own, to nobody in particular."""
    folded = [word.lower() for word in words]
    if _QUOTES & set(text) or text.isupper() or _speaks_to_somebody(words, folded):
        return False
    if _is_question_or_order(folded) or _reports(folded):
        return False
    return _stops_are_of_numbers(folded) and _has_verb(words)


def _speaks_to_somebody(words: list[str], folded: list[str]) -> bool:
    addressed = load_person_words("de")["addressed"]
    if any(word in addressed for word in folded) or any(word in _FORMAL for word in words[1:]):
        return True
    plural = any(word == "ihr" and after.endswith("t") and after.islower() for word, after in pairwise(words))
    return plural or any(_means(folded, at) for at, word in enumerate(folded) if word in ("ich", "wir"))


def _means(folded: list[str], at: int) -> bool:
    """Says whether "meine" beside "ich" is the verb."""
    opens = at == 0 or folded[at - 1] in load_person_words("de")["coordinating"] or folded[at - 1] == ","
    after = folded[at + 1] if at + 1 < len(folded) else ""
    return (opens and after in ("meine", "meinen")) or (at > 0 and folded[at - 1] in ("meine", "meinen"))


def _is_question_or_order(folded: list[str]) -> bool:
    table = load_person_words("de")
    first, second = folded[0], folded[1]
    if (
        first in table["asking"]
        or first in table["ordering"]
        or (second in table["after_order"] and first not in table["prepositions"])
    ):
        return True
    if first in table["finite"] or first in table["irregular"] or is_sure_verb(first):
        return True
    verbal = verb_for_du(first) is not None or verb_for_ihr(first) is not None
    return verbal and second not in table["joining"] and not _may_be_verb(second)


def _may_be_verb(word: str) -> bool:
    """Says whether the second word of a sentence can be its verb, so that the first one is none."""
    table = load_person_words("de")
    closed = word in table["finite"] or word in table["irregular"]
    return closed or word.endswith("t") or verb_for_du(word) is not None or verb_for_ihr(word) is not None


def _reports(folded: list[str]) -> bool:
    """Says whether somebody else's saying is followed by "ich" or "wir" without "dass": their own words, maybe."""
    reporting = load_person_words("de")["reporting"]
    for at, word in enumerate(folded[:-2]):
        own = {"ich", "wir"} & set(folded[:at])
        if word in reporting and not own and {"ich", "wir"} & set(folded[at + 1 : at + 3]):
            return True
    return False


def _stops_are_of_numbers(folded: list[str]) -> bool:
    """Says whether every full stop inside is of an ordinal or an abbreviation."""
    abbreviations = load_person_words("de")["abbreviations"]
    return all(
        word != "." or (at > 0 and (folded[at - 1].isdigit() or folded[at - 1] in abbreviations))
        for at, word in enumerate(folded)
    ) and not {"!", "?"} & set(folded)


def _has_verb(words: list[str]) -> bool:
    """Says whether a verb stands here; that of "ich" or "wir" is looked for by whoever turns it."""
    table = load_person_words("de")
    if {"ich", "wir"} & {word.lower() for word in words}:
        return True
    for word in words[1:]:
        if word in table["finite"] or word in table["irregular"]:
            return True
        closed = (
            word in table["no_verbs"] or word in table["prepositions"] or word in table["pronouns"] or word == "nicht"
        )
        if word.islower() and not closed and word.endswith(_VERBAL):
            return True
    return False


def pronoun_in_name(words: list[str]) -> bool:
    """Says whether a pronoun of the speaker may belong to a name or title: "mein Lieblingslied ist Mein Weg"."""
    table = load_person_words("de")
    pronouns, folded = table["pronouns"], [word.lower() for word in words]
    if any(word[:1].isupper() and word.lower() in pronouns for word in words[1:]):
        return True
    named = [at for at, word in enumerate(folded) if word in table["naming"] or _names_work(folded, at)]
    leading = table["coordinating"] | table["prepositions"] | table["subordinating"] | {","}
    return any(
        folded[at] in pronouns and folded[at - 1] not in leading
        for start in named[:1]
        for at in range(start + 1, len(folded))
        if not _is_own(folded, at)
    )


def _is_own(folded: list[str], at: int) -> bool:
    """Says whether the pronoun is the subject of the word for naming itself: "so heiße ich", "so hieß mein Hund"."""
    return folded[at - 1] in ("heiße", "hieß", "heißt") and at == 2


def _names_work(folded: list[str], at: int) -> bool:
    """Says whether a work and "is", or a pronoun at once, stand here."""
    table = load_person_words("de")
    if at + 1 >= len(folded) or not any(folded[at].endswith(work) for work in table["works"]):
        return False
    return folded[at + 1] in table["linking"] or folded[at + 1] in table["pronouns"]
