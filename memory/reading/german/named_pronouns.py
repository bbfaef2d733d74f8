"""Pure: names the pronouns of a German clause ("er mag fisch": "mein bruder mag fisch"), and adds what it shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory.reading.facts.entities import Entity
from memory.reading.german.german_line import GermanLine
from memory.reading.german.left_out.objects import (
    is_accusative,
    is_done_by_owner,
    is_object_alone,
    is_teller_alone,
)
from memory.reading.german.noun_phrases import shared_closing, shared_object, shared_predicate
from memory.reading.german.nouns import in_case, is_neuter, owning, role_of, with_article
from memory.reading.german.phrases import das_is_called, demonstrative_sort, es_is_now, german_entity, start_is_alone
from memory.reading.german.time_and_place import names_time
from memory.reading.grammar.clause import Clause, Modality
from memory.reading.words.given_names import is_given_name, pronoun_for_name
from memory.reading.words.meaning import Meaning, load_meaning

Known = Sequence[tuple[str, str, frozenset[str]]]
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
        if not sort or sort in done or (not is_subject and own):
            continue
        fitting = _fitting(line, place, clause, sort, known, is_subject=is_subject)
        found = _just_named(text, line, place, clause, known) or next(iter(fitting), None)
        if found is None or (not is_subject and found[2] & subject_keys):
            continue
        done.add(sort)
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


def _fitting(
    line: GermanLine, place: int, clause: Clause, sort: str, known: Known, *, is_subject: bool
) -> list[tuple[str, str, frozenset[str]]]:
    """Returns what a pronoun of a sort may mean here, the latest first."""
    given = line.word(place) in ("ihr", "ihm") and not is_subject and not _owns(line, place)
    fitting = [each for each in known if _agrees(each[1], sort) and not (given and _is_some_thing(each[0]))]
    if given and not fitting and line.word(place) == "ihm":
        fitting = [each for each in known[:2] if each[1] in ("thing", "small") and not _is_some_thing(each[0])]
    if not fitting and is_teller_alone(line, place, clause):  # "ich war beim optiker der hat gesagt"
        fitting = [each for each in known[:1] if each[1] == "thing"]
    if not is_subject and clause.lemma in line.words.sets["done_to_things"]:
        fitting = [each for each in fitting if not _is_somebody(each[0])] or fitting  # "den hab ich abgesagt"
    if sort == "small" or (is_subject and _stands_there(line, place, clause)):
        fitting = [each for each in fitting if " " in each[0]]  # not "neu"
    if line.word(place) == "das" and not fitting and not (sort == "small" or _stands_there(line, place, clause)):
        held = is_subject or clause.lemma not in line.words.sets["done_to_things"]
        fitting = [each for each in known[:1] if held and not _is_somebody(each[0])]  # "mein termin": "das ist am ..."
    if line.word(place) == "es" and not fitting and known and es_is_now(line, place, clause):
        fitting = [each for each in known[:1] if not _is_somebody(each[0])]
    if is_subject and clause.lemma in ("heißen", "call") and not _owns(line, place):
        fitting = [each for each in fitting[:2] if _is_new(each[0])] or fitting  # "emma hat eine katze sie heißt"
    return fitting


def _is_of_own_subject(line: GermanLine, at: int, clause: Clause, sort: str) -> bool:
    """Says whether a possessive may mean the subject of its own clause: "magda hat ihren laden in bonn"."""
    begin, end = clause.subject
    if not _owns(line, at) or not begin < end <= at:
        return False
    meaning = load_meaning("de")
    own = german_entity(line, begin, end, meaning)
    named = own is not None and not own.pronoun and (own.role or own.name) and line.word(begin) not in ("ich", "wir")
    return bool(named) and own is not None and _agrees(german_pronoun_sort(own, line, meaning), sort)


def _is_own_subject_again(line: GermanLine, at: int, clause: Clause) -> bool:
    """Says whether "er" behind "wenn" means the noun its own clause begins with: "der pulli kratzt wenn er neu ist"."""
    named = clause.subject[1] - clause.subject[0] > 1
    return named and at > clause.verb and line.word(at - 1) == "wenn" and line.word(at) in line.words.sets["one_person"]


def _tells_breed(line: GermanLine, at: int, clause: Clause, known: Known) -> bool:
    """Says whether "das ist ein spitz" tells of which kind the animal is that was just named."""
    alone = at == clause.first and clause.subject == (at, at + 1) and line.word(at) == "das" and clause.lemma == "be"
    if not (alone and known and line.word(clause.rest) in _INDEFINITE) or not 1 < clause.last - clause.rest <= 3:
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
    return words.casefold().partition(" ")[0] in _INDEFINITE


def _is_some_thing(words: str) -> bool:
    """Says whether an antecedent is "eine wohnung", to which nothing is given: "ich will ihr eine kette schenken"."""
    first, *nouns = words.casefold().split()
    return first in _INDEFINITE and not any(role_of(noun) or is_given_name(noun) for noun in nouns)


def _is_somebody(words: str) -> bool:
    """Says whether an antecedent is a person or an animal, by its role or its name."""
    return any(role_of(word) or is_given_name(word) for word in words.casefold().split())


def _just_named(
    text: str, line: GermanLine, at: int, clause: Clause, known: Known
) -> tuple[str, str, frozenset[str]] | None:
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
        return next((each for each in known if _is_somebody(each[0]) and _agrees(each[1], sort)), None)
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
    if not _owns(line, place):
        return in_case(words, "ihn" if word == "den" else word, subject=is_subject), token.end
    entity = german_entity(line, place, last, load_meaning("de"))
    stop = max(entity.end if entity is not None else place + 2, place + 2)
    article, owner = owning(words, word, line.word(place + 1))
    noun = text[line.tokens[place + 1].start : line.tokens[min(stop, last) - 1].end]
    if " " not in words and not words.endswith(("s", "x", "z", "ß")):
        return f"{words}s {noun}", line.tokens[min(stop, last) - 1].end
    return f"{article} {noun} {owner}", line.tokens[min(stop, last) - 1].end


def _owns(line: GermanLine, at: int) -> bool:
    word = line.word(at)
    return (
        word in line.words.possessives
        and line.is_open(at + 1)
        and line.finite(at + 1) != 2
        and not (word == "ihr" and line.usual(at + 1) in "vr")
    )


_FRONTED = {"den": "male", "die": "female", "das": "thing"}
"""What stands before its verb for a thing named before: "die hab ich verkauft"."""


def pronoun_sort(line: GermanLine, at: int, clause: Clause, *, is_subject: bool) -> str:
    """Returns the sort of what a pronoun here stands for; empty for a word that stands for nothing named."""
    word = line.word(at)
    both = word == "die" and line.word(at + 1) == "beiden"
    if both and (line.finite(at + 2) or not line.is_open(at + 2)):
        return "many"
    if is_subject and das_is_called(line, at, clause):
        return "small"
    if is_subject and (_is_then(line, at, clause) or _stands_there(line, at, clause)):
        return "thing"
    named = (at, at + 1) in (clause.subject, clause.shared)
    if (is_subject and named and start_is_alone(line, at)) or is_teller_alone(line, at, clause):
        return demonstrative_sort(line, at)
    fronted = at == clause.first and clause.verb == at + 1 and clause.subject[0] > clause.verb
    if not is_subject and (fronted or is_object_alone(line, at, clause)) and word in _FRONTED:
        return _FRONTED[word]
    if word not in line.words.third or word in ("'s",):
        return ""
    if word == "sie" and is_subject and "p" in line.persons(clause.verb) and "3" not in line.persons(clause.verb):
        return "many"
    if word == "es" and not is_subject and clause.main == clause.first < clause.verb:
        return "thing"  # "getauft haben wir es"
    if word == "es" and is_subject and es_is_now(line, at, clause):
        return "thing"
    if word == "es":
        return "thing" if is_subject and clause.lemma in _OF_THINGS and not _is_empty_it(line, clause) else ""
    if word in ("sein", "seine", "ihr", "ihre", "seinen", "seinem", "seiner", "ihren", "ihrem", "ihrer") and not _owns(
        line, at
    ):
        return "female" if word == "ihr" else ""
    return line.words.third[word]


_OF_THINGS = frozenset((
    "sein", "liegen", "lie", "stehen", "stand", "hang", "heißen", "call", "kosten", "gehören", "kommen", "stattfinden",
))  # fmt: skip
"""Verbs with which "es" is mostly a thing that was named."""


def _is_then(line: GermanLine, at: int, clause: Clause) -> bool:
    """Says whether "das" is what was named last, of which a clause says when it is: "das ist am samstag"."""
    alone = line.word(at) == "das" and clause.subject == (at, at + 1) and clause.asks is None
    rest = range(clause.verb + 1, clause.last)
    words = line.words
    named = any(line.word(at) in words.determiners and line.word(at - 1) not in words.prepositions for at in rest)
    return alone and not named and line.word(clause.verb) == "ist" and names_time(line, at + 1, clause.last)


def _stands_there(line: GermanLine, at: int, clause: Clause) -> bool:
    """Says whether "das" is a thing that stands, lies or costs: "sie hat ein motorrad das steht im hof"."""
    alone = line.word(at) == "das" and clause.subject == (at, at + 1) and clause.verb == at + 1
    return alone and clause.asks is None and clause.lemma in _OF_THINGS - {"sein", "heißen", "call"}


def _is_empty_it(line: GermanLine, clause: Clause) -> bool:
    """Says whether "es" is of the weather or the hour."""
    meaning = load_meaning("de")
    return (
        any(line.word(place) in meaning.weather for place in range(clause.first, clause.last))
        or clause.lemma in meaning.weather
    )


def _agrees(sort: str, pronoun: str) -> bool:
    if pronoun in ("male", "female"):
        return sort in (pronoun, "any", "small")
    return sort == pronoun or (pronoun == "thing" and sort == "small")


_OWN_SEX = {
    "kater": "male", "hengst": "male", "hahn": "male", "rüde": "male", "hündin": "female", "stute": "female",
    "henne": "female", "pudeldame": "female",
}  # fmt: skip
"""Animals whose word has another gender than the role that they are filed under."""


def german_pronoun_sort(entity: Entity, line: GermanLine, meaning: Meaning) -> str:
    """Returns the sort of pronoun that may stand for an entity: male, female, many, thing, any, or small: a baby or
    a rabbit is "es", and by its name "er" or "sie".
    """
    role = entity.role.rpartition("-")[2]
    of = next((at for at in range(entity.start + 1, entity.end - 1) if line.word(at) in ("von", "vom")), entity.end)
    entity = replace(entity, end=of)  # "die katze von den nachbarn" is one
    last = line.word(entity.end - 1)
    counted = any(
        line.is_number(at) and line.word(at) not in line.words.ordinals for at in (entity.start - 1, entity.start)
    )
    if counted and entity.role and line.word(entity.start - 1) not in ("ein", "eine", "einen"):
        return "many"
    if entity.role in ("eltern", "großeltern", "geschwister", "freunde", "schwiegereltern", "nachbarn") or (
        line.is_plural(entity.end - 1) and not entity.name
    ):
        return "many"
    own = next(filter(None, (_OWN_SEX.get(line.word(at)) for at in range(entity.start, entity.end))), "")
    if own or role in meaning.male or role in meaning.female:
        return own or ("male" if role in meaning.male else "female")
    article = line.word(entity.start)
    if line.word(entity.start - 1) in ("in", "nach", "aus", "auf", "am", "im", "bis", "über") and not entity.role:
        return "place"
    if entity.role and not entity.name and is_neuter(last):
        return "small"
    if entity.is_person or entity.name:
        titled = {"herr": "male", "herrn": "male", "frau": "female"}.get(line.word(entity.start), "")
        return titled or pronoun_for_name(entity.name.partition(" ")[0]) or _of_article(article)
    if article in _MALE_ARTICLES and not (
        article in ("dem", "meinem", "einem", "unserem", "im", "am", "zum", "vom") or is_neuter(last)
    ):
        return "male"
    if article in ("die", "eine", "meine", "unsere", "diese"):
        return "female"
    if article in ("das", "dieses") or is_neuter(last):
        return "thing"
    return "male" if article in ("mein", "unser", "ein") else "thing"


_MALE_ARTICLES = frozenset((
    "der", "den", "dem", "einen", "meinen", "unseren", "diesen", "dieser", "meinem", "unserem", "einem", "im", "am",
    "zum", "vom",
))  # fmt: skip


def is_bare_noun(entity: Entity, clause: Clause) -> bool:
    """Says whether an object that is read as a name is more likely a noun: "nassfutter" of "er frisst nassfutter"."""
    named = is_given_name(entity.name.partition(" ")[0]) or clause.lemma in ("call", "be")
    return bool(entity.name) and not entity.role and not named and " " not in entity.name


_INDEFINITE = {
    "ein": "", "n": "", "'n": "", "eine": "e", "ne": "e", "'ne": "e", "einen": "en", "nen": "en", "'nen": "en",
}  # fmt: skip


def owned_by_speaker(words: str, *, together: bool, counted: bool = False) -> str:
    """Returns "meine katze" for "eine katze" that the speaker has, "meine katzen" for two; other words unchanged."""
    if counted and words[:1].islower():
        return f"{'unsere' if together else 'meine'} {words}"
    first, _, rest = words.partition(" ")
    ending = _INDEFINITE.get(first.lower())
    return words if ending is None or not rest else f"{'unser' if together else 'mein'}{ending} {rest}"


def _of_article(article: str) -> str:
    return {"der": "male", "den": "male", "die": "female"}.get(article, "any")
