"""Rules: corrections (2.4.4, Q13): what was heard, what was meant, and the one atom that changes.

A correction that names both words, or one about something that is no name, number, date or amount, changes the atom
at once. "No, it's Ana" alone about a critical word costs one question first, and so does a word that another sort of
word would replace. A correction that is already so, or that fits no single atom, changes nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.core.policy import MemoryPolicy
from memory.extraction.extract import free_key, told_in
from memory.extraction.value_types import alike, replaced
from memory.model.atoms import Atom, Kind, Moment, Provenance, Source, Status, Turn
from memory.model.canonical import digest
from memory.model.changes import CorrectionPair
from memory.rules.confidence import next_version
from memory.text.dates import has_date, resolve
from memory.text.language_rules import Language
from memory.text.normalise import same_value
from memory.text.stemming import words

_BETWEEN = "\n"
"""Between the two words of a proposal; no command holds it."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a correction leads to. `atom` is the changed atom; `record_question` an atom to ask about first, with a `proposal`."""

    atom: Atom | None = None
    pair: CorrectionPair | None = None
    ask: Atom | None = None
    reason_code: str = "CORRECTED_BY_USER"
    proposal: str = ""


def correct(
    turn: Turn,
    heard: str,
    meant: str,
    span: tuple[int, int],
    targets: Sequence[Atom],
    policy: MemoryPolicy,
    language: Language,
) -> Corrected:
    """Apply "not `heard` but `meant`" to the first of `targets` that holds what was heard.

    `heard` is empty when only the right word was said; `span` is where `meant` stands in the turn.
    """
    target = next((atom for atom in targets if not heard or holds(atom, heard)), None)
    if target is None:
        known = any(holds(atom, meant) for atom in targets)
        return Corrected(reason_code="ALREADY_SO" if known else "CORRECTION_UNCLEAR")
    if _spelled(target, meant) and (not heard or not _spelled(target, heard)):
        return Corrected(reason_code="ALREADY_SO")
    here, then = (heard, meant) if heard else replaced(target, meant, language)
    if not here:
        return Corrected(reason_code="CORRECTION_UNCLEAR")
    if (not heard and is_critical(target, meant, language)) or not alike(here, then, target.kind, language):
        return asked(target, here, then)
    return apply(turn, target, here, then, span, policy, language)


def asked(target: Atom, heard: str, meant: str) -> Corrected:
    """The correction costs one question first."""
    proposal = f"{heard}{_BETWEEN}{meant}"
    return Corrected(ask=target, reason_code="CORRECTION_NEEDS_CONFIRMATION", proposal=proposal)


def proposed(proposal: str) -> tuple[str, str]:
    """What was heard (empty: all that the atom tells) and what was meant, of a question's proposal."""
    heard, _, meant = proposal.rpartition(_BETWEEN)
    return heard, meant


def apply(
    turn: Turn, target: Atom, heard: str, meant: str, span: tuple[int, int], policy: MemoryPolicy, language: Language
) -> Corrected:
    """The corrected atom and its pair: one atom, one reason, one fixed delta."""
    changed = next_version(target, "CORRECTED_BY_USER", policy)
    value, text = _with(target.value, heard, meant), _with(target.text, heard, meant)
    if (value, text) == (target.value, target.text):
        value, text = meant, meant
    changed = replace(
        changed,
        value=value,
        text=text,
        status=Status.USER_APPROVED,
        provenance=Provenance.VERIFIED,
        last_confirmed_at_ms=turn.at.at_ms,
        sources=(*target.sources, Source(turn.turn_id, *span)),
    )
    changed = _dated(target, _filed_anew(target, changed, turn, policy, language), meant, turn, policy, language)
    number = digest([turn.user_id, turn.turn_id, target.atom_id], person="selene.pair.v1", size=12).hex()
    pair = CorrectionPair(
        pair_id=f"c-{number}",
        user_id=turn.user_id,
        turn_id=turn.turn_id,
        atom_id=target.atom_id,
        heard=heard,
        meant=meant,
        reason_code="CORRECTED_BY_USER",
        delta_bp=policy.confidence_deltas_bp["CORRECTED_BY_USER"],
    )
    return Corrected(changed, pair)


def _filed_anew(before: Atom, after: Atom, turn: Turn, policy: MemoryPolicy, language: Language) -> Atom:
    """Under the key of what it says now, when it stood under that of what it said: "i like jazz" becomes "blues"."""
    was, now = (told_in(replace(turn, text=atom.text), language, policy) for atom in (before, after))
    if was and now and was.key == before.key and now.kind is before.kind:
        return replace(after, key=now.key, value=now.value)
    if before.key == free_key(before.text, language):
        return replace(after, key=free_key(after.text, language))
    return after


def _dated(before: Atom, after: Atom, meant: str, turn: Turn, policy: MemoryPolicy, language: Language) -> Atom:
    """When it is now. What is left of the old words counts from when they were said, new words from now."""
    if after.kind is not Kind.DATE or same_value(before.value, after.value, language):
        return after
    whole = words(after.value) == words(meant)
    at = turn.at if whole else Moment(before.learned_at_ms, turn.at.utc_offset_min)
    # "The 11th" is a day only after "on", so it is read in its sentence. What cannot be read leaves no old day behind.
    told = told_in(replace(turn, text=after.text, at=at), language, policy)
    when = told.when if told is not None and told.kind is Kind.DATE else resolve(after.value, at, language)
    return replace(
        after,
        valid_from_ms=when.from_ms if when else None,
        valid_until_ms=when.until_ms if when else None,
    )


def is_critical(atom: Atom, meant: str, language: Language) -> bool:
    """Whether names, numbers, dates or amounts are at stake (2.11.4)."""
    if atom.kind in (Kind.NAME, Kind.RELATIONSHIP, Kind.DATE, Kind.PLACE, Kind.VOCABULARY):
        return True
    return any(_has_critical_word(text, language) for text in (atom.value, meant))


def _spelled(atom: Atom, said: str) -> bool:
    """Whether the words stand in the atom in just this spelling, but for case."""
    pattern = rf"(?<!\w){re.escape(unicodedata.normalize('NFC', said))}(?!\w)"
    return re.search(pattern, unicodedata.normalize("NFC", atom.text), re.IGNORECASE) is not None


def holds(atom: Atom, said: str) -> bool:
    """Whether the words stand in the atom, whole."""
    return _words_in(said, atom.text) or _words_in(said, atom.value)


def _has_critical_word(text: str, language: Language) -> bool:
    spoken = words(text)
    numbers = language.digits.keys() | language.numbers.keys() | language.ordinals.keys()
    return (
        any(character.isdigit() for character in text)
        or any(word in numbers for word in spoken)
        or has_date(text, language)
        or language.amounts.search(text) is not None
        or any(part[:1].isupper() for part in text.split())
    )


def _words_in(said: str, text: str) -> bool:
    wanted, present = words(said), words(text)
    size = len(wanted)
    return size > 0 and any(present[at : at + size] == wanted for at in range(len(present) - size + 1))


def _with(text: str, heard: str, meant: str) -> str:
    """The text with `meant` where `heard` stood, as whole words; unchanged where it does not stand."""
    return re.sub(rf"(?<!\w){re.escape(heard)}(?!\w)", lambda _: meant, text, count=1, flags=re.IGNORECASE)
