"""Pure: says whether a clause without "that" or "who" describes the noun before it: "the hotel we stayed at"."""

from __future__ import annotations

from memory.reading.grammar.subjects import find_verb, is_verbal_s
from memory.reading.grammar.verb_groups import read_verb_group
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning


def is_bare_relative(line: Line, at: int) -> bool:
    """Says whether "we stayed at" only describes the noun before it: "the hotel we stayed at"."""
    words, back = line.words, at - 1
    pronoun = line.word(at) in line.words.nominative or line.is_in(at, "you_it")
    now = line.is_in(back, "present_moments") and line.is_in(back - 2, "at_times")  # "at the moment | i'm off work"
    if line.is_in(back, "clause_nouns") and line.is_in(back - 1, "before_clause_nouns") and not now:
        return True  # "the way i make it"
    if line.word(at) in words.nominative and _ends_habit(line, at):
        return False
    if pronoun and line.is_in(back, "before_relative") and _tells_what_it_is(line, at):
        return False  # "we got one | he's a beagle"
    if line.is_in(back, "feeling") or (pronoun and line.is_in(back, "before_relative")):
        return True
    if not line.is_open(back) or line.is_number(back) or line.is_time(back):
        return False
    while back >= 0 and line.is_open(back):
        back -= 1
    if not line.is_in(back, "definite") and (pronoun or line.word(back) not in line.words.indefinite):
        return False
    verb = find_verb(line, at)
    group = read_verb_group(line, verb)
    after = line.skip_middle(group.rest)
    lacks_object = group.lemma in words.sets["always_acting"] and line.word(after) in words.prepositions
    if pronoun and lacks_object and not group.negated and not is_verbal_s(line, verb):
        return True  # "a van he hires out to the market"
    if line.is_stop(after) or (line.word(after) in line.words.prepositions and line.is_stop(after + 1)):
        return pronoun or not is_verbal_s(line, verb)
    if not pronoun:
        return line.is_in(after, "for") and line.is_in(back, "definite")
    clitic = line.word(verb).startswith("'")
    return not clitic and not line.is_open(after) and line.word(after) not in words.possessives | words.determiners


def describes_object(line: Line, place: int, verb: int) -> bool:
    """Says whether a person and a last verb describe the thing after another verb: "i love | the cake mum makes"."""
    somebody = verb - 1
    named = line.is_noun_only(somebody) or line.word(somebody) in load_meaning(line.words.language).roles
    thing = line.word(place) in line.words.determiners and all(line.is_open(at) for at in range(place + 1, verb))
    alone = not line.is_auxiliary(verb) or line.word(verb) in line.words.have
    return thing and named and verb > place + 2 and alone and line.is_stop(read_verb_group(line, verb).rest)


def _ends_habit(line: Line, at: int) -> bool:
    """Says whether what is done now follows what is not done any more: "i no longer take the tram | i cycle now"."""
    words = line.words
    denied = any(line.word(place) in words.negators or line.length_of(words.over, place) for place in range(at))
    after = line.skip_middle(read_verb_group(line, find_verb(line, at)).rest)
    now = any(line.length_of(words.now, place) for place in (at - 1, after, after - 1))
    return denied and now


def _tells_what_it_is(line: Line, at: int) -> bool:
    """Says whether a clause begins that only says of what sort something is: "he's a beagle"."""
    verb = find_verb(line, at)
    is_so = line.word(verb) in line.words.be or is_verbal_s(line, verb)
    return verb == at + 1 and is_so and line.word(verb + 1) in line.words.indefinite
