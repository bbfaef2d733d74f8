"""Pure: what a German clause states or asks: its entities, words with near ones, time, place, number."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from memory.reading.facts.entities import SPEAKER, Entity
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import concept_of, german_forms
from memory.reading.german.phrases import german_entities
from memory.reading.german.time_and_place import names_place, names_time
from memory.reading.german.told_names import closest, told_names
from memory.reading.grammar.clause import Act, Clause
from memory.reading.words.given_names import is_given_name
from memory.reading.words.meaning import Meaning

Forms = frozenset[str]


def parts_of(line: GermanLine, act: Act, meaning: Meaning) -> dict[str, Any]:
    """Returns what a statement holds of an act: entities, words, pairs of names, and its sorts of answers."""
    clause = act.clause
    bounds = clause.subject if clause.subject[1] > clause.subject[0] else clause.shared
    subject = german_entities(line, *bounds, meaning)
    others = tuple(
        entity
        for first, last in _outside(clause, bounds)
        for entity in german_entities(line, first, last, meaning)
        if not (clause.asks is not None and entity.start < clause.sort[1] and entity.end > clause.sort[0])
    )
    said = line.skip_middle(clause.rest)
    if clause.lemma == "sein" and clause.asks is None:
        others = tuple(_as_kind(line, entity, meaning) if entity.start == said else entity for entity in others)
    if clause.lemma == "sein" and clause.asks is None and line.word(clause.rest) in meaning.kinds["beruf"]:
        trade = Entity(frozenset((line.word(clause.rest),)), clause.rest, clause.rest + 1, plain=True)
        others = (trade, *(entity for entity in others if entity.start != clause.rest))
    others = tuple(_owned_by(entity, subject, meaning) for entity in others)
    if clause.lemma == "haben" and clause.asks is None:
        others = tuple(_had_by(_held_as(line, entity, subject), subject, clause) for entity in others)
    if clause.asks is not None:
        subject = tuple(replace(entity, keys=frozenset(closest(entity))) for entity in subject)
    compared = _compared(line, clause)
    had = _attribute_had(line, clause, subject, others, meaning)
    if had is not None:
        bounds, subject, others = (had.start, had.end), (had,), tuple(one for one in others if one.start > had.start)
        compared = replace(compared, lemma="be", rest=had.end)
    every = dict.fromkeys((*range(*bounds), *range(clause.first, clause.last), *_verbs(clause)))
    own = tuple(place for place in every if is_content_word(line, place, clause))
    told = clause.asks is None
    return {
        "clause": compared,
        "subject": subject,
        "others": others,
        "words": (
            *(_forms(line, place, clause, meaning, told) for place in own),
            *_motion_left_out(line, clause, meaning),
            *_span_told(line, clause, meaning),
        ),
        "subject_words": tuple(
            german_forms(line, place, meaning, told=told)
            for place in range(*bounds)
            if is_content_word(line, place, clause)
        ),
        "named": tuple(told_names(line, clause, subject, others, meaning)),
        "has_time": names_time(line, clause.first, clause.last),
        "has_place": names_place(line, clause),
        "has_number": _has_number(line, clause),
        "has_reason": any(line.word(place) in line.words.reasons for place in range(clause.first, clause.last)),
    }


def _span_told(line: GermanLine, clause: Clause, meaning: Meaning) -> tuple[Forms, ...]:
    """Returns the words that ask for either end of a stretch of time, where one is told: "von montag bis freitag"."""
    if clause.asks is not None:
        return ()
    begins = next(
        (at for at in range(clause.first, clause.last) if line.word(at) in ("vom", "von", "ab", "zwischen")), -1
    )
    until = (
        next((at for at in range(begins + 1, clause.last) if line.word(at) in ("bis", "und")), -1)
        if begins >= 0
        else -1
    )
    dated = all(any(line.is_time(at) or line.is_number(at) or line.is_month(at) for at in range(place + 1, place + 4))
                for place in (begins, until))  # fmt: skip
    return (meaning.set_of("ends of spans"),) if until > begins >= 0 and dated else ()


def _motion_left_out(line: GermanLine, clause: Clause, meaning: Meaning) -> tuple[Forms, ...]:
    """Returns the verb of motion that "wir wollen nach dänemark" and "ich muss zum zahnarzt" leave out; else none."""
    if clause.asks is not None or clause.main != clause.verb or line.word(clause.verb) not in line.words.modals:
        return ()
    goals = meaning.set_of("goal prepositions")
    goes = any(
        line.word(at) in goals and not line.is_time(at + 1) and (line.is_open(at + 1) or line.is_open(at + 2))
        for at in range(clause.first, clause.last)
    )
    return (meaning.set_of("motion"),) if goes else ()


def _attribute_had(
    line: GermanLine, clause: Clause, subject: tuple[Entity, ...], others: tuple[Entity, ...], meaning: Meaning
) -> Entity | None:
    """Returns what "ich hab schuhgröße vierzig" gives a value to: it tells the same as "meine schuhgröße ist"."""
    if clause.lemma != "haben" or clause.asks is not None or clause.negated or not subject:
        return None
    ends = tuple(meaning.set_of("attributes"))
    if not ends or SPEAKER not in subject[0].keys:
        return None
    for entity in others:
        named = next((at for at in range(entity.start, entity.end) if line.word(at).endswith(ends)), clause.last - 1)
        if named < clause.last - 1 and line.word(entity.start) not in line.words.indefinite:
            return next(iter(german_entities(line, entity.start, named + 1, meaning)), None)
    return None


def _owned_by(entity: Entity, subject: tuple[Entity, ...], meaning: Meaning) -> Entity:
    """Makes the subject the owner of "ihr baby" in "meine schwester bekommt ihr baby", where it may be."""
    if len(subject) != 1 or not subject[0].keys or not any(key.startswith("?") for key in entity.keys):
        return entity
    role = subject[0].role.rpartition("-")[2]
    wrong = {"?female": meaning.male, "?male": meaning.female}
    keys = frozenset(
        f"{root}>{key.partition('>')[2]}" for key in entity.keys for root in subject[0].keys
        if key.partition(">")[0] in wrong
        and role not in wrong[key.partition(">")[0]] and SPEAKER not in subject[0].keys
    )  # fmt: skip
    return replace(entity, keys=keys, is_person=False) if keys else entity


def _held_as(line: GermanLine, entity: Entity, subject: tuple[Entity, ...]) -> Entity:
    """Makes the subject the owner of the role in "jonas hat frau wittmann als lehrerin"."""
    if line.word(entity.start - 1) != "als" or not entity.role or len(subject) != 1:
        return entity
    roots = sorted(subject[0].keys)
    return replace(entity, keys=frozenset(f"{root}>{entity.role}" for root in roots), name="", is_person=True)


def _had_by(entity: Entity, subject: tuple[Entity, ...], clause: Clause) -> Entity:
    """Makes the subject the owner of what it has: "herr wiesner hat einen dackel" tells of no dog of the speaker."""
    if len(subject) != 1 or SPEAKER in subject[0].keys or not subject[0].keys or clause.negated or entity.name:
        return entity
    first = f"{SPEAKER}>"
    mine = {key for key in entity.keys if key.startswith(first) and ">" not in key.removeprefix(first)}
    theirs = {f"{owner}>{key.removeprefix(first)}" for owner in subject[0].keys for key in mine}
    return replace(entity, keys=entity.keys - mine | theirs)


_TRADES = (
    "in",
    "er",
    "ist",
    "or",
    "eur",
    "ent",
    "ant",
    "mann",
    "frau",
    "arzt",
    "pilot",
    "koch",
    "wirt",
    "loge",
    "anwalt",
    "chirurg",
    "architekt",
    "jurist",
    "rentner",
)


def _as_kind(line: GermanLine, entity: Entity, meaning: Meaning) -> Entity:
    """Makes "lehrerin" in "sie ist lehrerin" a kind of person, and no name: German leaves out the article."""
    last = line.word(entity.end - 1)
    kin = meaning.kinds.get("familie", frozenset()) | meaning.animals
    known = last in meaning.kinds["beruf"] or (bool(entity.role) and not entity.name and entity.role not in kin)
    bare = (
        line.word(entity.start) not in line.words.determiners | line.words.possessives
        and entity.end <= entity.start + 2
        and (known or (last.endswith(_TRADES) and line.form(entity.end - 1) is None and not is_given_name(last)))
    )
    return replace(entity, role="", name="", is_person=False, plain=True) if bare else entity


def _compared(line: GermanLine, clause: Clause) -> Clause:
    """Returns the clause as the rules compare it: their word for its verb, and its rest without adverbs before it."""
    rest = clause.rest
    while 0 <= rest < clause.last - 1 and line.word(rest) in line.words.middle | line.words.adverbs:
        rest += 1
    began = clause.lemma in ("anfangen", "beginnen")
    return replace(clause, lemma=called(line, clause), rest=rest, past=clause.past and not began)


def called(line: GermanLine, clause: Clause) -> str:
    """Returns what the rules call the verb of a clause; "is cancelled" is a state of its subject."""
    concept = concept_of(clause.lemma)
    if concept == "cancel" and (
        line.word(clause.verb) in ("wurde", "wird", "ist", "sind", "wurden") or clause.lemma == "ausfallen"
    ):
        return "be"
    if concept == "do" and (clause.main != clause.verb or names_time(line, clause.first, clause.last)):
        return clause.lemma
    return concept


def _verbs(clause: Clause) -> tuple[int, ...]:
    """Returns the verb of a clause that shares it: "und mein hund rex"."""
    return (clause.main,) if clause.main >= 0 and not clause.first <= clause.main < clause.last else ()


def _outside(clause: Clause, bounds: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Returns the spans of a clause beside its subject and finite verb, in order."""
    cuts = sorted({at for at in (*range(*bounds), clause.verb) if clause.first <= at < clause.last})
    spans, start = [], clause.first
    for cut in (*cuts, clause.last):
        if cut > start:
            spans.append((start, cut))
        start = cut + 1
    return tuple(spans)


def _forms(line: GermanLine, at: int, clause: Clause, meaning: Meaning, told: bool) -> Forms:
    forms = german_forms(line, at, meaning, told=told)
    if told and line.word(at + 1) in ("für", "von", "vom", "zu", "zum", "zur", "im", "am", "beim", "in"):
        forms |= _compound(line, at)
    return (
        forms | {clause.lemma, concept_of(clause.lemma)}
        if at in (clause.main, clause.verb) and clause.lemma and not _is_auxiliary(line, at)
        else forms
    )


def _compound(line: GermanLine, at: int) -> Forms:
    """Returns the compound that a noun and its phrase make: "schlüssel für den keller" is a "kellerschlüssel"."""
    place = at + 2
    while line.word(place) in line.words.determiners | line.words.possessives:
        place += 1
    fits = line.is_open(place) and not line.is_number(place) and len(line.word(place)) > 2
    return frozenset(f"{line.word(place)}{link}{line.word(at)}" for link in ("", "s", "n")) if fits else frozenset()


def _is_auxiliary(line: GermanLine, at: int) -> bool:
    word, words = line.word(at), line.words
    return word in words.be or word in words.have or word in words.modals


_STOPPED = ("stehen", "geblieben")
"""What asks only where somebody is: "wo bin ich im buch stehen geblieben"."""


def is_content_word(line: GermanLine, at: int, clause: Clause) -> bool:
    """Says whether a word carries meaning of its own."""
    word, words = line.word(at), line.words
    if line.is_number(at) or line.is_month(at):
        return True
    if word in line.words.sets["kept_adverbs"]:
        return True
    if (word, line.word(at + 1)) == _STOPPED or (line.word(at - 1), word) == _STOPPED:
        return False
    articled = word in words.sets["noun_particles"] and line.word(at - 1) in words.determiners | words.possessives
    closing = at in (clause.main, clause.last - 1) and not (articled or line.is_blocked(at))
    closing = closing and not (clause.lemma == "sein" and line.usual(at) == "a")  # "wer ist krank"
    if word in words.particles and closing:
        return line.is_in(at, "driven_things")
    if (
        word in words.adverbs | words.middle | words.questions
        or line.is_stop(at)
        or word in ("ja", "nein", "'s", "gewesen", "worden", "sein", "werden", "haben")
    ):
        return word in words.days
    return line.is_open(at) and not _is_auxiliary(line, at)


def _has_number(line: GermanLine, clause: Clause) -> bool:
    fronted = clause.first < clause.verb < clause.subject[0] and line.is_number(clause.first)
    return fronted or any(
        line.is_number(at)
        or line.word(at) in ("ein", "eine", "einen", "einem", "einer", "kein", "keine", "keinen", "beide", "paar")
        for at in range(_told_from(clause), clause.last)
    )


def _told_from(clause: Clause) -> int:
    """Returns where a clause tells something: after its verb where a preposition opened it, else after its subject."""
    existing = clause.verb < clause.subject[0] and clause.lemma == "sein" and clause.asks is None
    return clause.verb + 1 if existing else max(clause.rest, clause.first)
