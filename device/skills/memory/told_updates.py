"""Pure: handles plain sentences that end or replace what was told: "it isn't green any more it's blue".

What a sentence says that it changes is changed at once, and the reply names it (2.17 Q13: the sentence itself is the
explicit confirmation). A different value without such a mark costs the one question of a conflict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from device.core.policy import MAX_BARE_CORRECTION_WORDS
from device.skills.memory.correcting.one_of_several import denied_in_part, remaining_fact
from device.skills.memory.fact_storage import store_facts
from device.skills.memory.known_statements import effect_on_atom, known_statements
from device.skills.memory.moved_times import move_time
from device.skills.memory.named_values import told_last
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.extract import Fact, extract_facts, statement_fact
from memory.extraction.told_facts import facts_of_clause
from memory.model.atoms import Atom, Turn
from memory.reading.changes.both_times import is_for_one_day, times_complete
from memory.reading.changes.finished import has_come
from memory.reading.changes.following import (
    begins_another,
    changes_last,
    changes_mind,
    drops_out,
    tells_all,
    tells_home,
)
from memory.reading.changes.in_its_place import is_led_on, takes_its_place
from memory.reading.changes.moved_time import adds_hour
from memory.reading.changes.updates import Effect
from memory.reading.facts.entities import SPEAKER, same_entities
from memory.reading.facts.implied import is_echo
from memory.reading.facts.keeping import keepable
from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.clause import ActKind, Mark, Modality
from memory.reading.grammar.reader import read
from memory.reading.references.antecedents import Antecedent
from memory.reading.references.done_thing import told_of_thing
from memory.reading.references.resolution import antecedents_of, resolve
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import load_meaning
from memory.rules.conflict import make_outdated
from memory.text.secret_detector import MASK
from memory.text.stemming import split_words


@dataclass(frozen=True, slots=True)
class _ToldClause:
    """One clause of the turn, with its pronouns named, and what it does to known atoms."""

    one: Statement
    said: Statement
    """The clause as it was said."""
    known: tuple[Antecedent, ...]
    """What its pronouns may mean."""
    kept: bool
    """It tells something to keep."""
    ended: tuple[Atom, ...] = ()
    facts: tuple[Fact, ...] = ()
    led_on: bool = False
    """It tells what followed from the clause before: "so we got a miele"."""


def update_told_facts(context: TurnContext) -> TurnOutcome | None:
    """Returns what the sentence changes; None when no clause of it ends or replaces anything."""
    told, code = tuple(_told_clauses(context)), context.language.code
    ended = tuple(dict.fromkeys(atom for each in told for atom in each.ended))[
        : context.policy.max_changed_atoms_per_turn
    ]
    if not ended:
        return _add_to_last(context)
    told = tuple(_with_facts(context, each) for each in told)  # most sentences change nothing and need them not here
    facts = tuple(fact for each in told for fact in each.facts)
    moved = move_time(context, [each.one for each in told if each.facts or each.ended], ended, facts)
    if moved is not None:
        return moved
    outcome = store_facts(context, facts, without=frozenset(atom.atom_id for atom in ended))
    over, rests = _over_with_rests(context, told, ended, outcome)
    if not over and not outcome.changed:
        return outcome
    outdated = tuple(
        replace(make_outdated(atom, context.policy), superseded_by=_successor(atom, told, outcome, code))
        for atom in over
    )
    told_instead = [atom.superseded_by for atom in outdated[:1] if atom.superseded_by is not None]
    news = told_instead or [atom.atom_id for atom in outcome.new[:1]]
    focus = (*news, *(atom.atom_id for atom in outdated[:1]))
    reasons = tuple(dict.fromkeys(("UPDATED_BY_USER", "DENIED_BY_USER", *outcome.reasons)))
    new = (*outcome.new, *rests)
    return replace(outcome, reasons=reasons, new=new, changed=(*outcome.changed, *outdated), focus=focus)


def _over_with_rests(
    context: TurnContext, told: tuple[_ToldClause, ...], ended: tuple[Atom, ...], outcome: TurnOutcome
) -> tuple[list[Atom], list[Atom]]:
    """Returns the facts that are over, and what stays of them. A fact stands where what stays of it could not be kept
    in this turn.
    """
    space = context.policy.max_changed_atoms_per_turn - len(outcome.changed)
    room = context.policy.max_new_atoms_per_turn - len(outcome.new)
    over: list[Atom] = []
    rests: list[Atom] = []
    for atom in (each for each in ended if each not in outcome.changed):
        rest = remaining_fact(context, atom, [each.one for each in told if _ends(each, atom)])
        if len(over) >= space or (rest is not None and len(rests) >= room):
            continue
        over.append(atom)
        rests += [rest] if rest is not None else []
    return over, rests


def _ends(told: _ToldClause, atom: Atom) -> bool:
    return any(each.atom_id == atom.atom_id for each in told.ended)


def _add_to_last(context: TurnContext) -> TurnOutcome | None:
    """Adds what follows an "and" to the last fact: "my sons are theo" and then "and max"; None for any other turn."""
    turn, code = _without_exclamation(context), context.language.code
    acts = [act for act in read(turn.text, code).acts if act.kind is not ActKind.COURTESY]
    first = turn.text.casefold().split()[:1]
    adding = load_closed_words(code).sets.get("adding_on", frozenset())
    if len(acts) != 1 or not adding or turn.who or MASK in turn.text:
        return None
    joins, old = adding.intersection(first), _last_of_last_turn(context)
    added = turn.text[acts[0].clause.start : acts[0].clause.end]
    if old is None or not added or len(split_words(added)) > 2 * MAX_BARE_CORRECTION_WORDS:
        return None
    told = statements(old.text, code)[0].clause
    joined = joins and acts[0].kind is ActKind.FRAGMENT and not told.negated and told.rest < told.last
    if not joined and not is_echo(old.text, added):
        return None
    whole = replace(turn, text=f"{old.text} {first[0] if joins else 'and'} {added}")
    facts = extract_facts(whole, context.language, context.policy)
    if not any(added in fact.text for fact in facts):
        facts = (statement_fact(whole, context.language, context.policy),)
    spoken = (replace(fact, start=acts[0].clause.start, end=acts[0].clause.end) for fact in facts)
    outcome = store_facts(context, spoken, without=frozenset((old.atom_id,)))
    if not outcome.new or old in outcome.changed:
        return outcome
    over = replace(make_outdated(old, context.policy), superseded_by=outcome.new[0].atom_id)
    return replace(outcome, changed=(*outcome.changed, over))


def _without_exclamation(context: TurnContext) -> Turn:
    """Returns the turn with blanks for an "oh" at its beginning: "oh, and a headlamp"."""
    turn, first = context.turn, context.turn.text.split(maxsplit=1)[:1]
    exclaimed = load_closed_words(context.language.code).sets.get("before_adding", frozenset())
    if not first or first[0].strip(",").casefold() not in exclaimed:
        return turn
    end = turn.text.index(first[0]) + len(first[0])
    return replace(turn, text=" " * end + turn.text[end:])


def _last_of_last_turn(context: TurnContext) -> Atom | None:
    """Returns the plain fact that the last turn told at its end; None where it told none, or asked."""
    last = context.queries.recent_turns(context.turn.user_id, context.turn.session_id, 1)
    told = [(source.end, atom) for atom in told_last(context) for source in atom.sources if source.turn_id in last]
    if not told:
        return None
    atom = max(told, key=lambda each: (each[0], each[1].atom_id))[1]
    each = statements(atom.text, context.language.code)
    return atom if len(each) == 1 and each[0].kind is ActKind.TELL else None


def _successor(atom: Atom, told: tuple[_ToldClause, ...], outcome: TurnOutcome, code: str) -> str | None:
    """Returns the id of the new atom that tells what became of an old one: what happened to its thing ("he's given the
    fiesta to ellie"), else what stands instead ("so we got a miele"), else the clause that ended it, else the first.
    """
    at = next(place for place, each in enumerate(told) if atom in each.ended)
    old = statements(atom.text, code)
    things = _things_in(old)
    behind = after = told[at + 1 :]
    if tells_all(told[at].one, code):
        after = tuple(each for each in after if each.one.clause.marks & {Mark.NOW, Mark.INSTEAD, Mark.NEW})
    passed_on = (each for each in after if things & _things_in((each.one,)))
    got = _things_in((told[at].one,)) if Mark.NEW in told[at].one.clause.marks and code == "de" else frozenset()
    described = (each for each in behind if got & each.one.subject_keys)  # "oma hat eine neue nummer die ist ..."
    subject = told[at].one.subject_keys
    beside = (
        each
        for each in after
        if (begins_another(each.one) or _is_told_instead(told, at, each))
        and (subject & each.one.subject_keys or atom in each.ended)
    )
    following = (
        each for each in behind if any(takes_its_place(each.one, one, code, led_on=each.led_on) for one in old)
    )
    instead = (*beside, *following)
    again = code == "de" and _ends_by_itself(told[at], old)
    again = again or any(has_come(told[at].one, one, load_meaning(code)) for one in old)
    named = (each for each in (*told[at : at + again], *described, *passed_on, *instead, told[at]) if each.facts)
    texts = [fact.text for each in named for fact in each.facts]
    made = {new.text: new.atom_id for new in reversed(outcome.new)}
    over = not told[at].kept and bool(old) and code == "de"  # "der techniker war da die waschmaschine geht wieder"
    return next((made[text] for text in texts if text in made), None if over else next(iter(made.values()), None))


def _ends_by_itself(told: _ToldClause, old: tuple[Statement, ...]) -> bool:
    """Says whether a German clause says itself that something is over, so that what follows only tells of other things:
    "oma ist wieder daheim und kriegt jetzt ...", "die kiste hab ich abbestellt ich geh jetzt auf den markt".
    """
    clause, verbs, meaning = told.one.clause, {one.clause.lemma for one in old}, load_meaning("de")
    if Mark.AGAIN in clause.marks:
        return True
    off = clause.lemma in meaning.set_of("calling off") and clause.past and not clause.negated
    return off and verbs.isdisjoint(meaning.set_of("homes") | {"work", "be", "call"})


def _is_told_instead(told: tuple[_ToldClause, ...], at: int, each: _ToldClause) -> bool:
    """Says whether a clause right after a denial tells what is so: "i don't take the bus now | i walk"."""
    denied = told[at].one.clause.negated and told[at + 1 : at + 2] == (each,)
    return denied and each.one.kind is ActKind.TELL and not each.one.clause.negated and not each.one.clause.past


def _things_in(each: Iterable[Statement]) -> frozenset[str]:
    """Returns the keys of the things that statements name beside their subjects."""
    return frozenset(key for one in each for entity in one.others if not entity.is_person for key in entity.keys)


def _told_clauses(context: TurnContext) -> Iterator[_ToldClause]:
    turn, code = context.turn, context.language.code
    said: list[str] = []
    each = statements(turn.text, code)
    for at, one in enumerate(each):
        if one.kind in (ActKind.TELL, ActKind.CORRECT) and MASK not in one.text:
            known = antecedents_of(turn.text, one, lambda: (*context.said_so_far(), *said), code)
            named = resolve(turn.text, one, known, code)
            clause = next(iter(statements(told_of_thing(named, code), code)), one)
            clause = _marked_as(one, clause)
            if context.goes_on_correcting and all(entity.pronoun for entity in one.subject):
                clause = replace(clause, clause=replace(clause.clause, marks=clause.clause.marks | {Mark.FIX}))
            states = keepable(turn.text, one, code)
            ends = states or one.kind is ActKind.CORRECT or Mark.OVER in one.clause.marks
            clause = _with_announced_change(clause, each[:at], code)
            ended = _ended_atoms(context, clause) or _changed_last(context, clause) if ends else ()
            ended = ended or _passing_ends(context, clause)
            kept = states and not _is_denial_before_value(each, at) and not changes_mind(one, code)
            yield _ToldClause(clause, one, known, kept, ended)
        said.append(one.text)


def _marked_as(one: Statement, clause: Statement) -> Statement:
    """Returns a clause with the kind and the marks that it has where it was said."""
    marks = clause.clause.marks | one.clause.marks
    if clause.kind is one.kind and clause.clause.marks == marks:
        return clause
    return replace(clause, kind=one.kind, clause=replace(clause.clause, marks=marks))


def _with_facts(context: TurnContext, told: _ToldClause) -> _ToldClause:
    """Adds the facts of a clause, and whether it follows from the one before."""
    turn, one = context.turn, told.said
    facts = facts_of_clause(turn, one, told.known, context.language, context.policy) if told.kept else ()
    return replace(told, facts=facts, led_on=is_led_on(turn.text, one, context.language.code))


def _ended_atoms(context: TurnContext, clause: Statement) -> tuple[Atom, ...]:
    """Returns the atoms that a clause ends or replaces."""
    if clause.clause.lemma == "be" and clause.clause.rest >= clause.clause.last:
        return ()  # "no, it's ..." says nothing yet
    atoms, names = known_statements(context, clause)
    atoms = tuple(dict.fromkeys((*atoms, *told_last(context))))
    if _names_one_of_several(clause, atoms, context.language.code):
        return ()
    denied = denied_in_part(context, clause, atoms)
    return tuple(
        atom
        for atom in atoms
        if (atom in denied or effect_on_atom(context, clause, atom, names) in (Effect.ENDS, Effect.REPLACES))
        and not adds_hour(atom.text, clause, context.language.code)
    )


def _passing_ends(context: TurnContext, clause: Statement) -> tuple[Atom, ...]:
    """Returns what a clause ends that is not worth keeping itself: "die suppe ist weg", "ich hab ihn angerufen"."""
    code = context.language.code
    if clause.spoken & load_meaning(code).set_of("used up"):
        return _ended_atoms(context, clause)
    done = clause.clause.past or clause.clause.verb != clause.clause.main  # "the tax return's finally done"
    passing = done or Mark.AGAIN in clause.clause.marks
    return _open_in(_ended_atoms(context, clause), code) if passing else ()


def _open_in(atoms: tuple[Atom, ...], language: str) -> tuple[Atom, ...]:
    """Returns those that tell what is to be done or mended: a call that is not worth keeping ends the duty to make it,
    and "der fernseher geht wieder" ends that it is broken.
    """
    broken = load_meaning(language).set_of("broken")
    return tuple(
        atom
        for atom in atoms
        if any(one.clause.modality is Modality.DUTY or one.spoken & broken for one in statements(atom.text, language))
    )


def _names_one_of_several(clause: Statement, atoms: tuple[Atom, ...], language: str) -> bool:
    """Says whether "my brother" may be more than one who was told of by name, so that nothing of either changes."""
    roles = {key for entity in clause.subject if entity.role and not entity.name for key in entity.keys}
    if not roles:
        return False
    told = (entity for atom in atoms for one in statements(atom.text, language) for entity in one.subject)
    return len({entity.name for entity in told if entity.name and entity.role and entity.keys & roles}) > 1


def _with_announced_change(clause: Statement, before: tuple[Statement, ...], language: str) -> Statement:
    """Marks what follows "i changed my mind" or "tom can't come so" in one turn: it tells what is instead.

    After "we've moved again" what tells where somebody is tells where they live.
    """
    if before and language == "en" and tells_home(before[-1], clause):
        return replace(clause, clause=replace(clause.clause, lemma="live", marks=clause.clause.marks | {Mark.NOW}))
    announced = any(changes_mind(one, language) for one in before) or (before and drops_out(before[-1]))
    if not announced:
        return clause
    return replace(clause, clause=replace(clause.clause, marks=clause.clause.marks | {Mark.INSTEAD}))


def _changed_last(context: TurnContext, clause: Statement) -> tuple[Atom, ...]:
    """Returns the one atom of the last turn, when the clause changes it without naming anything of it."""
    code = context.language.code
    told = told_last(context)
    if (len(told) != 1 and code != "de") or context.turn.who:
        return ()
    changed = tuple(atom for atom in told if _changes_atom(clause, atom, code))
    return changed if len(changed) == 1 else ()


def _changes_atom(clause: Statement, atom: Atom, language: str) -> bool:
    """Says whether a clause changes what was told right before it."""
    old = statements(atom.text, language)
    names = same_entities(pair for one in (clause, *old) for pair in one.named)
    begins = clause.clause.lemma in load_closed_words(language).sets.get("clock verbs", ())
    if begins and times_complete(atom.text, clause.text, language):
        return False  # "it starts at seven" beside a day
    if is_for_one_day(atom.text, clause.text, language):
        return False
    return any(changes_last(clause, one, names, language) for one in old)


def _is_denial_before_value(each: tuple[Statement, ...], at: int) -> bool:
    """Says whether "my favourite colour isn't green any more" is followed by what it is now."""
    one, following = each[at], each[at + 1 : at + 2]
    if not (one.clause.negated and Mark.OVER in one.clause.marks) or not following:
        return False
    after = following[0]
    return (
        after.kind in (ActKind.TELL, ActKind.CORRECT)
        and after.clause.lemma == one.clause.lemma
        and (SPEAKER in after.subject_keys) == (SPEAKER in one.subject_keys)  # "we no longer get it it got too dear"
        and not after.clause.negated
    )
