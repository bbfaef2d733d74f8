"""Pure: says whether a German statement right after another one changes it, although it names nothing of it.

"Er hat ihn verkauft", "er ist da ausgetreten", "die haben sich getrennt": what is over was told just before. Each has
its verb of change, and a pronoun or "da" that points back; without one nothing follows.
"""

from __future__ import annotations

from memory.reading.changes.change_words import spoken_in
from memory.reading.facts.entities import SPEAKER, Names
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.german_facts.changes import is_held, may_change
from memory.reading.german_facts.told_things import (
    LANGUAGE,
    are_named_in,
    has_other_as_object,
    is_about_same,
    prepositions_in,
    things_of,
    verbs_in,
)
from memory.reading.german_facts.updates.retimed import is_called_off, retimes_last, skips_once
from memory.reading.german_facts.updates.told_anew import tells_last_anew
from memory.reading.grammar.clause import Mark, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.given_names import is_given_name
from memory.reading.words.meaning import Meaning, load_meaning


def changes_last_german(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether `new` ends or replaces `old`, which was told in the turn before."""
    if _demands(new, old, names) or _comes_to_nothing(new, old) or _occasion_falls_out(new, old):
        return True
    if _suffices(new, old):
        return True
    if not may_change(new, old) or new.clause.negated:
        return False
    return any(rule(new, old, names) for rule in _RULES)


def _demands(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether "jetzt will er fünfzehn" right after "er kriegt zwölf euro" is what he takes now."""
    priced = load_meaning(LANGUAGE).set_of("priced by")
    asked = Mark.NOW in new.clause.marks and new.clause.modality is Modality.WISH and not new.clause.negated
    alike = {new.clause.lemma, old.clause.lemma} <= priced and new.has_number and old.has_number
    return asked and alike and not old.clause.past and is_about_same(new, old, names)


def _suffices(new: Statement, old: Statement) -> bool:
    """Says whether "abends reicht jetzt eine" right after "sie nimmt abends zwei tabletten" is how many it is now."""
    meaning, spoken = load_meaning(LANGUAGE), new.text.casefold().split()
    told = bool(verbs_in(new) & meaning.set_of("sufficing")) and "jetzt" in spoken and not new.clause.asks
    words = load_closed_words(LANGUAGE)
    counted = spoken[-1:] and (spoken[-1] in words.indefinite | words.numbers or spoken[-1].isdigit())
    same = (spoken_in(new) & meaning.set_of("times")) - {"jetzt"} <= spoken_in(old)
    plain = not (old.clause.negated or old.clause.past or old.clause.asks or "und" in spoken_in(old))
    return told and bool(counted) and same and plain and old.has_number and not new.clause.negated


def _comes_to_nothing(new: Statement, old: Statement) -> bool:
    """Says whether "das hat sich zerschlagen" or "das klappt nicht" right after a plan tells that it is none now."""
    spoken, clause = new.text.casefold().split(), new.clause
    alone = "das" in spoken[:2] and not new.subject and not new.others and not new.has_time and not clause.asks
    failed = clause.lemma in load_meaning(LANGUAGE).set_of("coming to nothing")
    failed = failed and (clause.negated if clause.lemma == "klappen" else clause.past and not clause.negated)
    planned = old.clause.modality in (Modality.PLAN, Modality.WISH) or (old.has_time and not old.clause.past)
    return alone and failed and planned and not (old.clause.negated or old.clause.asks)


def _occasion_falls_out(new: Statement, old: Statement) -> bool:
    """Says whether "die stunde fällt aus" right after "er hat donnerstag um drei nachhilfe" is of that."""
    meaning = load_meaning(LANGUAGE)
    named = meaning.set_of("occasions") | meaning.set_of("hours held")
    line, (begin, end) = line_of(new.text, LANGUAGE), new.clause.subject
    only = end - begin == 2 and line.word(end - 1 - new.clause.first) in named
    ahead = old.has_time and not (old.clause.past or old.clause.negated) and not new.clause.negated
    return only and ahead and is_called_off(new) and not skips_once(new, old)


def _calls_off_last(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether "das haben wir storniert" right after "wir wollten nach spanien fliegen" ends it."""
    meaning = load_meaning(LANGUAGE)
    verbs = {new.clause.lemma, *verbs_in(new)}
    off = bool(verbs & meaning.set_of("calling off")) and new.clause.past
    points_back = bool({"das", "es", "alles"} & spoken_in(new)) and not _own_things(new, meaning)
    let_be = bool(verbs & meaning.set_of("letting be")) and not (new.clause.past or "so" in spoken_in(new))
    return (off or let_be) and points_back and SPEAKER in new.subject_keys and SPEAKER in old.subject_keys


def _disposes_of_last(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether "er hat ihn verkauft" right after "mein bruder fährt einen audi" ends it."""
    meaning = load_meaning(LANGUAGE)
    if not verbs_in(new) & meaning.set_of("disposing verbs"):
        return False
    unnamed = any(entity.pronoun and not entity.keys for entity in new.others) and not things_of(new, meaning)
    return unnamed and is_about_same(new, old, names) and is_held(old, meaning)


def _switches(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether "wir haben zu vodafone gewechselt" right after another statement replaces it."""
    meaning = load_meaning(LANGUAGE)
    if not verbs_in(new) & meaning.set_of("switching"):
        return False
    booked = SPEAKER in new.subject_keys and bool(spoken_in(old) & meaning.set_of("booked"))
    if not is_about_same(new, old, names) and not has_other_as_object(new, old, names) and not booked:
        return False
    about = _things_switched(new, meaning)
    named = not about or are_named_in(about, old, meaning)
    led = prepositions_in(new) & {"zu", "auf", "gegen", "nach", "in"}
    where = {"in", "nach"} >= led and verbs_in(new) & meaning.set_of("changing trains")
    return named and bool(led) and not where  # "ich bin in köln umgestiegen"


def _things_switched(new: Statement, meaning: Meaning) -> tuple[Forms, ...]:
    """Returns what is switched, of "mit dem strom zu eon gewechselt": the current, and not where to."""
    spoken = new.text.casefold().split()
    at = next((place for place, word in enumerate(spoken) if word in ("mit", "bei", "beim")), -1)
    beside = set(spoken[at + 1 : at + 3]) if at >= 0 else set[str]()
    persons = {word for entity in new.others if entity.is_person or entity.name for word in entity.name.split()}
    return tuple(forms for forms in things_of(new, meaning) if forms & (beside - persons))


def _leaves_last(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether "er ist da ausgetreten" right after "mein mann ist bei der feuerwehr" ends it."""
    meaning, spoken = load_meaning(LANGUAGE), spoken_in(new)
    if not verbs_in(new) & meaning.set_of("leaving verbs") or new.clause.modality is not Modality.FACT:
        return False
    points_back = bool(spoken & meaning.set_of("pointing back")) or any(one.pronoun for one in new.subject)
    belongs = bool(prepositions_in(old) & {"in", "bei", "zu"}) and old.clause.lemma in meaning.set_of("belonging verbs")
    return points_back and belongs and is_about_same(new, old, names) and not _own_things(new, meaning)


def _own_things(new: Statement, meaning: Meaning) -> tuple[Forms, ...]:
    """Returns what a statement names before the reason that it gives: "wegen dem knie"."""
    spoken = new.text.casefold().split()
    cut = next((at for at, word in enumerate(spoken) if word in meaning.set_of("reason words")), len(spoken))
    reason = frozenset(spoken[cut:])
    return tuple(forms for forms in things_of(new, meaning) if not forms & (reason | verbs_in(new)))


def _parts(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether "die haben sich getrennt" right after "tina ist mit jan zusammen" ends it."""
    meaning = load_meaning(LANGUAGE)
    ends = "schluss" in spoken_in(new) and new.clause.lemma in meaning.set_of("making an end")
    if not ends and (not verbs_in(new) & meaning.set_of("parting") or _own_things(new, meaning)):
        return False
    unnamed = bool(new.subject) and all(one.pronoun == "many" for one in new.subject)
    both = SPEAKER in new.subject_keys and SPEAKER in old.subject_keys
    paired = bool(spoken_in(old) & meaning.set_of("paired_by")) or any(
        key.rpartition(">")[2] in meaning.set_of("partners") for key in old.keys
    )
    return paired and (unnamed or both) and not old.clause.past


def _works_elsewhere(new: Statement, old: Statement, names: Names) -> bool:
    """Says whether "ich bin jetzt bei siemens" right after "ich arbeite bei bosch" tells of another firm."""
    meaning = load_meaning(LANGUAGE)
    spoken, sure = spoken_in(new), load_closed_words(LANGUAGE)
    firms = [one for one in new.others if one.keys and not (one.role or is_given_name(one.name.partition(" ")[0]))]
    placed = new.clause.lemma == "be" and Mark.NOW in new.clause.marks and "bei" in spoken and not new.clause.past
    if not placed or not 0 < len(firms) == len(new.others) or spoken & (sure.determiners | sure.possessives):
        return False
    others = frozenset[str]().union(
        *(meaning.kinds[kind] for kind in ("beruf", "krankenkasse", "versicherung", "bank"))
    )
    worked = old.clause.lemma == "work" and {"bei", "in", "an"} & prepositions_in(old) and not old.clause.past
    return bool(worked) and not spoken & others and is_about_same(new, old, names)


_RULES = (
    _calls_off_last,
    _switches,
    _disposes_of_last,
    _leaves_last,
    _parts,
    _works_elsewhere,
    retimes_last,
    tells_last_anew,
)
