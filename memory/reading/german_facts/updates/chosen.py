"""Pure: says whether German tells which of two was chosen: "wir haben uns für dänemark entschieden" settles "wir wollen
entweder nach dänemark oder nach kroatien".
"""

from __future__ import annotations

from memory.reading.changes.change_words import spoken_in
from memory.reading.facts.entities import Names
from memory.reading.facts.statements import Statement
from memory.reading.german_facts.told_things import LANGUAGE, are_named_in, is_about_same, things_of, verbs_in
from memory.reading.grammar.clause import Modality
from memory.reading.words.meaning import load_meaning


def chooses_one(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether an older statement leaves two things open, and the new one takes one of them and not the other."""
    meaning = load_meaning(LANGUAGE)
    unreal = (Modality.CONDITIONAL, Modality.WISH, Modality.HEDGED, Modality.REPORTED)
    if new.clause.asks or old.clause.asks or new.clause.negated or new.clause.modality in unreal:
        return False
    between = meaning.set_of("choosing between")
    open_between = spoken_in(old) & between and not spoken_in(new) & between
    verbs = {new.clause.lemma, *verbs_in(new)}
    decided = bool(verbs & meaning.set_of("deciding"))
    takes = decided or verbs & meaning.set_of("taking one") or new.clause.lemma in verbs_in(old)
    if not open_between or not takes or not (decided or is_about_same(new, old, names) or new.text.startswith("es ")):
        return False
    things = tuple(forms for forms in things_of(new, meaning) if not forms & verbs)
    return bool(things) and are_named_in(things, old, meaning) and len(things_of(old, meaning)) > len(things)
