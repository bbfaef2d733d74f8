"""Pure: says whether a statement tells another thing of somebody than an older one: "emma is tall", "emma is five".

What somebody is has one key in the vault, by which two values of it would be a conflict. Here only what has one value
at a time is left to be one: an age, a trade, a name, and whatever the rules of change see a conflict in.
"""

from __future__ import annotations

from memory.reading.changes.updates import Effect, effect_on
from memory.reading.facts.gaps import is_trade, tells_job
from memory.reading.facts.statements import Statement, statements
from memory.reading.words.meaning import Meaning, load_meaning


def tells_another_thing(new: str, old: str, language: str) -> bool:
    """Says whether both are plain statements of what one person is, and the newer leaves the older as it was.

    In English only: what is a trade is not read surely enough in German, "emma ist lehrerin".
    """
    if language != "en":
        return False
    told, before = (statements(text, language) for text in (new, old))
    if len(told) != 1 or len(before) != 1:
        return False
    one, other = told[0], before[0]
    if not all(_says_what_person_is(each) for each in (one, other)):
        return False
    meaning = load_meaning(language)
    if _says_trade(one, meaning) and _says_trade(other, meaning):
        return False
    return effect_on(one, other, {}, language) is Effect.NONE


def _says_what_person_is(one: Statement) -> bool:
    person = bool(one.subject) and all(entity.is_person or entity.name for entity in one.subject)
    return person and one.clause.lemma == "be" and not one.clause.negated and not one.about_speaker


def _says_trade(one: Statement, meaning: Meaning) -> bool:
    return tells_job(one, meaning) or is_trade(one, meaning)
