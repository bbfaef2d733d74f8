"""Pure: finds what became of a fact that is over: a question in its words is answered with the news.

"Which table are we getting" has the words of "we're getting the oak table"; what replaced it, "we went for the pine one
in the end", has none of them. The old fact is compared and never told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from device.core.policy import MAX_NAMING_ROUNDS
from device.skills.reply_context import ReplyContext
from memory.core.policy import MAX_CHANGES_READ
from memory.model.atoms import ArchivedLine, Atom, Status
from memory.reading.changes.change_words import HAPPENED, says
from memory.reading.facts.entities import SPEAKER, Names
from memory.reading.facts.reality import asks_before, without_before
from memory.reading.facts.statements import Statement, statements
from memory.reading.facts.unify import fits
from memory.reading.facts.wanted import Wanted
from memory.reading.german_facts.partly import ends_part
from memory.reading.grammar.clause import Gap, Mark
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning, load_meaning
from memory.rules.freshness import LIVING

_CHANGED = frozenset((Mark.NOW, Mark.OVER, Mark.INSTEAD, Mark.NEW))
Score = tuple[int, int, int, int]


def newest_instead(
    view: ReplyContext, want: Wanted, best: Atom | ArchivedLine | None, over: Iterable[Atom], names: Names
) -> Atom | ArchivedLine | None:
    """Returns what replaced the fact that answers best, when that one is over; else `best`.

    "Is it still delivered" asks whether something ended: what did answers, whatever else is known of the thing.
    """
    code = view.memory.language.code
    found: tuple[Score, int, str, Atom] | None = None
    for atom in over:
        score = _score(want, atom, names, code)
        if score is not None:
            found = max(
                filter(None, (found, (score, atom.learned_at_ms, atom.atom_id, atom))), key=lambda each: each[:3]
            )
    if found is None:
        return best
    asked = frozenset(want.question.text.casefold().split())
    goes_on = want.gap is Gap.NONE and bool(asked & load_meaning(code).set_of("going_on"))
    if goes_on and code == "de" and isinstance(best, Atom) and _tells_end(best, code):
        return best
    standing = _score(want, best, names, code) if isinstance(best, Atom) else None
    if standing is not None and standing >= found[0] and not goes_on:
        return best
    return living_successor(view, found[3]) or best


def _tells_end(atom: Atom, language: str) -> bool:
    """Says whether a fact tells that something is no more: "you no longer go to the gym" """
    return any(one.clause.negated and Mark.OVER in one.clause.marks for one in statements(atom.text, language))


def _score(want: Wanted, atom: Atom, names: Names, language: str) -> Score | None:
    each = (fits(want, one, names, language) for one in statements(atom.text, language))
    return max((fit.score for fit in each if fit is not None), default=None)


def held_before(view: ReplyContext, want: Wanted, over: Iterable[Atom], names: Names) -> Atom | None:
    """Returns the fact that answered before something changed: "where did i live before" after "i've moved to york".

    What was put right is no change: a slip of the tongue never was so.
    """
    code = view.memory.language.code
    if not asks_before(want.question, code):
        return None
    plain = replace(want, question=replace(want.question, text=without_before(want.question.text, code)))
    replaced = (each.atom for each in view.memory.queries.once_known(view.gate, MAX_CHANGES_READ))
    scored = (
        (score, atom.learned_at_ms, atom.atom_id, atom)
        for atom in view.memory.mentionable(view.gate, dict.fromkeys((*over, *replaced)))
        if _was_changed(view, atom)
        for score in (_score(plain, atom, names, code),)
        if score is not None
    )
    return max(scored, key=lambda each: each[:3], default=(None, 0, "", None))[3]


def best_fitting(want: Wanted, over: Iterable[Atom], names: Names, language: str) -> tuple[Atom, ...]:
    """Returns those of the facts that answer a question best, all that answer it alike."""
    scored = [(score, atom) for atom in over for score in (_score(want, atom, names, language),) if score is not None]
    best = max((score for score, _ in scored), default=None)
    return tuple(atom for score, atom in scored if score == best)


def _was_changed(view: ReplyContext, atom: Atom) -> bool:
    """Says whether what replaced a fact tells of a change."""
    if atom.status is Status.REPLACED:  # the person said so when asked
        return True
    code = view.memory.language.code
    meaning = load_meaning(code)
    after = view.atoms((atom.superseded_by,)) if atom.superseded_by else ()
    told = [one for each in after for one in statements(each.text, code)]
    verbs = meaning.change_verbs | meaning.set_of("new_state") | meaning.set_of("taken instead")
    if any(one.clause.lemma in verbs or one.clause.marks & _CHANGED for one in told):
        return True
    lemmas = {one.clause.lemma for one in statements(atom.text, code)}
    return bool(told) and all(one.clause.lemma not in lemmas and Mark.FIX not in one.clause.marks for one in told)


def living_successor(view: ReplyContext, atom: Atom) -> Atom | None:
    """Follows the links to the atom that holds; None when none may be told here."""
    for _ in range(MAX_NAMING_ROUNDS + MAX_NAMING_ROUNDS):
        after = view.atoms((atom.superseded_by,)) if atom.superseded_by else ()
        if not after:
            return None
        atom = after[0]
        if atom.status in LIVING:
            return next(iter(view.living((atom,))), None)
    return None


def gone_since(view: ReplyContext, best: Atom, known: Iterable[Atom]) -> Atom | None:
    """Returns the news that somebody whom a fact names beside its subject has gone since: "maria's moved out" of "i
    live with tom and maria". The fact still holds of the others, so that it is told with the news.
    """
    code = view.memory.language.code
    meaning = load_meaning(code)
    named = frozenset(
        key
        for one in statements(best.text, code)
        for entity in one.others
        if entity.is_person or entity.name
        for key in entity.keys
    )
    later = [atom for atom in view.living(tuple(known)) if atom.learned_at_ms > best.learned_at_ms]
    olds = statements(best.text, code)
    news = [
        atom
        for atom in later
        if any(
            _has_gone(one, named, meaning)
            or any(_drops_out(one, old) for old in olds)
            or (code == "de" and any(ends_part(one, old) for old in olds))
            for one in statements(atom.text, code)
        )
    ]
    return max(news, key=lambda atom: (atom.learned_at_ms, atom.atom_id), default=None)


def _drops_out(one: Statement, old: Statement) -> bool:
    """Says whether one of several does not do what was told of all: "sarah can't come"."""
    fewer = len(one.subject) < len(old.subject) and one.subject_keys <= old.subject_keys
    return bool(one.subject_keys) and fewer and one.clause.negated and one.clause.lemma == old.clause.lemma


def _has_gone(one: Statement, named: frozenset[str], meaning: Meaning) -> bool:
    """Says whether one of these left for good, and is not told where they go as a habit: "max goes to the little
    school".
    """
    left = (
        says(one, "moves out", meaning)
        or says(one, "departs", meaning)
        or one.clause.lemma in meaning.set_of("gone for good")
    )
    real = not (one.clause.negated or one.clause.asks) and one.clause.modality in HAPPENED
    habit = meaning.language == "en" and one.clause.main == one.clause.verb and not one.clause.past
    return left and real and not habit and bool(named & one.subject_keys) and SPEAKER not in one.subject_keys


def done_of(view: ReplyContext, duty: Atom, known: Iterable[Atom]) -> Atom | None:
    """Returns the news that a part of a duty is done: "die schule hab ich erreicht" of "ich muss die schule anrufen und
    den optiker". The rest is still to be done, so that both are told.
    """
    code = view.memory.language.code
    if code != "de":
        return None
    named = [forms for one in statements(duty.text, code) for forms in one.rest_words if one.clause.lemma not in forms]
    later = [atom for atom in view.living(tuple(known)) if atom.learned_at_ms > duty.learned_at_ms]
    news = [atom for atom in later if any(_does_part(one, named) for one in statements(atom.text, code))]
    return max(news, key=lambda atom: (atom.learned_at_ms, atom.atom_id), default=None)


def _does_part(one: Statement, named: list[frozenset[str]]) -> bool:
    """Says whether the speaker tells that something was done with one of these."""
    done = one.clause.past and SPEAKER in one.subject_keys and not (one.clause.negated or one.clause.asks)
    return done and one.clause.modality in HAPPENED and any(forms & each for forms in one.rest_words for each in named)


def paid_back_of(view: ReplyContext, debt: Atom, known: Iterable[Atom]) -> Atom | None:
    """Returns the news that a part of what was lent was given back: "lisa hat mir zehn zurückgegeben". What is left is
    told by both.
    """
    code = view.memory.language.code
    meaning = load_meaning(code)
    owed = [one for one in statements(debt.text, code) if one.clause.lemma in meaning.set_of("lending verbs")]
    if code != "de" or not owed:
        return None
    keys = frozenset(key for one in owed for key in one.keys) - {SPEAKER}
    later = [atom for atom in view.living(tuple(known)) if atom.learned_at_ms > debt.learned_at_ms]
    news = [atom for atom in later if any(_gives_back(one, keys, meaning) for one in statements(atom.text, code))]
    return max(news, key=lambda atom: (atom.learned_at_ms, atom.atom_id), default=None)


def _gives_back(one: Statement, keys: frozenset[str], meaning: Meaning) -> bool:
    """Says whether a number of something was given back between the speaker and one of these."""
    back = one.clause.lemma in meaning.set_of("giving back") and one.clause.past and not one.clause.negated
    return back and one.has_number and bool(keys & one.keys)


def told_since(view: ReplyContext, want: Wanted, best: Atom, known: Iterable[Atom]) -> Atom | None:
    """Returns what was told since of the thing or person of a German question whether something still holds.

    "Wohnt oma noch bei uns" is answered with where she was told to be since, whether or not that ends the older fact.
    """
    code = view.memory.language.code
    asked = frozenset(want.question.text.casefold().split())
    if code != "de" or want.gap is not Gap.NONE or asked.isdisjoint(load_meaning(code).set_of("going_on")):
        return None
    verb, keys = want.question.clause.lemma, want.question.subject_keys - {SPEAKER}
    about = [forms for forms in want.question.words if verb not in forms]
    later = [atom for atom in view.living(tuple(known)) if atom.learned_at_ms > best.learned_at_ms]
    news = [atom for atom in later if any(_concerns(one, about, keys) for one in statements(atom.text, code))]
    return max(news, key=lambda atom: (atom.learned_at_ms, atom.atom_id), default=None)


def tells_change(atom: Atom, language: str) -> bool:
    """Says whether a fact tells that something is otherwise than before: "jetzt", "wieder", "nicht mehr"."""
    changed = _CHANGED | {Mark.AGAIN}
    return any(one.clause.marks & changed for one in statements(atom.text, language))


def _concerns(one: Statement, about: list[frozenset[str]], keys: frozenset[str]) -> bool:
    """Says whether a statement tells of what is and names its thing or person as one that is asked of."""
    if one.clause.asks is not None or one.clause.modality.is_conditional:
        return False
    things = (*one.subject_words, *one.words[:2])
    return bool(keys & one.subject_keys) or any(forms & each for forms in things for each in about)


def moved_from(view: ReplyContext, best: Atom, over: Iterable[Atom]) -> Atom | None:
    """Returns the fact that names the time from which something was moved, where the news tells only by how much: "my
    train is at eight forty" of "they've put it back ten minutes".
    """
    code = view.memory.language.code
    meaning, units = load_meaning(code), load_closed_words(code).units
    shifted = any(
        (one.clause.lemma in meaning.moving or says(one, "moves", meaning) or one.spoken & meaning.set_of("shifted by"))
        and any(forms & units for forms in one.words)
        and (one.spoken.isdisjoint(meaning.set_of("moved to a time")) or (code == "de" and not one.has_time))
        for one in statements(best.text, code)
    )
    before = [atom for atom in over if shifted and atom.superseded_by == best.atom_id]
    return next(iter(view.memory.mentionable(view.gate, dict.fromkeys(before))), None)


def is_replaced(atom: Atom) -> bool:
    """Says whether a fact is over and it is known what it became."""
    return atom.status is Status.OUTDATED and atom.superseded_by is not None
