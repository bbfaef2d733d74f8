"""Pure: finds words in and around a German clause that announce a change: "eigentlich", "nicht mehr", "ab jetzt"."""

from __future__ import annotations

from memory.core.policy import MAX_REPAIRED_TOKENS
from memory.reading.german.beginnings import after_openers
from memory.reading.german.german_line import GermanLine
from memory.reading.grammar.clause import Mark, Span
from memory.reading.words.given_names import is_given_name


def marks_before(line: GermanLine, at: int) -> tuple[frozenset[Mark], int]:
    """Returns the marks of the words before a clause, and where the clause itself begins."""
    marks: set[Mark] = set()
    while at < len(line):
        length = line.length_of(line.words.fixes, at)
        if length and _corrects(line, at, length):
            marks.add(Mark.FIX)
            at += length
            continue
        after = after_openers(line, at)
        if after == at:
            break
        at = after
    return frozenset(marks), at


def _corrects(line: GermanLine, at: int, length: int) -> bool:
    """Says whether the words announce a correction here; "eigentlich" before its verb is an adverb of the clause."""
    word = line.word(at)
    if length == 1 and line.usual(at) == "n" and line.finite(at + 1):
        return False  # "käse ist mein lieblingsessen"
    if word == "eigentlich" and length == 1:
        return not line.finite(at + 1)
    if length == 1 and word in (
        "falsch",
        "moment",
        "warte",
        "sorry",
        "entschuldigung",
        "quatsch",
        "korrektur",
        "vielmehr",
    ):
        return True
    if word == "ich" and line.word(at + 1) in ("meine", "meinte") and length == 2:
        return line.word(at + 2) not in ("dass", "das", "es", "damit") or True
    return True


def closers_length(line: GermanLine, first: int, end: int) -> int:
    """Returns how many words at the end of a clause are no part of it."""
    for phrase in line.words.closers:
        begin = end - len(phrase)
        if (
            begin > first
            and line.word(end - 1) == phrase[-1]
            and all(line.word(begin + place) == part for place, part in enumerate(phrase))
            and not _is_said_of_it(line, begin)
        ):
            return len(phrase) + closers_length(line, first, begin)
    if end - 1 > first and line.is_stop(end - 1):
        return 1
    return 0


def _is_said_of_it(line: GermanLine, at: int) -> bool:
    """Says whether a word that may close a talk tells how something is: the "okay" of "rind ist aber okay"."""
    while line.word(at - 1) in line.words.middle | {"aber", "auch"}:
        at -= 1
    return line.word(at - 1) in line.words.be


def marks_inside(line: GermanLine, first: int, last: int) -> frozenset[Mark]:
    """Returns the marks of change inside a clause."""
    words = line.words
    groups = (
        (Mark.NOW, words.now),
        (Mark.OVER, words.over),
        (Mark.AGAIN, words.again),
        (Mark.INSTEAD, words.instead),
        (Mark.NEW, words.new),
    )
    found = {mark for mark, phrases in groups for at in range(first, last) if line.length_of(phrases, at)}
    spoken = [line.word(at) for at in range(first, last)]
    if "mehr" in spoken and any(word.startswith("kein") for word in spoken[: spoken.index("mehr")]):
        found.add(Mark.OVER)
    if (
        "sondern" in spoken
        or (
            "nicht" in spoken[1:]
            and spoken[-1:] != ["nicht"]
            and "und" in spoken
            and line.word(first + spoken.index("nicht") - 1) == "und"
        )
        or _says_now_first(line, first, last)
    ):
        found.add(Mark.CONTRAST)
    if ("doch" in spoken[1:] and "nicht" not in spoken) or "eigentlich" in spoken:
        found.add(Mark.FIX)
    return frozenset(found)


def _says_now_first(line: GermanLine, first: int, end: int) -> bool:
    """Says whether what holds now stands before what no longer does: "jetzt donnerstags nicht mehr dienstags"."""
    now = next((at for at in range(first, end) if line.length_of(line.words.now, at)), end)
    deny = next((at for at in range(now + 1, end - 2) if (line.word(at), line.word(at + 1)) == ("nicht", "mehr")), 0)
    return deny > now + 1 and any(line.is_open(at) or line.is_time(at) for at in range(now + 1, deny))


def is_negated(line: GermanLine, first: int, verb: int, end: int) -> bool:
    """Says whether a clause is denied as a whole; why or when it is so is not: "ich bleib weil er nicht kommt"."""
    told = line.words.sets["circumstances"]
    last = next((at for at in range(verb + 1, end) if line.word(at) in told), end)
    denied = any(line.word(at) in line.words.negators for at in range(first, last))
    return denied and not denies_a_part(line, first, end)


def denies_a_part(line: GermanLine, first: int, end: int) -> bool:
    """Says whether only a part is denied: "nicht A sondern B", "in mainz nicht in trier", "zwei hunde und kein"."""
    if any(line.word(at) == "sondern" for at in range(first, end)) or _says_now_first(line, first, end):
        return True
    at = next((at for at in range(first + 2, end) if line.word(at) in line.words.negators), -1)
    joined = any(line.word(place) in ("und", "aber") and line.is_open(place - 1) for place in range(first + 2, at))
    if joined and (line.word(at).startswith("kein") or (line.word(at), line.word(at + 1)) == ("nicht", "mehr")):
        return True
    if denied_phrase(line, first, end) is not None or (line.word(at) == "nicht" and line.word(at - 1) == "und"):
        return True  # "nenn mich anna und nicht einfach oma"
    opens = line.word(at + 1) in line.words.prepositions and line.word(at) == "nicht"
    return opens and any(line.word(place) == line.word(at + 1) for place in range(first, at))


def begins_correction(line: GermanLine, at: int) -> bool:
    """Says whether a correction begins here in the middle of the words: "nein am mittwoch", "ich meinte"."""
    length = line.length_of(line.words.fixes, at)
    if not length:
        return False
    word = line.word(at)
    if length == 1:
        return word in ("nein", "nee", "nö", "quatsch", "korrektur", "sorry", "vielmehr") and not line.is_stop(at + 1)
    return at + length < len(line) and word not in ("doch",)


def denied_phrase(line: GermanLine, first: int, end: int) -> tuple[Span, Span] | None:
    """Returns what is denied at the end of a clause, and the one phrase like it that was meant: "die anke" and "die
    heike" of "den salat bringt die heike mit nicht die anke"; None where nothing or more than one is like it.
    """
    deny = next((at for at in range(first + 1, end) if line.word(at) == "nicht"), end)
    size = end - deny - 1
    if not 0 < size <= MAX_REPAIRED_TOKENS or line.word(deny + 1) in ("nur", "mehr", "so"):
        return None
    if not _is_phrase(line, deny + 1, size) or any(line.finite(at) for at in range(deny + 1, end)):
        return None
    starts = [at for at in range(first, deny - size + 1) if _is_phrase(line, at, size) and _is_like(line, at, deny + 1)]
    starts = [at for at in starts if line.word(at) == line.word(deny + 1)] or starts
    return ((deny + 1, end), (starts[0], starts[0] + size)) if len(starts) == 1 else None


def denied_before(line: GermanLine, first: int) -> tuple[Span, Span] | None:
    """Returns what is denied first, and the phrase like it that a clause begins with: "der lukas" and "die jana" of
    "nicht der lukas die jana macht den salat"; None for other words.
    """
    for size in range(1, MAX_REPAIRED_TOKENS // 2):
        one, other, verb = first + 1, first + 1 + size, first + 1 + 2 * size
        both = _is_phrase(line, one, size) and _is_phrase(line, other, size) and _is_like(line, other, one)
        if line.word(first) == "nicht" and both and line.finite(verb):
            return (one, other), (other, verb)
    return None


def _is_phrase(line: GermanLine, at: int, size: int) -> bool:
    """Says whether a name, or a noun with what stands before it, is here."""
    last, words = at + size - 1, line.words
    if line.word(last) in words.middle | words.adverbs or not line.is_open(last) or line.is_number(last):
        return False
    if size == 1:
        return is_given_name(line.word(at)) and line.word(at - 1) not in words.determiners | words.prepositions
    inside = all(line.is_open(place) or line.word(place) in words.determiners for place in range(at + 1, last))
    return (
        inside
        and line.word(at) in words.determiners | words.possessives
        and line.word(at - 1) not in (words.prepositions)
    )


def _is_like(line: GermanLine, at: int, other: int) -> bool:
    """Says whether two phrases may stand in one place: both with an article of one case, both owned, or both names."""
    words, one, two = line.words, line.word(at), line.word(other)
    owned = one in words.possessives and two in words.possessives and one[-2:] in (two[-2:], "ne", "in")
    subjects = {"der", "die", "das"} | line.extra.nominative_articles
    return owned or one == two or {one, two} <= subjects or (is_given_name(one) and is_given_name(two))
