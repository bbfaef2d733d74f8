"""Pure: handles corrections that say of whom or what something told before holds: "no only ida", "ella doesn't"."""

from __future__ import annotations

from dataclasses import replace

from device.core.policy import MAX_BARE_CORRECTION_WORDS
from device.skills.memory.fact_storage import store_facts
from device.skills.memory.named_values import correct_words, recently_mentioned, told_last
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.extract import Fact, statement_fact
from memory.model.atoms import Atom
from memory.reading.answering.agreed import agreed_words
from memory.reading.members.claimed import claims_own, told_as_own
from memory.reading.members.contrasted import contrasted_person, follows_from_event, has_happened, put_right_in
from memory.reading.members.counted_anew import counted_anew
from memory.reading.members.mistaken import told_by, was_mistaken
from memory.reading.members.named_again import gives_name_again, renamed, tells_name
from memory.reading.members.not_the_speaker import told_of_other, told_of_speaker
from memory.reading.members.other_meant import exchanged, other_person
from memory.reading.members.said_of_some import denials, narrowed
from memory.reading.members.swapped import with_roles_swapped
from memory.reading.words.closed_words import has_reading
from memory.rules.conflict import confirm_atom, make_outdated
from memory.text.stemming import split_words


def correct_whom(context: TurnContext) -> TurnOutcome | None:
    """Applies a correction of those of whom something was told; None for any other turn."""
    if not has_reading(context.language.code):
        return None
    rules = (_rename, _tell_of_other, _narrow, _name_other, _contrast, _rewrite, _claim, _agree, _disown)
    return next((outcome for rule in rules if (outcome := rule(context)) is not None), None)


def _rename(context: TurnContext) -> TurnOutcome | None:
    """Applies "no she's called bella" to what told a name last; it gives no name to what somebody likes."""
    text, code = context.turn.text, context.language.code
    if not gives_name_again(text, code):
        return None
    for atom in recently_mentioned(context)[:3]:
        heard, meant = renamed(atom.text, text, code) if tells_name(atom.text, code) else ("", "")
        if heard and heard.casefold() != meant.casefold():
            return correct_words(context, atom, heard, meant)
    last = recently_mentioned(context)[:1]
    return TurnOutcome("correct", ("CORRECTION_UNCLEAR",)) if last and not tells_name(last[0].text, code) else None


def _tell_of_other(context: TurnContext) -> TurnOutcome | None:
    """Applies "not me my wife" to what the speaker told of themselves last, and "no that's me" to what they told of
    another.
    """
    said, code = context.turn.text, context.language.code
    for atom in told_last(context)[:1]:
        told = told_of_other(atom.text, said, code) or told_of_speaker(atom.text, said, code)
        if told:
            return correct_words(context, atom, atom.text, told)
    return None


def _narrow(context: TurnContext) -> TurnOutcome | None:
    """Applies "no only ida" to a fact of several that was told last, and keeps of whom it does not hold."""
    text, code = context.turn.text, context.language.code
    if len(split_words(text)) > MAX_BARE_CORRECTION_WORDS + 2:
        return None
    for atom in recently_mentioned(context)[:2]:
        found = narrowed(atom.text, text, code)
        if found is not None:
            done = correct_words(context, atom, atom.text, found.rest)
            facts = tuple(_fact(context, said) for said in denials(found.denied, code))
            told = store_facts(context, facts, without=frozenset((atom.atom_id,)))
            return replace(done, new=(*done.new, *told.new))
    return None


def _name_other(context: TurnContext) -> TurnOutcome | None:
    """Applies "not fred his wife" to what was told last of fred; where nothing was, it changes nothing."""
    other = other_person(context.turn.text, context.language.code)
    if other is None:
        return None
    for atom in recently_mentioned(context)[:2]:
        found = exchanged(atom.text, other, context.language.code)
        if found is not None:
            return correct_words(context, atom, found.heard, found.meant)
    return TurnOutcome("correct", ("CORRECTION_UNCLEAR",)) if other.denied else None


def _contrast(context: TurnContext) -> TurnOutcome | None:
    """Applies "it wasn't jan it was jonas" to what happened to jan last and to what followed from it; a contrast that
    tells again what it was, to that.
    """
    code = context.language.code
    contrast = contrasted_person(context.turn.text, code)
    if contrast is None:
        return None
    named = [
        (atom, found) for atom in recently_mentioned(context) if (found := put_right_in(atom.text, contrast, code))
    ]
    if not contrast.past or not named:
        meant = named[:1]
    elif contrast.clause:
        until = next((at for at, (atom, _) in enumerate(named) if has_happened(atom.text, code)), len(named))
        meant = named[: until + 1]
    else:
        event = next((atom for atom, _ in named if has_happened(atom.text, code)), None)
        if event is None:
            return TurnOutcome("correct", ("CORRECTION_UNCLEAR",))
        meant = [each for each in named if each[0] is event or _followed(event, each[0], code)]
    most = context.policy.max_changed_atoms_per_turn
    done = [correct_words(context, atom, found.heard, found.meant) for atom, found in meant[:most]]
    return _all_of(done) if done else None


def _followed(event: Atom, atom: Atom, language: str) -> bool:
    """Says whether a fact was told after an event and followed from it: the cast after the broken arm."""
    return atom.learned_at_ms >= event.learned_at_ms and follows_from_event(atom.text, language)


def _rewrite(context: TurnContext) -> TurnOutcome | None:
    """Applies "no tom hit ben" to the fact told last in which ben hits tom, and "no she gets two at night" to one part
    of a fact of several.
    """
    text, code = context.turn.text, context.language.code
    for atom in recently_mentioned(context)[:2]:
        for read in (with_roles_swapped, counted_anew):
            if changed := read(atom.text, text, code):
                return correct_words(context, atom, atom.text, changed)
    return None


def _claim(context: TurnContext) -> TurnOutcome | None:
    """Applies "actually that's mine" to the last two facts, of which one told it of another; no value is "mine"."""
    code = context.language.code
    if not claims_own(context.turn.text, code):
        return None
    last, *before = (*recently_mentioned(context)[:2], None)
    own = before[0] if before else None
    told = told_as_own(own.text, last.text, code) if own is not None and last is not None else ""
    if own is None or last is None or not told:
        return TurnOutcome("correct", ("CORRECTION_UNCLEAR",))
    done = correct_words(context, own, own.text, told)
    return replace(done, changed=(*done.changed, make_outdated(last, context.policy)))


def _agree(context: TurnContext) -> TurnOutcome | None:
    """Confirms what was told last when the words agree to it, with what they tell of it besides."""
    for atom in told_last(context)[:1]:
        agreed = agreed_words(atom.text, context.turn.text, context.language.code)
        if agreed == atom.text:
            confirmed = confirm_atom(atom, context.turn.at.at_ms, context.policy)
            return TurnOutcome("statement", (confirmed.reason_code,), changed=(confirmed,), focus=(atom.atom_id,))
        if agreed:
            return correct_words(context, atom, atom.text, agreed)
    return None


def _disown(context: TurnContext) -> TurnOutcome | None:
    """Applies "lea was wrong" to what lea said, so that it is relied on no more."""
    code = context.language.code
    somebody = was_mistaken(context.turn.text, code)
    if somebody is None:
        return None
    said = [atom for atom in recently_mentioned(context) if told_by(atom.text, somebody, code)]
    outdated = tuple(make_outdated(atom, context.policy) for atom in said[:1])
    focus = tuple(atom.atom_id for atom in outdated)
    return TurnOutcome("not_so", (outdated[0].reason_code,), changed=outdated, focus=focus) if outdated else None


def _all_of(done: list[TurnOutcome]) -> TurnOutcome:
    """Returns several corrections of one turn as one outcome."""
    changed = tuple(atom for one in done for atom in one.changed)
    pairs = tuple(pair for one in done for pair in one.corrections)
    return replace(done[0], changed=changed, corrections=pairs, focus=tuple(each for one in done for each in one.focus))


def _fact(context: TurnContext, text: str) -> Fact:
    """Makes a fact of words that stand for those of the turn."""
    fact = statement_fact(replace(context.turn, text=text), context.language, context.policy)
    return replace(fact, start=0, end=len(context.turn.text))
