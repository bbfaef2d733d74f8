"""Pure: finds the subject after a German verb, and where a noun phrase begins and ends with its genitive."""

from __future__ import annotations

from memory.reading.german.beginnings import second_verb
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import is_known_noun, role_of
from memory.reading.german.verbs import german_lemma
from memory.reading.grammar.clause import Span
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Certainty
from memory.reading.words.meaning import load_meaning


def subject_after(line: GermanLine, at: int) -> Span:
    """Returns the subject that follows a finite verb; empty where none does."""
    words, place = line.words, at
    while line.word(place) in line.words.sets["before_subject"]:
        if line.word(place) == "am":
            return (at, at)
        place += 1
    place += _is_given_to_her(line, place)
    word = line.word(place)
    if line.is_stop(place):
        return (at, at)
    if word in words.subjects and not (word in words.determiners | words.possessives and _opens_nouns(line, place)):
        return (place, place + 1)
    if word in ("der", "die") and closes_alone(line, place + 1):
        return (place, place + 1)
    if word in words.prepositions or word in words.questions or word in words.negators - {"kein", "keine", "keiner"}:
        return (at, at)
    if word in words.determiners | words.possessives and word not in line.extra.nominative_articles:
        return (at, at)
    end = nouns_end(line, place)
    if (
        word in words.possessives | words.determiners
        and line.word(end) == "und"
        and line.word(end + 1) in line.extra.nominative_articles
    ):
        end = nouns_end(line, end + 1)
    light = line.is_stop(place + 1) or line.word(place + 1) in words.middle | words.adverbs | words.days
    if end == place and word in ("der", "die") and light:
        return (place, place + 1)  # "wo wohnt der"
    return (place, end) if end > place else (at, at)


def _is_given_to_her(line: GermanLine, at: int) -> int:
    """Returns how many words are no subject since "ihr" is to whom something is given: "den hut schenkt ihr schon die
    tante"; 0 for the others.
    """
    after = at + 1
    while line.word(after) in line.words.sets["before_subject"]:
        after += 1
    named = line.word(after) in line.extra.nominative_articles - line.words.possessives and line.is_open(after + 1)
    given = line.word(at) == "ihr" and at > 1 and "3" in line.persons(at - 1) and named
    return after - at if given and line.is_in(at - 3, "object_articles") else 0


def closes_alone(line: GermanLine, at: int) -> bool:
    """Says whether a participle ends the clause here, so that "der" before it stands alone: "hat der gekostet"."""
    return bool(line.lemmas(at, "n")) and line.usual(at) in "vx" and line.is_stop(at + 1)


def actor_after(line: GermanLine, start: int, verb: int) -> Span | None:
    """Returns the subject of "die leiter hat der justus": a person after the verb, where a thing stands before it."""
    at = verb + 1 + (line.word(verb + 1) in line.words.middle | line.words.adverbs)  # "hat jetzt die frau sommer"
    first, titled = line.word(at), line.is_in(at, "polite")
    bare = titled or is_given_name(first) or f"{first}s" in line.words.sets["relatives_in_s"]
    if german_lemma(line, verb) in line.words.sets["linking_verbs"] or not (
        bare or first in line.extra.nominative_articles
    ):
        return None
    found = (at, at + 1 + titled if bare else nouns_end(line, at))
    head = next((of for of in range(at + 1, found[1]) if line.word(of) in ("von", "vom")), found[1]) - 1
    before, after = line.word(verb - 1), line.word(head)
    if bare and not (line.is_open(found[1] - 1) and "3" in line.persons(verb)):
        return None
    found, handled = _handler(line, found, verb)
    somebody = (
        bare
        or line.is_in(at + 1, "addressed")
        or is_given_name(after)
        or (bool(role_of(after)) and (first in ("der", "mein", "unser") or handled or line.word(start) == "das"))
    )
    thing = not role_of(before) and not is_given_name(before) and line.is_in(start, "object_or_subject")
    return found if (bare or found[1] > found[0] + 1) and somebody and thing else None


def _handler(line: GermanLine, found: Span, verb: int) -> tuple[Span, bool]:
    """Returns the end of who may handle a thing, with name and owner, and whether they do: "die orgel spielt | seine
    tochter die anna", "die orgel spielt | die tochter die anna von dem herrn moser".
    """
    if german_lemma(line, verb) not in line.words.sets["handling_things"]:
        return found, False
    end = found[1]
    if line.is_in(end, "taking_up") and is_given_name(line.word(end + 1)):
        end += 2
    if end > found[1] and line.word(end) in ("von", "vom"):
        end = nouns_end(line, end + 1)
    inside = {line.word(at) for at in range(found[0], end)}
    return (found[0], end), line.word(found[0]) in line.words.possessives or bool(inside & {"von", "vom"})


def _opens_nouns(line: GermanLine, at: int) -> bool:
    after = line.word(at + 1)
    if (
        line.usual(at + 1) == "a"
        and after.endswith(("e", "en"))
        and line.is_open(at + 2)
        and not line.is_stop(at + 2)
        and line.usual(at + 2) == "n"
    ):
        return True
    return (
        line.is_open(at + 1)
        and after not in line.words.adverbs | line.words.middle
        and not (
            line.word(at) in ("sie", "es", "das", "ihr")
            and (line.usual(at + 1) in "ar" or bool(line.lemmas(at + 1, "nb")))
        )
        and not line.is_number(at + 1)
    )


def nouns_end(line: GermanLine, at: int) -> int:
    """Returns the end of a noun phrase with its genitive and its "von": "die tochter von meinem bruder"."""
    words, place = line.words, at
    owned = _opens_with_owner(line, at)
    introduced, place = line.word(at) in words.determiners | words.possessives or owned, place + owned
    while line.word(place) in words.determiners | words.possessives:
        place += 1
    begin = place
    titles = {title for title in load_meaning("de").titles if title == "frau" or not role_of(title)}
    while _is_noun_word(line, place) and (
        introduced or place == begin or line.word(place - 1) in titles or _to_the_end(line, place)
    ):
        if (
            place > begin
            and line.form(place) is None
            and line.form(place - 1) is None
            and not is_surname(line, place)
            and not (introduced and _may_name(line, at, begin, place))
            and (introduced or is_known_noun(line.word(place)))
        ):
            break
        if is_child_by_size(line, place):
            return place + 1
        place += 1
    if place == begin and (_is_named_by_quality(line, at, begin) or is_child_by_size(line, begin)):
        place += 1
    if place == begin:
        return at
    if (
        introduced
        and line.word(place) in line.extra.genitives
        and line.is_open(place + 1)
        and not line.finite(place + 1)
    ):
        return nouns_end(line, place)
    named = (
        line.word(place + 1) in words.determiners | words.possessives
        or not is_known_noun(line.word(place + 1))
        or bool(role_of(line.word(place + 1)))
    )
    if introduced and line.word(place) in ("von", "vom") and not line.is_number(place + 1) and named:
        after = nouns_end(line, place + 1)
        return after if after > place + 1 else place
    return place


def _is_named_by_quality(line: GermanLine, at: int, begin: int) -> bool:
    """Says whether an adjective stands for its noun: "mein großer", "unsere jüngste"."""
    pointed = line.word(at) in ("der", "die", "das") and line.word(begin + 1) in ("von", "vom", "aus")
    owned = begin == at + 1 and (line.word(at) in line.words.possessives or pointed)
    return owned and line.usual(begin) == "a" and line.word(begin).endswith(("er", "e", "en"))


def is_child_by_size(line: GermanLine, at: int) -> bool:
    """Says whether "der kleine" is a child here, without a noun of its own: "darf der kleine | mandeln essen"."""
    sized = line.word(at) in load_meaning("de").set_of("children by size") and line.usual(at) == "a"
    if not sized or line.word(at - 1) not in ("der", "die", "den", "dem", "das"):
        return False
    if not line.is_open(at + 1) or line.finite(at + 1) == Certainty.SURE:
        return not line.length_of(line.words.parts, at + 1)
    last = at + 2 if line.lemmas(at + 2, "b") else at + 1
    verb = german_lemma(line, at - 2) if last == at + 1 else next(iter(line.lemmas(last, "b")), "")
    takes = verb.rpartition("|")[2] in line.extra.taking_objects
    return takes and line.is_stop(last + 1) and bool(line.finite(at - 2))


def _opens_with_owner(line: GermanLine, at: int) -> bool:
    """Says whether a name in the genitive owns the noun after it: "toms tochter"."""
    word = line.word(at)
    owned = line.is_open(at + 1) and line.form(at + 1) is None and not line.is_number(at + 1)
    unknown = line.form(at) is None and not is_known_noun(word) and bool(role_of(line.word(at + 1)))
    unknown = unknown or (bool(role_of(word[:-1])) and bool(role_of(line.word(at + 1))))
    return word.endswith("s") and (is_given_name(word[:-1]) or unknown) and not is_given_name(word) and owned


def _may_name(line: GermanLine, first: int, begin: int, at: int) -> bool:
    """Says whether a second unknown word may be the name of the noun before it, so that it belongs to the phrase."""
    if (
        line.word(begin) in line.words.sets["addressed"]
        and at == begin + 1
        and line.word(first) in ("der", "die", "den", "dem")
    ):
        return True  # "ist die frau kaminski allergisch"
    if is_known_noun(line.word(at)) or at != begin + 1 or not role_of(line.word(begin)):
        return False
    if not line.finite(first - 1):
        return True
    verb = german_lemma(line, first - 1)
    liked = verb in line.extra.taking_objects and line.is_stop(at + 1) and not is_given_name(line.word(at))
    return verb not in ("heißen", "sein") and not liked  # "mag mein bruder krimis"


def _is_noun_word(line: GermanLine, at: int) -> bool:
    word, words = line.word(at), line.words
    if is_surname(line, at):
        return True
    if word[:1].isdigit():
        return False  # "jetzt beträgt die miete 800 euro"
    if (
        not line.is_open(at)
        or word in words.adverbs | words.middle | words.days
        or word in words.questions
        or line.is_month(at)
    ):
        return False
    articled = line.word(at - 1) in words.determiners | words.possessives
    standing = word in words.sets["noun_particles"] and articled  # "das rad", not "ich fahr rad"
    if (word in words.particles and not standing) or line.length_of(words.closers, at):
        return False
    found = line.form(at)
    if found is None:
        return True
    if found.usual == "a":
        return (
            line.is_open(at + 1)
            and (line.form(at + 1) is None or line.usual(at + 1) in "na")
            and word.endswith(("e", "en", "er", "es", "em"))
        )
    return found.usual == "n" or (line.word(at - 1) == "der" and found.usual == "v" and line.is_noun_after_der(at))


def is_surname(line: GermanLine, at: int) -> bool:
    """Says whether a word that is none of a name elsewhere is one after its title: "frau lange", "herr fuchs"."""
    titled = line.word(at - 1) in line.words.sets["polite"] and line.word(at - 2) not in line.words.possessives
    closed = line.is_stop(at + 1) or line.finite(at + 1) == Certainty.SURE
    return titled and line.is_open(at) and closed and not line.word(at).endswith("st")


def _to_the_end(line: GermanLine, at: int) -> bool:
    """Says whether only open words follow, so that a name of two words may be here."""
    verb = next((place for place in range(at - 1, max(at - 5, -1), -1) if line.finite(place)), -1)
    if verb >= 0 and german_lemma(line, verb) in line.extra.taking_objects:
        return False
    return line.is_stop(at + 1) and line.form(at) is None


def phrase_start(line: GermanLine, verb: int, lowest: int) -> int:
    """Returns where the one constituent before a finite verb begins; `verb` itself when the verb comes first."""
    words, place = line.words, verb - 1
    word = line.word(place)
    if place < lowest or line.is_stop(place):
        return verb
    if line.word(verb + 1) in ("du",) and line.agrees_with(verb, "du"):
        pointed = word in ("das", "den", "die", "dem") and line.word(place - 1) not in words.prepositions
        return place if pointed else verb  # "das darfst du keinem sagen"
    if word in words.subjects and (line.agrees_with(verb, word) or word in ("jemand", "niemand")):
        return place
    if place > lowest and line.is_in(place, "selves") and line.agrees_with(verb, line.word(place - 1)):
        return place - 1  # "er mag opern | ich selber mag das nicht"
    if word in line.extra.vorfeld_adverbs:
        before = line.word(place - 1)
        return place - 1 if before in ("ab", "seit", "bis", "erst", "von") and place - 1 >= lowest else place
    if place - 1 >= lowest and _is_named_anew(line, place):
        return place if line.word(place - 1) not in line.words.sets["addressed"] else place - 1
    if verb - 2 > lowest and line.is_owner(verb - 2) and line.is_open(verb - 1):
        return verb - 2  # "leas kita heißt pusteblume | emils kita heißt regenbogen"
    while place >= lowest and (line.is_open(place) or line.is_number(place)) and line.finite(place) != Certainty.SURE:
        place -= 1
    if place < lowest:
        return lowest
    return _with_attribute(line, place, lowest) if _introduces(line, place) else place + 1


def aside_length(line: GermanLine, at: int) -> int:
    """Returns how many words are said aside here, which end no clause: "glaub ich" inside one, and at the end of the
    words "haben die geschrieben".
    """
    aside = line.length_of(line.words.hedges, at) == 2 and line.word(at + 1) == "ich"
    if aside and not (line.is_stop(at + 2) or line.word(at + 2) in line.words.conjunctions):
        return 2  # "die bank hat glaub ich bis vier offen"
    length = line.length_of(line.words.closers, at)
    return length if length > 1 and line.finite(at) and line.is_stop(at + length) else 0


def counts_next(line: GermanLine, at: int) -> bool:
    """Says whether the next person and their age follow without a verb: "jonas ist zwölf emma neun"."""
    return is_given_name(line.word(at)) and line.is_number(at - 1) and line.is_number(at + 1)


def _is_named_anew(line: GermanLine, at: int) -> bool:
    """Says whether a name alone begins a clause: "ole und greta ole ist sechs", "im urlaub herr lang vertritt sie"."""
    titled = line.word(at - 1) in line.words.sets["addressed"] and line.is_open(at - 2)
    if titled and not role_of(line.word(at - 2)) and line.word(at - 2) not in line.words.determiners:
        return True
    said = any(line.word(place) == line.word(at) for place in range(at))
    before = line.is_open(at - 1) and not role_of(line.word(at - 1)) and line.usual(at - 1) != "a"
    name = is_given_name(line.word(at)) or (line.form(at) is None and not is_known_noun(line.word(at)))
    return said and name and (is_given_name(line.word(at - 1)) or before)


def _introduces(line: GermanLine, at: int) -> bool:
    word, words = line.word(at), line.words
    return word in words.possessives or word in words.determiners or word in words.prepositions


def _with_attribute(line: GermanLine, at: int, lowest: int) -> int:
    """Goes on to the left: "von meinem bruder", and the noun that this belongs to."""
    words = line.words
    if (
        line.word(at) not in words.prepositions
        and at > lowest
        and (line.word(at - 1) in words.prepositions or line.word(at - 1) in words.determiners)
        and not (line.word(at - 1) == "mehr" and line.word(at - 2) in words.negators)
    ):
        at -= 1
    genitive = line.word(at) in line.extra.genitives and line.word(at) not in ("der",)
    attribute = line.word(at) in words.prepositions or genitive
    if (
        not attribute
        or at - 2 < lowest
        or not line.is_open(at - 1)
        or (line.form(at - 1) is not None and line.usual(at - 1) in "vrx")
    ):
        return at
    if line.words.days & {line.word(at + 1)} or line.is_month(at + 1):
        return at
    place = at - 1
    while place >= lowest and line.is_open(place):
        place -= 1
    owned = line.word(place) in line.extra.nominative_articles and line.word(place - 1) not in words.prepositions
    return place if place >= lowest and owned else at


def is_gapped_object(line: GermanLine, subject: Span, verb: int, main: int, first: int, last: int) -> bool:
    """Says whether what follows "und" without a verb is another object: "wir haben das bad blau gestrichen und die
    küche grün".
    """
    ours = line.word(subject[0]) in ("ich", "wir") and subject[1] == subject[0] + 1
    named = any(is_given_name(line.word(at)) or role_of(line.word(at)) for at in range(first, last))
    return ours and main > verb and not named


def is_infinitive_inside(line: GermanLine, at: int) -> bool:
    """Says whether an infinitive belongs to its clause: after "zu", before "lassen" ("liegen gelassen"), or before one
    after "zu": "sofa tragen zu helfen".
    """
    goes_on = line.word(at + 1) == "zu" and bool(line.lemmas(at + 2, "b")) and not line.agrees(at)
    helped = goes_on or line.word(at - 1) == "zu" or {"lassen", "gelassen"} & {line.word(at), line.word(at + 1)}
    return bool(helped) and bool(line.lemmas(at, "b"))


def is_indefinite_was(line: GermanLine, at: int) -> bool:
    """Says whether "was" is short for "etwas": "ich habe was gekauft"."""
    return line.word(at) == "was" and line.finite(at + 1) != Certainty.SURE


def may_end(line: GermanLine, at: int) -> bool:
    """Says whether a clause may end before this word: a stop, a conjunction, or words that close it."""
    return line.is_stop(at) or line.word(at) in line.words.conjunctions or line.length_of(line.words.closers, at) > 0


def has_object(line: GermanLine, at: int) -> bool:
    """Says whether a noun phrase follows, so that another clause has the verb: "meine tochter besucht die schule"."""
    told = line.usual(at - 1) == "a" and line.word(at - 2) in ("der", "die") and not may_end(line, at + 1)
    if told and line.lemmas(at, "f"):
        return True  # "wir haben zwei kinder die große studiert in leipzig"
    if not line.lemmas(at, "f") or line.word(nouns_end(line, at + 1)) == "auch":
        return False  # "die schule hab ich erreicht die tante auch"
    after = line.word(at + 1)
    return (
        (after in line.words.determiners | line.words.possessives)
        and second_verb(line, at + 1) < 0
        and line.persons(at) != "p"
    )
