"""Pure: gives news without a verb the verb that it leaves out: "morgen zahnarzt um neun", "keine milch mehr da".

Only a few shapes are news: an event with its day or hour, what there is no more of, what is new, and where somebody or
something is. Any other words without a verb say nothing to keep.
"""

from __future__ import annotations

from memory.core.policy import MAX_SUBJECT_TOKENS
from memory.reading.german.german_line import GermanLine
from memory.reading.words.meaning import load_meaning


def with_verb(line: GermanLine, text: str, first: int, last: int) -> str:
    """Returns the words from `first` to `last` with the verb that they leave out; empty where they are no news."""
    words = line.words
    if not 1 < last - first <= MAX_SUBJECT_TOKENS or line.word(first) in words.subordinators | words.reasons:
        return ""
    spoken = {line.word(at) for at in range(first, last)}
    if spoken & (words.questions | words.conjunctions | words.sets["wishing"]) or "du" in spoken:
        return ""
    at, verb = _verb_place(line, first, last)
    if not verb:
        return ""
    if line.word(first).startswith("kein"):
        verb = "wir haben"
    said = [text[line.tokens[begin].start : line.tokens[end - 1].end] for begin, end in ((first, at), (at, last))
            if end > begin]  # fmt: skip
    return " ".join((*said[:1], verb, *said[1:]) if at > first else (verb, *said))


def _verb_place(line: GermanLine, first: int, last: int) -> tuple[int, str]:
    """Returns where the verb is left out, and which it is; no verb for what is no news."""
    none = _nothing_left(line, first, last)
    if none >= 0:
        return none, "ist"
    timed = _times_end(line, first, last)
    begin = timed
    while begin < last and line.word(begin) in line.words.middle:
        begin += 1  # "mittwochs immer yoga"
    head = _head_end(line, begin, last)
    if head == begin:
        return first, ""
    if timed > first:
        return (timed, "ist") if _is_event(line, begin, head) and _only_phrases(line, head, last) else (first, "")
    behind = head
    while behind < last and line.word(behind) in line.words.middle:
        behind += 1
    after = _times_end(line, behind, last)
    after = after if after > behind else head
    if after > head and _is_event(line, first, head):
        out = line.word(last - 1) in line.words.sets["put_out"] and after == last - 1
        return (head, "muss") if out else (head, "ist") if _only_phrases(line, after, last) else (first, "")
    if line.length_of(line.words.new, first) and head > first + 1 and after == head:
        rest = line.word(head) in line.words.sets["bare_states"]
        many = line.word(head - 1).endswith(("n", "s"))
        told = _only_phrases(line, head + rest, last)
        return (head, "sind" if many else "ist") if told and head < last else (first, "")
    placed = line.word(head) in line.words.sets["bare_places"] and _only_phrases(line, head, last)
    state = line.word(head) in line.words.sets["bare_states"] and head + 1 == last and line.usual(first) == "n"
    return (head, "ist") if (placed or state) and _is_event(line, first, head) else (first, "")


def _nothing_left(line: GermanLine, first: int, last: int) -> int:
    """Returns where the verb of "keine milch mehr da" and "im keller kein licht mehr" is left out; -1 for others."""
    deny = next((at for at in range(first, last) if line.word(at).startswith("kein")), last)
    more = next((at for at in range(deny + 2, last) if line.word(at) == "mehr"), -1)
    thing = more - 1
    held = load_meaning("de").passing | line.words.sets["moods"]
    if more < 0 or not line.is_open(thing) or line.word(thing) in held or line.usual(thing) not in "n":
        return -1
    before = deny == first or (line.word(first) in line.words.prepositions and _only_phrases(line, first, deny))
    after = more + 1 == last or line.word(more + 1) in ("da", "hier") or _only_phrases(line, more + 1, last)
    return deny if before and after else -1


def _times_end(line: GermanLine, at: int, last: int) -> int:
    """Returns the end of the days and hours that begin here."""
    start = -1
    while at < last and at != start:
        start, at = at, _time_end(line, at, last)
    return at


def _time_end(line: GermanLine, at: int, last: int) -> int:
    words, begin = line.words, at
    led = line.word(at) in words.prepositions
    at += led
    while at < last and line.word(at) in words.determiners | words.sets["which_time"]:
        at += 1
    named = begin < at
    start = at
    while at < last:
        length = line.length_of(words.day_words, at)
        counted = line.is_number(at) and (named or at > start or line.word(at + 1) == "uhr")
        hour = line.word(at) in words.sets["hour_words"] and (line.is_number(at + 1) or at > start)
        if not (length or line.is_time(at) or line.is_month(at) or counted or hour):
            break
        at += max(length, 1)
    return at if at > start else begin


def _head_end(line: GermanLine, at: int, last: int) -> int:
    """Returns the end of the noun phrase that begins here."""
    begin, words = at, line.words
    while at < last and (line.word(at) in words.determiners | words.possessives or line.is_number(at)):
        at += 1
    start = at
    while (
        at < last
        and line.is_open(at)
        and not line.is_time(at)
        and not line.is_number(at)
        and not line.length_of(words.day_words, at)
        and line.word(at) not in words.particles | words.middle | words.adverbs | words.sets["bare_states"]
    ):
        at += 1
    noun = at > start and (line.usual(at - 1) == "n" or line.is_blocked(at - 1) or bool(line.lemmas(at - 1, "b")))
    return at if noun else begin


def _is_event(line: GermanLine, first: int, last: int) -> bool:
    """Says whether a noun phrase may name what happens at a time: no mood, no weather, no part of a day."""
    meaning, words = load_meaning("de"), {line.word(at) for at in range(first, last)}
    return not words & (meaning.passing | meaning.weather | line.words.sets["moods"]) and line.usual(last - 1) != "a"


def _only_phrases(line: GermanLine, at: int, last: int) -> bool:
    """Says whether only phrases after prepositions and times follow; also where nothing does."""
    while at < last:
        timed = _times_end(line, at, last)
        if timed > at:
            at = timed
            continue
        head = _head_end(line, at + 1, last) if line.word(at) in line.words.prepositions else at
        if head <= at + 1:
            return False
        at = head
    return True
