"""Pure: cuts a German sentence into its clauses, by commas and the words that open them; says which are subordinate."""

from __future__ import annotations

from dataclasses import dataclass

from memory.reading.speakers.person_words import load_person_words


@dataclass(frozen=True, slots=True)
class Part:
    """One clause, as positions of its first word and of the one after its last."""

    first: int
    last: int
    subordinate: bool


def cut_into_parts(folded: list[str]) -> list[Part]:
    """Returns the clauses of a sentence of folded words."""
    words, starts, stops = load_person_words("de"), [0], set[int]()
    for at, word in enumerate(folded):
        if word == ",":
            stops.add(at)
            starts.append(at + 1)
        elif word in words["subordinating"] and at not in starts:
            starts.append(at)
    ends = [*starts[1:], len(folded)]
    return [_part(folded, first, end - 1 if end - 1 in stops else end) for first, end in zip(starts, ends, strict=True)]


def _part(folded: list[str], first: int, last: int) -> Part:
    words = load_person_words("de")
    begin = first
    subordinate = _opens_subordinate(folded, begin, last)
    while not subordinate and begin < last - 1 and folded[begin] in words["coordinating"]:
        begin += 1
        subordinate = _opens_subordinate(folded, begin, last)
    return Part(begin, last, subordinate)


def _opens_subordinate(folded: list[str], first: int, last: int) -> bool:
    """Says whether the clause from `first` has its verb at the end."""
    words, word = load_person_words("de"), folded[first] if first < last else ""
    after = folded[first + 1] if first + 1 < last else ""
    if word in words["subordinating"]:
        return True
    if word in words["ambiguous"] and after in words["before_pronoun"]:
        return True
    if first == 0:
        return False
    relative = after if word in words["prepositions"] else word
    return relative in words["relatives"] and not _is_main_with_article(folded, first, last)


def _is_main_with_article(folded: list[str], first: int, last: int) -> bool:
    """Says whether "das weiß ich" or "der Hund mag mich" begins here: its subject stands behind its verb."""
    subjects = [at for at in range(first, last) if folded[at] in ("ich", "wir")]
    return bool(subjects) and subjects[0] == last - 1
