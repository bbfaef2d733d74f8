"""Pure: finds who somebody is to the speaker by what she does with them: "i'm lodging with a widow called mrs hart".

Asked is "who's my landlady" or "who teaches me the cello", told is a deed of the speaker and, behind "with", "for" or
"from", somebody. Of two such people neither is told.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.reading.answers import Told
from memory.reading.facts.entities import BETWEEN, SPEAKER, Names
from memory.reading.facts.held_words import holds_word
from memory.reading.facts.reality import same_reality
from memory.reading.facts.statements import Statement
from memory.reading.facts.wanted import Wanted
from memory.reading.grammar.clause import ActKind, Gap, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import Meaning, load_meaning


def deed_facts(want: Wanted, told: Sequence[Told], names: Names, language: str = "en") -> tuple[Told, ...]:
    """Returns the one fact that names whom the speaker does something with; empty where none or several do."""
    meaning = load_meaning(language)
    deeds = _deeds_of(want, meaning)
    if not deeds or want.question.clause.negated:
        return ()
    found = {each.ref: each for each in told if _names_partner(want, each.statement, deeds, meaning)}
    return tuple(found.values()) if len(found) == 1 else ()


def _deeds_of(want: Wanted, meaning: Meaning) -> frozenset[str]:
    """Returns the verbs that tell of the person asked for; none where nobody is asked for by a role or a deed."""
    mine = any(key.partition(BETWEEN)[0] == SPEAKER for key in want.question.keys)
    if want.gap is not Gap.WHO or not mine:
        return frozenset()
    clause = want.question.clause
    if clause.lemma != "be":
        return meaning.set_of(f"deeds {clause.lemma}")
    roles = {entity.role for entity in want.question.subject if not entity.name}
    return frozenset().union(*(meaning.set_of(f"deeds {role}") for role in roles if role))


def _names_partner(want: Wanted, told: Statement, deeds: frozenset[str], meaning: Meaning) -> bool:
    clause = told.clause
    if told.kind not in (ActKind.TELL, ActKind.CORRECT) or clause.negated or clause.past:
        return False
    if clause.modality in (Modality.CONDITIONAL, Modality.WISH) or not same_reality(want, told, meaning.language):
        return False
    taught = not deeds.isdisjoint(meaning.set_of("deeds teacher")) and clause.lemma in meaning.set_of("having")
    nouns = deeds if clause.lemma == "be" else meaning.set_of("deeds by lesson") if taught else frozenset()
    does = clause.lemma in deeds or any(forms & nouns for forms in told.words)
    if not does or SPEAKER not in told.subject_keys:
        return False
    line = line_of(told.text, meaning.language)
    kin = (
        meaning.kinds.get("family", frozenset())
        | meaning.set_of("companions")
        | meaning.kinds.get("partner", frozenset())
    )
    partners = (one for one in told.others if (one.is_person or one.name) and one.role not in kin)
    beside = any(line.word(one.start - 1) in meaning.set_of("deeds with") for one in partners)
    return beside and all(holds_word(forms, told, meaning, want) for forms in _things(want, meaning))


def _things(want: Wanted, meaning: Meaning) -> list[frozenset[str]]:
    """Returns what the question names beside the role or the deed: the cello of "who teaches me the cello"."""
    spent = {want.question.clause.lemma}
    spent |= {word for word, role in meaning.roles.items() if role in {one.role for one in want.question.subject}}
    places = meaning.kinds.get("lodging", frozenset()) | {"dig", "digs", "lodging", "place", "house", "flat"}
    which = [frozenset((word,)) for word in _qualifiers(want, meaning)]
    return [*which, *(forms for forms in want.words if not forms & (spent | places))]


def _qualifiers(want: Wanted, meaning: Meaning) -> list[str]:
    """Returns the words before the role that tell it from others of its kind: the piano of "my piano teacher"."""
    heads = [key.rpartition(">")[2].split() for one in want.question.subject for key in one.keys]
    free = meaning.set_of("qualifying")
    return [word for head in heads for word in head[:-1] if word not in free]
