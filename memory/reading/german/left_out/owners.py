"""Pure: finds German phrases that name only the owner of what was just told: "der von mama", "papas", "meiner".

"Mamas geburtstag ist im mai papas im juni" tells of two birthdays, and names the second by its owner alone.
"""

from __future__ import annotations

from memory.reading.german.german_line import GermanLine
from memory.reading.german.noun_phrases import nouns_end
from memory.reading.german.nouns import role_of
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Certainty

_ARTICLES = frozenset(("der", "die", "das"))
_OWNING = frozenset(("von", "vom", "für", "fürs"))
_MINE = {"meiner": "mein", "meine": "meine", "meins": "mein", "unserer": "unser", "unsere": "unsere", "unsers": "unser"}
"""What stands for "mein zahnarzt" without its noun, and what stands before the noun."""


def owner_alone(line: GermanLine, at: int) -> int:
    """Returns the end of a phrase that begins here and names an owner without what is owned; `at` for none."""
    if line.word(at) in _ARTICLES and line.word(at + 1) in _OWNING:
        end = nouns_end(line, at + 2)
        while end > at + 2 and line.is_number(end - 1):
            end -= 1
        return end if end > at + 2 else at
    if line.is_owner(at) or line.word(at) in _MINE:
        return at if line.is_open(at + 1) and not line.finite(at + 1) and not line.is_number(at + 1) else at + 1
    return at


def tells_of_another(line: GermanLine, verb: int, at: int) -> bool:
    """Says whether another person, or what another owns, is told of next as the first was, with a verb or without."""
    owner = opens_next_owner(line, at) or _tells_of_next_owner(line, verb, at)
    return owner or _tells_of_next_person(line, verb, at)


def _tells_of_next_owner(line: GermanLine, verb: int, at: int) -> bool:
    """Says whether the verb before tells of what another owns, too: "die von lisa zwei eins neun"."""
    end = owner_alone(line, at)
    helper = line.word(verb) in line.words.have or line.word(verb) in line.words.modals
    if end == at or helper or line.is_stop(end) or not _owns_before(line, at):
        return False
    if line.is_owner(at) and not _goes_on_alike(line, verb, at):
        return False  # "beim bauern hinrichs auf der wiese"
    while not line.is_stop(end):
        if line.finite(end) == Certainty.SURE or line.word(end) in line.words.conjunctions:
            return False
        end += 1
    return True


def _tells_of_next_person(line: GermanLine, verb: int, at: int) -> bool:
    """Says whether another person follows with the same preposition, or a number, and no verb: "tom wohnt in kiel |
    lisa in bonn", "mein vater ist siebzig | meine mutter achtzig".
    """
    words, before = line.words, line.word(at - 1)
    joined = before in words.prepositions | words.conjunctions | words.determiners | words.possessives
    own = line.word(at) in words.possessives and bool(role_of(line.word(at + 1)))
    own = own or (line.word(at) in ("der", "die") and is_given_name(line.word(at + 1)))
    kin = own or f"{line.word(at)}s" in words.sets["relatives_in_s"]
    if joined or line.is_auxiliary(at - 1) or not (kin or is_given_name(line.word(at))):
        return False
    end = at + 1 + own
    led, told = line.word(end), {line.word(place) for place in range(verb + 1, at)}
    alike = led in told or (kin and not told.isdisjoint(words.prepositions))
    counted = line.is_number(end) and line.is_number(at - 1)
    if not (counted or (led in words.prepositions and alike)) or not _names_subject(line, verb):
        return False
    last = end
    while not line.is_stop(last):
        if line.finite(last) == Certainty.SURE or line.word(last) in words.conjunctions:
            return False
        last += 1
    return last > end + 1 - counted and not line.lemmas(last - 1, "n")


def _names_subject(line: GermanLine, verb: int) -> bool:
    """Says whether a person other than the speaker stands right before the verb."""
    return is_given_name(line.word(verb - 1)) or bool(role_of(line.word(verb - 1)))


def opens_next_owner(line: GermanLine, at: int) -> bool:
    """Says whether a clause with its own verb begins with an owner alone: "der vom keller liegt in der schublade"."""
    end = owner_alone(line, at)
    return end > at and line.finite(end) == Certainty.SURE and _owns_before(line, at)


def _goes_on_alike(line: GermanLine, verb: int, at: int) -> bool:
    """Says whether what follows an owner is told as it was of the first: "im mai" and "im juni", "rot" and "blau"."""
    told, after = range(verb + 1, at), at + 1
    if line.is_number(after) or line.usual(after) == "a":
        return any(line.is_number(place) if line.is_number(after) else line.usual(place) == "a" for place in told)
    return any(line.word(place) == line.word(after) for place in told)


def _owns_before(line: GermanLine, at: int) -> bool:
    """Says whether something with its owner was named before in the same words: "mamas geburtstag", "mein auto"."""
    words = line.words
    return any(
        (line.word(place) in words.possessives and line.is_open(place + 1))
        or (line.word(place) in _OWNING and line.is_open(place - 1))
        or (line.is_owner(place) and line.is_open(place + 1))
        for place in range(at)
    )


def noun_with_owner(words: str, owned: str) -> str:
    """Returns "der geburtstag von papa" for "der von papa", as `owned` is "der geburtstag von mama"; empty where the
    two do not go together.
    """
    first, _, rest = words.partition(" ")
    noun, article = _noun_of(owned)
    if not noun:
        return ""
    if first.casefold() in _MINE:
        mine = _MINE[first.casefold()]
        feminine = mine.endswith("e")
        return f"{mine} {noun}" if not article or feminine == (article == "die") else ""
    if first.casefold() in _ARTICLES:
        fits = not article or article == first.casefold() or (article == "der" and first.casefold() == "das")
        return f"{first} {noun} {rest}" if fits else ""
    return f"{words} {noun}"


def _noun_of(owned: str) -> tuple[str, str]:
    """Returns what is owned, without its owner, and its article as far as it shows."""
    spoken = owned.split()
    first = spoken[0].casefold()
    cut = next((at for at, word in enumerate(spoken) if at > 1 and word.casefold() in _OWNING), len(spoken))
    if first in _ARTICLES and cut < len(spoken):
        return " ".join(spoken[1:cut]), first
    if first in ("mein", "unser", "dein", "sein", "ihr"):
        return " ".join(spoken[1:cut]), "der"
    if first in ("meine", "unsere", "deine", "seine", "ihre"):
        return " ".join(spoken[1:cut]), "die"
    genitive = first.endswith("s") and (is_given_name(first[:-1]) or bool(role_of(first[:-1])))
    return (" ".join(spoken[1:cut]), "") if genitive and len(spoken) > 1 else ("", "")
