"""Pure: says whether German tells that a duty or plan is done, by what became of its thing.

"Der keller ist jetzt aufgeräumt" and "der keller ist fertig" end "ich muss den keller aufräumen". A duty that comes
again and again stays. What was needed is there once it is bought: "ich hab milch gekauft" ends "wir brauchen milch".
"""

from __future__ import annotations

from collections.abc import Set

from memory.core.policy import MIN_HEAD_CHARS
from memory.reading.changes.change_words import spoken_in
from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.german_facts.told_things import LANGUAGE, are_named_in, things_of, verbs_in
from memory.reading.grammar.clause import Modality
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning


def is_done_to_thing(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether a statement tells that what somebody was to do with a thing is done."""
    if not old.clause.modality.is_ahead or new.clause.modality is not Modality.FACT or _comes_again(old):
        return False
    if SPEAKER in new.subject_keys and new.clause.lemma != "be":
        return False
    done = _done_words(new, old, meaning)
    if not done or new.clause.negated:
        return False
    things = things_of(new, meaning) if SPEAKER in new.subject_keys else new.subject_words
    named = tuple(forms for forms in things if not forms & done)
    return bool(named) and all(are_named_in((forms,), old, meaning) or _begins_one_of(forms, old) for forms in named)


def is_done_otherwise_named(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether the speaker did what they were to do, told by another verb: "ich hab mit oma telefoniert"."""
    if not old.clause.modality.is_ahead or old.clause.negated or _comes_again(old):
        return False
    told = new.clause.past and new.clause.modality is Modality.FACT and not new.clause.negated
    ours = SPEAKER in new.subject_keys or not new.subject
    if not told or not ours or SPEAKER not in old.subject_keys:
        return False
    deeds, duty = {new.clause.lemma, *verbs_in(new)}, {old.clause.lemma, *verbs_in(old)}
    if not _are_alike(deeds, duty, meaning):
        return False
    things = tuple(forms for forms in things_of(new, meaning) if not forms & (deeds | duty))
    left = [forms for forms in things_of(old, meaning) if not forms & (deeds | duty)]
    if "und" in spoken_in(old) and not all(are_named_in((forms,), new, meaning) for forms in left):
        return False  # one of several is done
    return bool(things) and any(are_named_in((forms,), old, meaning) for forms in things[:2])


def _are_alike(deeds: Set[str], others: Set[str], meaning: Meaning) -> bool:
    """Says whether one deed may stand for another: what is paid is transferred."""
    groups = (meaning.set_of(f"alike deeds {name}") for name in sorted(meaning.set_of("alike deeds")))
    return any(deeds & group and others & group for group in groups)


def is_done_at_last(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether what was told as not done yet is done: "jetzt ist sie bezahlt" after "noch nicht bezahlt"."""
    yet = "noch" in spoken_in(old) and old.clause.negated and old.clause.past
    if not yet or new.clause.negated or new.clause.asks or new.clause.modality is not Modality.FACT:
        return False
    own, other = verbs_in(new) - _HELPING, verbs_in(old) - _HELPING
    if not (own & other or _are_alike(own, other, meaning)):
        return False
    things = tuple(forms for forms in (*new.subject_words, *things_of(new, meaning)) if not forms & (own | other))
    return bool(things) and all(are_named_in((forms,), old, meaning) for forms in things)


_HELPING = frozenset(("be", "have", "sein", "haben", "werden", "turn"))


def _done_words(new: Statement, old: Statement, meaning: Meaning) -> frozenset[str]:
    """Returns the words that say that it is done: its own verb in the passive, the verb's particle, or "fertig"."""
    spoken = spoken_in(new)
    if new.clause.lemma == "be":
        particles = load_closed_words(LANGUAGE).particles & spoken
        last = old.text.casefold().split()[-1]
        own = {word for word in particles if last.startswith(word) and last.endswith("n") and last != word}
        cleaned = bool(verbs_in(old) & meaning.set_of("alike deeds cleaning")) and spoken & meaning.set_of(
            "clean again"
        )
        return frozenset(own) | (spoken & meaning.set_of("done")) | frozenset(cleaned or ())
    passive = new.clause.past and spoken & load_closed_words(LANGUAGE).be.keys()
    made = new.clause.lemma == old.clause.lemma or new.clause.lemma in meaning.set_of("getting done")
    return frozenset((new.clause.lemma,)) if passive and made else frozenset()


def _begins_one_of(forms: Forms, old: Statement) -> bool:
    """Says whether a word of the old statement is made with this one in front: "steuer" and "steuererklärung"."""
    fronts = tuple(form for form in forms if len(form) >= MIN_HEAD_CHARS)
    return bool(fronts) and any(form.startswith(fronts) for each in old.words for form in each)


def _comes_again(old: Statement) -> bool:
    """Says whether a duty is one of every day or week, which one time does not end."""
    words = load_closed_words(LANGUAGE)
    often = {word for word in spoken_in(old) if word in words.days and word.endswith("s")}
    return bool(often) or bool(spoken_in(old) & (words.sets["habits"] | words.sets["each"]))


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
