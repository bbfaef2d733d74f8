"""Pure: says where German leaves out a subject before its verb.

It leaves out "das" in "ich guck gern krimis | ist mir aber peinlich", and the subject of the clause before in "der hund
heißt rex | kommt aus ungarn | ist drei".
"""

from __future__ import annotations

from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import role_of
from memory.reading.german.verbs import past_light
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Certainty


def judges(line: GermanLine, verb: int, lemma: str, place: int) -> bool:
    """Says whether the speaker, whose clause has its verb at `verb`, tells from `place` on how what they told is."""
    own = {"ich", "wir"} & {line.word(verb - 1), line.word(verb + 1)}
    after, being = line.word(place + 1), line.word(place) in ("ist", "war", "wär", "wäre")
    how = after in line.words.objects or line.is_in(place + 1, "judging")
    return bool(own) and being and how and lemma != "sein" and line.is_open(place - 1)


def goes_on_of_same(line: GermanLine, verb: int, lemma: str, place: int) -> bool:
    """Says whether the verb at `place` tells more of who or what stands before the verb at `verb`, which has all it
    needs: a name, a phrase, a number or a quality.
    """
    words, before = line.words, line.word(verb - 1)
    third = {"3", "p"} & set(line.persons(verb)) & set(line.persons(place))
    somebody = line.is_open(verb - 1) or before in ("der", "die", "das", "er", "sie", "es")
    if not third or not somebody or line.finite(place) != Certainty.SURE or _has_subject_after(line, place):
        return False
    led = line.word(place - 1) in line.extra.vorfeld_adverbs and line.word(place + 1) in line.extra.nominative_articles
    if led and line.is_open(place + 2) and place - 1 > verb:
        return False  # "springt nicht an | wahrscheinlich ist die batterie leer"
    begin, inside = verb + 1, place - verb - 1
    while begin < place and (line.word(begin) in words.middle | words.adverbs or line.usual(begin) in "ar"):
        begin += 1
    begin -= begin == place
    if lemma == "heißen":
        return begin < place <= begin + 2 and all(line.is_open(at) for at in range(begin, place))
    quality = begin == place - 1 and lemma == "sein" and (line.is_number(begin) or line.usual(begin) == "a")
    led = any(line.word(at) in words.prepositions or line.is_time(at) for at in range(verb + 1, place))
    phrase = inside > 0 and led and past_light(line, begin) == place
    return quality or phrase


def _has_subject_after(line: GermanLine, verb: int) -> bool:
    """Says whether a verb has its own subject behind it, or nothing at all."""
    after, words = line.word(verb + 1), line.words
    articled = after in line.extra.nominative_articles and line.word(verb) not in words.be and line.is_open(verb + 2)
    somebody = is_given_name(after) or bool(role_of(after)) or after in words.nominative | {"sie", "es", "man", "das"}
    only_said = line.is_stop(verb + 1) or (line.is_in(verb, "verbs_of_one") and not line.is_auxiliary(verb))
    judged = line.words.be.get(line.word(verb)) == "d" and line.usual(verb + 1) == "a" and line.is_stop(verb + 2)
    return articled or somebody or only_said or judged
