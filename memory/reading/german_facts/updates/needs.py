"""Pure: says whether German tells that what is needed is there: "ich hab milch gekauft" ends "wir brauchen milch"."""

from __future__ import annotations

from memory.reading.changes.change_words import spoken_in
from memory.reading.facts.statements import Statement
from memory.reading.german_facts.told_things import are_named_in, things_of, verbs_in
from memory.reading.grammar.clause import Modality
from memory.reading.words.meaning import Meaning


def is_no_longer_needed(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether something was got, and nothing else, that an older statement tells to be needed."""
    needed = old.clause.lemma in meaning.set_of("needing") and not old.clause.past and not old.clause.negated
    if not needed or new.clause.modality is not Modality.FACT or new.clause.negated or not new.clause.past:
        return False
    things = tuple(forms for forms in things_of(old, meaning) if not forms & meaning.set_of("needed anew"))
    got = bool(verbs_in(new) & meaning.set_of("getting needed"))
    anew = meaning.set_of("needed anew").union(*things)
    more = any(not forms & anew for forms in things_of(new, meaning)) and "und" not in spoken_in(new)
    return got and not more and "für" not in spoken_in(new) and are_named_in(things, new, meaning)  # "jana schuhe"
