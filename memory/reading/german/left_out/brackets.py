"""Pure: says whether what follows is a further part of a list or bracket, and no clause of its own: "ich hab das rad
verkauft und den roller verschenkt", "ich muss tanken und geld abheben", "für svenja und malte".
"""

from __future__ import annotations

from memory.reading.german.beginnings import second_verb
from memory.reading.german.change_marks import closers_length
from memory.reading.german.german_line import GermanLine
from memory.reading.german.left_out.objects import is_accusative
from memory.reading.german.noun_phrases import may_end, nouns_end, phrase_start
from memory.reading.german.nouns import role_of
from memory.reading.german.verbs import closing_lemma, german_lemma, wanted_form
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Certainty


def repeats_closing(line: GermanLine, verb: int, at: int) -> int:
    """Returns where another object with its participle ends: "ich hab das rad verkauft und den roller verschenkt"; 0
    where none follows.
    """
    if line.word(verb) in line.words.sets["unreal_verbs"]:
        return _repeats_infinitive(line, at)
    end = at
    while not line.is_stop(end) and line.word(end) not in line.words.conjunctions:
        end += 1
    helper = line.word(verb) in line.words.have or line.word(verb) in line.words.be
    object_ = line.word(at).endswith("en") and line.word(at) in line.words.determiners | line.words.possessives
    return end if helper and object_ and end - at > 2 and line.lemmas(end - 1, "n") else 0


def _repeats_infinitive(line: GermanLine, at: int) -> int:
    """Returns where another phrase with its infinitive ends: "ich würde alles verkaufen und nach peru ziehen | das"."""
    words, end = line.words, at + 1
    if line.word(at) not in words.prepositions and not line.is_in(at, "object_articles"):
        return 0
    while line.is_open(end) and not (end > at + 1 and line.lemmas(end, "b") and line.word(end).endswith("n")):
        end += 1
    after = line.word(end + 1)
    begins = bool(line.finite(end + 2)) and (after in words.nominative - {"wir"} or after in ("das", "es"))
    return end + 1 if line.lemmas(end, "b") and (begins or may_end(line, end + 1)) else 0


def modal_goes_on(line: GermanLine, verb: int, main: int, after: int) -> bool:
    """Says whether another infinitive with its thing follows: "ich muss noch tanken und geld abheben"."""
    if main == verb or line.word(verb) not in line.words.modals or not line.lemmas(main, "b"):
        return False
    end = _bracket_end(line, after)
    named = any(role_of(line.word(at)) for at in range(after, end - 1)) and not line.is_in(after, "object_articles")
    doers = line.word(after) in line.words.nominative or named
    opens = line.word(after) in line.words.determiners | line.words.possessives or line.is_open(after)
    told = any(line.is_auxiliary(at) or line.word(at) in line.words.questions for at in range(after, end))
    return end - after > 1 and opens and not doers and not told and bool(closing_lemma(line, end - 1, "b"))


def modal_lists(line: GermanLine, verb: int, main: int, at: int) -> bool:
    """Says whether a list of infinitives goes on without a word between: "wir müssen das zelt kaufen | die karten
    bestellen und den hund impfen".
    """
    if main != at - 1 or line.word(at) not in line.words.determiners | line.words.possessives:
        return False
    end = _bracket_end(line, at)
    further = line.word(end) == "und" and modal_goes_on(line, verb, main, end + 1)
    return modal_goes_on(line, verb, main, at) and (further or line.is_in(at, "object_articles"))


def _bracket_end(line: GermanLine, after: int) -> int:
    """Returns where a phrase with its infinitive ends: before a stop, a conjunction, or the next clause."""
    end = after
    while not line.is_stop(end) and line.word(end) not in line.words.conjunctions:
        begins = line.word(end) in line.words.nominative | {"das", "es"} and bool(line.finite(end + 1))
        if end > after + 1 and (begins or line.word(end) in line.words.determiners) and line.lemmas(end - 1, "b"):
            return end
        end += 1
    return end - closers_length(line, after, end)


def ends_with_name(line: GermanLine, at: int) -> bool:
    """Says whether a name ends a list here, and who was named tells next: "für svenja und malte | sie mag keinen"."""
    told = line.word(at + 1) in ("er", "sie", "es") and line.agrees_with(at + 2, line.word(at + 1))
    told = told or may_end(line, at + 1)
    return is_given_name(line.word(at)) and told and is_given_name(line.word(at - 2))


def still_lists(line: GermanLine, at: int) -> bool:
    """Says whether "fynn" of "ole und fynn und der hund ist der balu" ends a list: one verb has not both before it."""
    verb = second_verb(line, at)
    if verb in (at + 2, at + 3) and line.is_open(verb - 1) and phrase_start(line, verb, at) == verb - 1:
        return True  # "ole und greta ole ist sechs", "die petra und die silke petra wohnt in kanada"
    if verb == at + 4 and (line.word(at + 1) == line.word(at + 3) or is_accusative(line, at)):
        return True  # "die anna und der ben der ben ist neu", "einen golf und einen polo der golf ist rot"
    joint = nouns_end(line, at)
    led = line.word(joint + 1) in line.extra.nominative_articles or is_given_name(line.word(joint + 1))
    joined = line.word(joint) == "und" and led and second_verb(line, joint + 1) == verb > joint + 1
    return joined and "p" not in line.persons(verb) and "3" in line.persons(verb)


def closes_later(line: GermanLine, verb: int, lemma: str, after: int) -> bool:
    """Says whether what follows "und" ends with what the verb waits for: "den ball und die jacke mitnehmen"."""
    if line.word(after) in line.words.nominative:
        return False
    last = after
    while not line.is_stop(last) and line.word(last) not in line.words.conjunctions:
        last += 1
    last -= 1 + closers_length(line, after, last)
    if last <= after or any(line.finite(at) == Certainty.SURE for at in range(after, last)):
        return False
    wants = wanted_form(german_lemma(line, verb), line)
    if "b" in wants and closing_lemma(line, last, "b"):
        return True
    if "n" in wants and closing_lemma(line, last, "n") and not (line.finite(last) and _may_act(line, after)):
        return True  # "früher hab ich latein und erdkunde unterrichtet"
    return line.word(last) in line.words.particles and line.separable(line.word(last), lemma)


def _may_act(line: GermanLine, at: int) -> bool:
    """Says whether another subject may begin here: "mein bruder", "der", "tom"."""
    word = line.word(at)
    return word in line.words.possessives or word in line.words.determiners or is_given_name(word, "de")
