"""Pure: names the pronouns of a German clause ("er mag fisch": "mein bruder mag fisch"), and adds what it shares."""

from __future__ import annotations

from collections.abc import Sequence

from memory.reading.german.german_line import GermanLine
from memory.reading.german.left_out.objects import (
    is_accusative,
    is_done_by_owner,
    is_teller_alone,
)
from memory.reading.german.left_out.shared import shared_closing, shared_lead, shared_object, shared_predicate
from memory.reading.german.nouns import in_case, is_neuter, owning, role_of, with_article
from memory.reading.german.phrases import demonstrative_sort, es_is_now, german_entity
from memory.reading.german.pronouns.pronoun_sorts import (
    INDEFINITE,
    agrees_in_sort,
    german_pronoun_sort,
    owns_noun,
    pronoun_sort,
    stands_there,
)
from memory.reading.grammar.clause import Clause, Modality
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.given_names import is_given_name
from memory.reading.words.meaning import load_meaning

Named = tuple[str, str, frozenset[str]]
"""Words, sort and keys of what was named."""
Known = Sequence[Named]
"""Words, sort and keys of what was named before, the latest first."""


def named_text(text: str, line: GermanLine, clause: Clause, subject_keys: frozenset[str], known: Known) -> str:
    """Returns the words of a clause with its pronouns named, its shared subject before it, and a shared verb in it."""
    pieces: list[str] = []
    no_subject = clause.subject[0] == clause.subject[1]
    if no_subject and clause.shared[1] > clause.shared[0]:
        between = text[line.tokens[clause.shared[1] - 1].end : clause.start].lower()
        named = between.split()[:1] in (["heißt"], ["heißen"])  # not "der hat es am fuß und darf nicht rennen"
        known = [each for each in known if named or each[0].lower() not in between]
        shared = _span(text, line, clause.shared, clause, subject_keys, known, shared=True)
        pieces.append(in_case(shared, "", subject=True) if is_accusative(line, clause.shared[0]) else shared)
    elif (
        no_subject
        and clause.asks is None
        and line.skip_middle(clause.first) == clause.verb
        and "1" in line.persons(clause.verb)
        and not (line.word(clause.verb) in line.words.be and line.word(clause.verb + 1) in line.words.objects)
    ):
        pieces.append("ich")
    if clause.verb >= 0 and not clause.first <= clause.verb < clause.last:
        verb = text[line.tokens[clause.verb].start : line.tokens[clause.verb].end]
        pieces += [_span(text, line, clause.subject, clause, subject_keys, known), verb]
        if (leads := shared_lead(line, clause)) < clause.verb:
            pieces = [text[line.tokens[leads].start : line.tokens[clause.verb].end], *pieces[:-1]]
        pieces.append(shared_predicate(line, clause))
        pieces.append(_span(text, line, (clause.rest, clause.last), clause, subject_keys, known))
        pieces.append(shared_object(text, line, clause) or shared_closing(line, clause))
    elif line.word(clause.first) == "eigentlich" and clause.first + 2 == clause.verb + 1 == clause.subject[0]:
        verb = text[line.tokens[clause.verb].start : line.tokens[clause.verb].end]
        pieces += [_span(text, line, clause.subject, clause, subject_keys, known), verb]
        pieces.append(_span(text, line, (clause.subject[1], clause.last), clause, subject_keys, known))
    elif _is_verb_last(line, clause):
        verb = text[line.tokens[clause.verb].start : line.tokens[clause.verb].end]
        pieces += [_span(text, line, clause.subject, clause, subject_keys, known), verb]
        pieces.append(_span(text, line, (clause.subject[1], clause.verb), clause, subject_keys, known))
    else:
        pieces.append(_span(text, line, (clause.first, clause.last), clause, subject_keys, known))
    return " ".join(filter(None, pieces))


def _is_verb_last(line: GermanLine, clause: Clause) -> bool:
    """Says whether the clause came out of "dass": it is told in the order of a main clause."""
    inside = clause.asks is None and clause.modality is not Modality.REPORTED
    return inside and clause.first == clause.subject[0] < clause.subject[1] < clause.verb == clause.last - 1


def _span(
    text: str,
    line: GermanLine,
    bounds: tuple[int, int],
    clause: Clause,
    subject_keys: frozenset[str],
    known: Known,
    *,
    shared: bool = False,
) -> str:
    if bounds[1] <= bounds[0]:
        return ""
    made, at = [], line.tokens[bounds[0]].start
    done: set[str] = set()
    named: frozenset[str] = frozenset()
    for place in range(*bounds):
        token = line.tokens[place]
        if token.start < at:
            continue
        is_subject = shared or clause.subject[0] <= place < clause.subject[1]
        if is_subject and _tells_breed(line, place, clause, known):
            made.append(known[0][0])
            at = token.end
            continue
        sort = pronoun_sort(line, place, clause, is_subject=is_subject)
        own = _is_of_own_subject(line, place, clause, sort) or _is_own_subject_again(line, place, clause)
        again = sort in done and not (token.text in ("ihn", "sie") and named)
        if not sort or again or (not is_subject and own):
            continue
        fitting = _fitting(line, place, clause, sort, known, is_subject=is_subject)
        if token.text in ("ihn", "sie") and named and not is_subject:
            others = (each for each in fitting if each[2].isdisjoint(named))  # not who brings it back
            fitting = [each for each in others if token.text == "ihn" or not _is_somebody(each[0])]
        found = _just_named(text, line, place, clause, known) or next(iter(fitting), None)
        if found is None or (not is_subject and found[2] & subject_keys):
            continue
        done.add(sort)
        named = found[2] if is_subject else named
        tells = is_subject or is_teller_alone(line, place, clause)
        words = with_article(_with_owner(found, known), line.word(place)) if tells else found[0]
        if line.word(place + 1) == "beiden":
            made += [text[at : token.start], in_case(words, "", subject=is_subject)]
            at = line.tokens[place + 1].end
            continue
        replaced, end = _replacement(text, line, place, words, is_subject, bounds[1])
        made += [text[at : token.start], replaced]
        at = end
    last = line.tokens[bounds[1] - 1].end
    made.append(text[at:last])
    return "".join(made)


def _fitting(line: GermanLine, place: int, clause: Clause, sort: str, known: Known, *, is_subject: bool) -> list[Named]:
    """Returns what a pronoun of a sort may mean here, the latest first."""
    given = line.word(place) in ("ihr", "ihm") and not is_subject and not owns_noun(line, place)
    fitting = [each for each in known if agrees_in_sort(each[1], sort) and not (given and _is_some_thing(each[0]))]
    if given and not fitting and line.word(place) == "ihm":
        fitting = [each for each in known[:2] if each[1] in ("thing", "small") and not _is_some_thing(each[0])]
    if not fitting and is_teller_alone(line, place, clause):  # "ich war beim optiker der hat gesagt"
        fitting = [each for each in known[:1] if each[1] == "thing"]
    if not is_subject and clause.lemma in line.words.sets["done_to_things"]:
        fitting = [each for each in fitting if not _is_somebody(each[0])] or fitting  # "den hab ich abgesagt"
    if sort == "small" or (is_subject and stands_there(line, place, clause)):
        fitting = [each for each in fitting if " " in each[0]]  # not "neu"
    if line.word(place) == "das" and not fitting and not (sort == "small" or stands_there(line, place, clause)):
        held = is_subject or clause.lemma not in line.words.sets["done_to_things"]
        fitting = [each for each in known[:1] if held and not _is_somebody(each[0])]  # "mein termin": "das ist am ..."
    if line.word(place) == "es" and not fitting and known and es_is_now(line, place, clause):
        fitting = [each for each in known[:1] if not _is_somebody(each[0])]
    return _fitting_subject(line, place, clause, sort, known, fitting) if is_subject else fitting


def _fitting_subject(
    line: GermanLine,
    place: int,
    clause: Clause,
    sort: str,
    known: Known,
    fitting: list[Named],
) -> list[Named]:
    """Returns which of these a pronoun that is a subject means: who acts on "ihn", many, or who has a name."""
    if sort == "male" and _acts_on_other(line, clause):
        fitting = [each for each in fitting if _is_somebody(each[0])] or fitting  # "der bringt ihn zurück"
    to_speaker = any(line.word(at) in ("mich", "uns") for at in range(clause.verb + 1, clause.last))
    if sort == "many" and not fitting and not to_speaker:  # "sie haben mich eingeladen" tells of nothing named
        fitting = [each for each in known[:2] if _may_be_many(each[0], each[1])]
    if clause.lemma in ("heißen", "call") and not owns_noun(line, place):
        fitting = [each for each in fitting[:2] if _is_new(each[0])] or fitting  # "emma hat eine katze sie heißt"
    return fitting


def _acts_on_other(line: GermanLine, clause: Clause) -> bool:
    """Says whether another one than the subject stands in a clause as "ihn": "der bringt ihn zurück"."""
    return any(line.word(at) == "ihn" for at in range(clause.verb + 1, clause.last))


def _may_be_many(words: str, sort: str) -> bool:
    """Says whether a noun with "die" or "meine", of which no table says its gender, may be a plural: "die sind kaputt"
    after "die winterreifen".
    """
    before, _, noun = words.casefold().rpartition(" ")
    return sort == "female" and bool(before) and noun.endswith(("n", "s", "er", "e")) and not _is_somebody(words)


def _is_of_own_subject(line: GermanLine, at: int, clause: Clause, sort: str) -> bool:
    """Says whether a possessive may mean the subject of its own clause: "magda hat ihren laden in bonn"."""
    begin, end = clause.subject
    if not owns_noun(line, at) or not begin < end <= at:
        return False
    meaning = load_meaning("de")
    own = german_entity(line, begin, end, meaning)
    named = own is not None and not own.pronoun and (own.role or own.name) and line.word(begin) not in ("ich", "wir")
    return bool(named) and own is not None and agrees_in_sort(german_pronoun_sort(own, line, meaning), sort)


def _is_own_subject_again(line: GermanLine, at: int, clause: Clause) -> bool:
    """Says whether "er" behind "wenn" means the noun its own clause begins with: "der pulli kratzt wenn er neu ist"."""
    named = clause.subject[1] - clause.subject[0] > 1
    return named and at > clause.verb and line.word(at - 1) == "wenn" and line.word(at) in line.words.sets["one_person"]


def _tells_breed(line: GermanLine, at: int, clause: Clause, known: Known) -> bool:
    """Says whether "das ist ein spitz" tells of which kind the animal is that was just named."""
    alone = at == clause.first and clause.subject == (at, at + 1) and line.word(at) == "das" and clause.lemma == "be"
    if not (alone and known and line.word(clause.rest) in INDEFINITE) or not 1 < clause.last - clause.rest <= 3:
        return False
    return not load_meaning("de").kinds["tier"].isdisjoint(key.rpartition(">")[2] for key in known[0][2])


def _with_owner(found: tuple[str, str, frozenset[str]], known: Known) -> str:
    """Returns "der neue hund von meiner schwester" for "einen neuen hund" that she has; other words unchanged."""
    first, *nouns = found[0].split()
    article = {"einen": "der", "nen": "der", "eine": "die", "ne": "die"}.get(first.casefold(), "")
    owner = next((each for each in known if any(key.rpartition(">")[0] in each[2] for key in found[2])), None)
    if first.casefold() == "ein" and nouns and is_neuter(nouns[-1]):
        article = "das"
    if owner is None and article and nouns and not _is_somebody(found[0]):
        plain = [f"{word[:-2]}e" if word.endswith(("en", "es")) and len(nouns) > 1 else word for word in nouns[:-1]]
        return " ".join((article, *plain, nouns[-1]))
    if not article or not nouns or owner is None or owner[0] == found[0]:
        return found[0]
    adjectives = [f"{word[:-2]}e" if word.endswith("en") else word for word in nouns[:-1]]
    return " ".join((article, *adjectives, nouns[-1], "von", in_case(owner[0], "ihm", subject=False)))


def _is_new(words: str) -> bool:
    """Says whether an antecedent is somebody told of for the first time: "eine neue lehrerin"."""
    return words.casefold().partition(" ")[0] in INDEFINITE


def _is_some_thing(words: str) -> bool:
    """Says whether an antecedent is "eine wohnung", to which nothing is given: "ich will ihr eine kette schenken"."""
    first, *nouns = words.casefold().split()
    return first in INDEFINITE and not any(role_of(noun) or is_given_name(noun) for noun in nouns)


def _is_somebody(words: str) -> bool:
    """Says whether an antecedent is a person or an animal, by its role, its name or its title."""
    addressed = load_closed_words("de").sets["addressed"]
    return any(role_of(word) or is_given_name(word) or word in addressed for word in words.casefold().split())


def _just_named(text: str, line: GermanLine, at: int, clause: Clause, known: Known) -> Named | None:
    """Returns what "der" stands for right after "einen dackel": the dog, and not its owner, with the owner after it."""
    genders = {"der": ("einen", "ein", "nen"), "die": ("eine", "ne"), "das": ("ein",)}.get(line.word(at), ())
    if at != clause.first or clause.subject != (at, at + 1) or not genders or not known:
        return None
    begin = next((place for place in range(at - 2, max(at - 5, -1), -1) if line.word(place) in genders), -1)
    if begin < 0 or not all(line.is_open(place) for place in range(begin + 1, at)):
        return None
    end = next((place for place in range(begin + 2, at) if _is_participle(line, place)), at)
    if is_done_by_owner(line, end - 1, clause):
        sort = demonstrative_sort(line, at)
        return next((each for each in known if _is_somebody(each[0]) and agrees_in_sort(each[1], sort)), None)
    nouns, owner = text[line.tokens[begin + 1].start : line.tokens[end - 1].end], known[0]
    if nouns.casefold() in owner[0].casefold():
        others = (each for each in known[1:] if _is_new(owner[0]) and _is_somebody(each[0]))
        owner = next(others, owner)  # "der hat jetzt ne freundin die heißt samira" is of my brother
    if nouns.casefold() in owner[0].casefold():
        return owner
    *adjectives, noun = nouns.split()
    plain = [word[:-1] if word.endswith(("en", "es")) else word for word in adjectives]
    nouns = " ".join((line.word(at), *plain, noun))
    if line.word(begin - 1) in line.words.conjunctions:
        return nouns, "", frozenset()  # "einen kater der heißt oskar und ein kaninchen das heißt flocke"
    return f"{nouns} von {in_case(owner[0], 'ihm', subject=False)}", "", frozenset()


def _is_participle(line: GermanLine, at: int) -> bool:
    """Says whether a word closes a bracket behind a noun: "einen hund | angeschafft | der bellt"."""
    return bool(line.lemmas(at, "n")) and line.usual(at) in "vx"


def _replacement(text: str, line: GermanLine, place: int, words: str, is_subject: bool, last: int) -> tuple[str, int]:
    word, token = line.word(place), line.tokens[place]
    if not owns_noun(line, place):
        return in_case(words, "ihn" if word == "den" else word, subject=is_subject), token.end
    entity = german_entity(line, place, last, load_meaning("de"))
    stop = max(entity.end if entity is not None else place + 2, place + 2)
    article, owner = owning(words, word, line.word(place + 1))
    noun = text[line.tokens[place + 1].start : line.tokens[min(stop, last) - 1].end]
    if " " not in words and not words.endswith(("s", "x", "z", "ß")):
        return f"{words}s {noun}", line.tokens[min(stop, last) - 1].end
    return f"{article} {noun} {owner}", line.tokens[min(stop, last) - 1].end
