"""Pure: says which facts name relatives, and that news of one of them ends none of these: "tom left" after "my kids
are tom and eve".
"""

from __future__ import annotations

from memory.reading.facts.entities import BETWEEN
from memory.reading.facts.statements import Statement, statements
from memory.reading.words.meaning import Meaning, load_meaning


def stay_kin(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether `old` names somebody's relatives, and `new` only that one of them left, died, is ill or came."""
    return new.once(_only_happens, meaning) and old.once(_names_kin, meaning)


def names_kin(told: str, language: str) -> bool:
    """Says whether a fact names somebody's relatives: "my brother is called tom"; not "my brother tom is ill"."""
    each = statements(told, language)
    return len(each) == 1 and each[0].once(_names_kin, load_meaning(language))


def _names_kin(one: Statement, meaning: Meaning) -> bool:
    clause = one.clause
    if clause.lemma not in meaning.set_of("telling who kin are") or clause.negated or one.has_time or one.has_place:
        return False
    beside = {key for entity in one.others for key in entity.keys}
    linked = any(_is_kin(key, meaning) and (key in beside or name in beside) for key, name in one.named)
    persons = bool(one.others) and all(entity.name and entity.is_person for entity in one.others)
    return linked or (persons and any(_is_kin(key, meaning) for key in one.subject_keys))


def _only_happens(one: Statement, meaning: Meaning) -> bool:
    happens = one.clause.lemma in meaning.set_of("happening to kin")
    becomes = one.clause.lemma == "be" and bool(one.spoken & meaning.set_of("how kin are"))
    about = any(entity.is_person or entity.name for entity in one.subject)
    return about and not one.clause.negated and (happens or becomes)


def _is_kin(key: str, meaning: Meaning) -> bool:
    return BETWEEN in key and key.rpartition(BETWEEN)[2] in meaning.set_of("kin for life")
