"""Pure: turns a German sentence about its speaker into one that is said to them: "ich wohne" becomes "du wohnst".

Where the verb of "ich" or "wir" stands follows from the order of words: beside it in a main clause, last in a
subordinate one. Whatever has another order is not turned.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from memory.core.policy import MAX_READ_TOKENS
from memory.reading.speakers.german_clauses import Part, cut_into_parts
from memory.reading.speakers.german_gate import may_be_turned, pronoun_in_name
from memory.reading.speakers.german_verbs import is_sure_verb, verb_for_du, verb_for_ihr
from memory.reading.speakers.person_words import load_person_words

_CLITIC = r"['\u2019]s(?= )"
_PIECE = re.compile(rf"{_CLITIC}|[^\W\d_]+(?={_CLITIC})|[^\W\d_]+(?:[-'\u2019][^\W\d_]+)*|\d+(?:[.,:]\d+)*|\S")
_SUBJECTS = frozenset(("ich", "wir"))


@dataclass(slots=True)
class _Sentence:
    """The words of a sentence as they were written, folded, and what becomes of them."""

    words: list[str]
    folded: list[str]
    changes: dict[int, str] = field(default_factory=dict)


def to_person_in_german(text: str) -> str | None:
    """Returns the sentence with the speaker as "du" or "ihr"; None when it cannot be turned safely."""
    found = list(_PIECE.finditer(text))
    while found and found[-1][0] in ".!,":
        found.pop()
    first = _after_openers([piece[0].lower() for piece in found])
    pieces = found[first:]
    if not 2 <= len(pieces) <= MAX_READ_TOKENS or "?" in text:
        return None
    sentence = _Sentence([piece[0] for piece in pieces], [piece[0].lower() for piece in pieces])
    if not may_be_turned(text, sentence.words) or pronoun_in_name(sentence.words):
        return None
    parts = cut_into_parts(sentence.folded)
    if not all(_turn_part(sentence, parts, place) for place in range(len(parts))):
        return None
    return _written(sentence, pieces, text)


def _after_openers(folded: list[str]) -> int:
    """Returns the first word that is told: "also", "ja" and "und" before a sentence are left out."""
    openers, at = load_person_words("de")["openers"], 0
    while at + 2 < len(folded) and folded[at] in openers:
        after = at + 1
        if folded[after] == ",":
            at = after + 1
        elif (
            folded[at] in ("und", "aber")
            or folded[after] in openers
            or folded[after] in load_person_words("de")["pronouns"]
        ):
            at = after
        else:
            break
    return at


def _written(sentence: _Sentence, pieces: list[re.Match[str]], text: str) -> str:
    pronouns, written, done = load_person_words("de")["pronouns"], [], pieces[0].start()
    for at, piece in enumerate(pieces):
        new = sentence.changes.get(at, pronouns.get(sentence.folded[at]))
        if new is not None:
            written += [text[done : piece.start()], new]
            done = piece.end()
    return "".join(written) + text[done : pieces[-1].end()]


def _turn_part(sentence: _Sentence, parts: list[Part], place: int) -> bool:
    """Notes the verbs of one part of the sentence; says whether all of them are clear."""
    part = parts[place]
    subjects = [at for at in range(part.first, part.last) if sentence.folded[at] in _SUBJECTS]
    if part.subordinate:
        return not subjects or (len(subjects) == 1 and _turn_last(sentence, part, subjects[0]))
    earlier = any(not each.subordinate and _has_subject(sentence, each) for each in parts[:place])
    if earlier and not subjects and place and _opens_with_verb(sentence, part):
        return False
    behind = place > 0 and parts[place - 1].subordinate
    if not all(_turn_subject(sentence, part, at, behind=behind) for at in subjects):
        return False
    return not subjects or _turn_shared(sentence, part, subjects[0])


def _has_subject(sentence: _Sentence, part: Part) -> bool:
    return any(sentence.folded[at] in _SUBJECTS for at in range(part.first, part.last))


def _opens_with_verb(sentence: _Sentence, part: Part) -> bool:
    word = sentence.words[part.first] if part.first < part.last else ""
    return word in load_person_words("de")["helpers"] or verb_for_du(word) is not None or verb_for_ihr(word) is not None


def _turn_last(sentence: _Sentence, part: Part, subject: int) -> bool:
    """Turns the verb at the end of a subordinate clause; another verb that could be the finite one makes it unclear."""
    words, last = load_person_words("de"), part.last - 1
    inside = range(part.first, last)
    if any(sentence.folded[at] in words["irregular"] or sentence.folded[at] in words["helpers"] for at in inside):
        return False
    joins = [at for at in inside if sentence.folded[at] in words["joining"]]
    plural = sentence.folded[subject] == "wir" or subject - 1 in joins
    if subject + 1 in joins or any(_is_verb(sentence, at + 1) or _is_verb(sentence, at - 1) for at in joins):
        return False
    caseless = " ".join(sentence.words[1:]).islower()
    alone = subject - 1 not in joins and not (caseless and any(verb_for_ihr(sentence.words[at]) for at in inside))
    if plural and not alone and sentence.folded[last] not in words["helpers"]:
        return False
    if not plural and caseless and not is_sure_verb(sentence.words[last]):
        return False
    return last > subject and _turn(sentence, last, plural=plural)


def _is_verb(sentence: _Sentence, at: int) -> bool:
    word = sentence.words[at]
    return word in load_person_words("de")["helpers"] or is_sure_verb(word)


def _turn_subject(sentence: _Sentence, part: Part, at: int, *, behind: bool) -> bool:
    """Turns the verb beside the subject of a main clause; `behind`: a subordinate clause stands before it."""
    words, folded = load_person_words("de"), sentence.folded
    plural = folded[at] == "wir"
    after = at + 1
    while after < part.last and folded[after] in words["after_subject"]:
        after += 1
    joined = at > part.first and folded[at - 1] in words["joining"]
    if joined and not plural and _turn_joined(sentence, part, at, after):
        return True
    if joined or at == part.first:
        if after < part.last and folded[after] in words["joining"]:
            return not plural and _turn_pair(sentence, part, after)
        return after < part.last and _turn(sentence, after, plural=plural)
    if sentence.folded[at - 1] in ("wie", "als") and at + 1 == part.last:
        return True
    if at - 1 == part.first and not behind:
        return False
    return _turn(sentence, at - 1, plural=plural)


def _turn_joined(sentence: _Sentence, part: Part, at: int, after: int) -> bool:
    """Turns the verb of "Tom und ich haben" or "gestern haben Tom und ich"; as an object "und ich" cannot stand."""
    helpers = load_person_words("de")["helpers"]
    before = [
        place
        for place in range(part.first + 1, at - 2)
        if sentence.words[place] in helpers and sentence.words[place].endswith(("n", "d"))
    ]
    if before:
        return len(before) == 1 and at - 2 - before[0] <= 2 and _turn(sentence, before[0], plural=True)
    return after < part.last and _turn(sentence, after, plural=True)


def _turn_pair(sentence: _Sentence, part: Part, joining: int) -> bool:
    """Turns the verb of "ich und meine Frau wohnen": the first after the other subject."""
    for place in range(joining + 2, min(joining + 5, part.last)):
        if verb_for_ihr(sentence.words[place]):
            return _turn(sentence, place, plural=True)
    return False


def _turn(sentence: _Sentence, at: int, *, plural: bool) -> bool:
    turned = verb_for_ihr(sentence.words[at]) if plural else verb_for_du(sentence.words[at])
    if turned is None or at in sentence.changes:
        return False
    sentence.changes[at] = turned
    return True


def _turn_shared(sentence: _Sentence, part: Part, subject: int) -> bool:
    """Turns the verbs after "und" that share the subject; a word that may be such a verb and may not is unclear."""
    words = load_person_words("de")
    plural = sentence.folded[subject] == "wir" or any(new in ("seid", "habt") for new in sentence.changes.values())
    for at in range(part.first, part.last - 1):
        word = sentence.words[at + 1]
        if sentence.folded[at] not in words["coordinating"] or at + 1 in sentence.changes or at < subject:
            continue
        follows = sentence.folded[at + 2] if at + 2 < part.last else ""
        if plural and (word in words["helpers"] or verb_for_ihr(word)):
            if not _shares_plural(sentence, word, follows) or not _turn(sentence, at + 1, plural=True):
                return False
        elif not plural and is_sure_verb(word):
            if follows in words["before_pronoun"] or not _turn(sentence, at + 1, plural=False):
                return False
        elif not plural and verb_for_du(word):
            return False
    return True


def _shares_plural(sentence: _Sentence, word: str, follows: str) -> bool:
    """Says whether a verb after "und" is finite as the one before; in "wir wollen essen und trinken" it is not."""
    words = load_person_words("de")
    if word in words["helpers"]:
        return True
    infinitive = any(sentence.folded[at] in words["before_infinitive"] for at in sentence.changes)
    return not infinitive and word.removesuffix("n") in words["regular"] and bool(follows)
