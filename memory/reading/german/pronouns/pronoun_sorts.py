"""Pure: says of which sort a German pronoun or noun is, so that one may stand for the other."""

from __future__ import annotations

from dataclasses import replace

from memory.reading.facts.entities import Entity
from memory.reading.german.german_line import GermanLine
from memory.reading.german.left_out.objects import is_object_alone, is_teller_alone
from memory.reading.german.nouns import is_neuter
from memory.reading.german.phrases import das_is_called, demonstrative_sort, es_is_now, start_is_alone
from memory.reading.german.time_and_place import names_time
from memory.reading.grammar.clause import Clause
from memory.reading.words.given_names import is_given_name, pronoun_for_name
from memory.reading.words.meaning import Meaning, load_meaning


def owns_noun(line: GermanLine, at: int) -> bool:
    """Says whether a possessive stands before its noun: "ihr hund", and no "ihr" that something is given to."""
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
    if is_subject and (_is_then(line, at, clause) or stands_there(line, at, clause)):
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
    if word == "es" and not is_subject and clause.main == clause.first < clause.verb < at - 1:
        return "thing"  # "getauft haben wir es"
    if word == "es" and is_subject and es_is_now(line, at, clause):
        return "thing"
    if word == "es":
        return "thing" if is_subject and clause.lemma in _OF_THINGS and not _is_empty_it(line, clause) else ""
    if word in _OWNING and not owns_noun(line, at):
        return "female" if word == "ihr" else ""
    return line.words.third[word]


_OWNING = frozenset(("sein", "seine", "ihr", "ihre", "seinen", "seinem", "seiner", "ihren", "ihrem", "ihrer"))
_OF_THINGS = frozenset((
    "sein", "liegen", "lie", "stehen", "stand", "hang", "heißen", "call", "kosten", "gehören", "kommen", "stattfinden",
    "beginnen", "begin", "anfangen", "start", "losgehen", "enden", "end",
))  # fmt: skip
"""Verbs with which "es" is mostly a thing that was named."""


def _is_then(line: GermanLine, at: int, clause: Clause) -> bool:
    """Says whether "das" is what was named last, of which a clause says when it is: "das ist am samstag"."""
    alone = line.word(at) == "das" and clause.subject == (at, at + 1) and clause.asks is None
    rest = range(clause.verb + 1, clause.last)
    words = line.words
    named = any(line.word(at) in words.determiners and line.word(at - 1) not in words.prepositions for at in rest)
    return alone and not named and line.word(clause.verb) == "ist" and names_time(line, at + 1, clause.last)


def stands_there(line: GermanLine, at: int, clause: Clause) -> bool:
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


def agrees_in_sort(sort: str, pronoun: str) -> bool:
    """Says whether a pronoun of a sort may stand for what is of the other one."""
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
    single = line.is_in(entity.start, "one_male") and last[:-1] in meaning.set_of("weak nouns")
    if entity.role in ("eltern", "großeltern", "geschwister", "freunde", "schwiegereltern", "nachbarn") or (
        line.is_plural(entity.end - 1) and not entity.name
    ):
        return "male" if single else "many"
    own = next(filter(None, (_OWN_SEX.get(line.word(at)) for at in range(entity.start, entity.end))), "")
    if own or role in meaning.male or role in meaning.female:
        return own or ("male" if role in meaning.male else "female")
    article = line.word(entity.start)
    if line.word(entity.start - 1) in ("in", "nach", "aus", "auf", "am", "im", "bis", "über") and not entity.role:
        return "place"
    if entity.role and not entity.name and is_neuter(last):
        return "small"
    if entity.is_person or entity.name:
        first = entity.start + (article in line.words.determiners)
        titled = {"herr": "male", "herrn": "male", "frau": "female"}.get(line.word(first), "")
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


def is_no_other(entity: Entity, line: GermanLine, clause: Clause) -> bool:
    """Says whether an object is nobody whom a pronoun means: what somebody works as, "sie arbeitet als hebamme", or a
    noun that is read as a name, "nassfutter" of "er frisst nassfutter".
    """
    if entity.role and not entity.name and line.word(entity.start - 1) == "als" and line.is_open(entity.start):
        return True
    named = is_given_name(entity.name.partition(" ")[0]) or clause.lemma in ("call", "be")
    return bool(entity.name) and not entity.role and not named and " " not in entity.name


INDEFINITE = {
    "ein": "", "n": "", "'n": "", "eine": "e", "ne": "e", "'ne": "e", "einen": "en", "nen": "en", "'nen": "en",
}  # fmt: skip


def owned_by_speaker(words: str, *, together: bool, counted: bool = False) -> str:
    """Returns "meine katze" for "eine katze" that the speaker has, "meine katzen" for two; other words unchanged."""
    if counted and words[:1].islower():
        return f"{'unsere' if together else 'meine'} {words}"
    first, _, rest = words.partition(" ")
    ending = INDEFINITE.get(first.lower())
    return words if ending is None or not rest else f"{'unser' if together else 'mein'}{ending} {rest}"


def _of_article(article: str) -> str:
    return {"der": "male", "den": "male", "die": "female"}.get(article, "any")
