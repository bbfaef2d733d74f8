"""Pure: applies a correction (2.4.4, Q13): finds the atom that holds what was heard and replaces it by what was meant.

A correction that names both words, or one about words that are no name, number, date or amount, changes the atom at
once. "No, it's Ana" alone about a critical word costs one question first, and so does a word that would replace one of
another type. A correction that already holds, or that fits no single atom, changes nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.core.policy import MemoryPolicy
from memory.extraction.extract import statement_key, whole_turn_fact
from memory.extraction.value_types import find_replaced_words, may_replace
from memory.model.atoms import Atom, Kind, Provenance, Source, Status, Turn
from memory.model.canonical import canonical_digest
from memory.model.changes import CorrectionPair
from memory.model.timestamps import on_wall_clock
from memory.rules.confidence import next_version
from memory.text.dates import has_date, resolve_date
from memory.text.language_rules import Language
from memory.text.normalise import same_value
from memory.text.stemming import split_words

_BETWEEN = "\n"
"""Separates the two words of a proposal; no command contains it."""


@dataclass(frozen=True, slots=True)
class CorrectionOutcome:
    """The result of a correction. `atom` is the changed atom; `ask` is an atom to ask about first, with a
    `proposal`.
    """

    atom: Atom | None = None
    pair: CorrectionPair | None = None
    ask: Atom | None = None
    reason_code: str = "CORRECTED_BY_USER"
    proposal: str = ""


def correct_atom(
    turn: Turn,
    heard: str,
    meant: str,
    span: tuple[int, int],
    targets: Sequence[Atom],
    policy: MemoryPolicy,
    language: Language,
) -> CorrectionOutcome:
    """Applies "not `heard` but `meant`" to the first of `targets` that holds what was heard.

    `heard` is empty when only the right word was said; `span` is the position of `meant` in the turn.
    """
    target = next((atom for atom in targets if not heard or atom_contains_words(atom, heard)), None)
    if target is None:
        known = any(atom_contains_words(atom, meant) for atom in targets)
        return CorrectionOutcome(reason_code="ALREADY_SO" if known else "CORRECTION_UNCLEAR")
    if _contains_spelling(target, meant) and (not heard or not _contains_spelling(target, heard)):
        return CorrectionOutcome(reason_code="ALREADY_SO")
    here, then = (heard, meant) if heard else find_replaced_words(target, meant, language)
    if not here:
        return CorrectionOutcome(reason_code="CORRECTION_UNCLEAR")
    if here == then:
        return CorrectionOutcome(reason_code="ALREADY_SO")
    kind = Kind.DATE if heard and has_date(target.text, language) else target.kind  # "half past four not three"
    if not may_replace(here, then, kind, language):
        return propose_correction(target, here, then)
    return apply_correction(turn, target, here, then, span, policy, language)


def propose_correction(target: Atom, heard: str, meant: str) -> CorrectionOutcome:
    """Builds the question that a correction costs before it is applied."""
    proposal = f"{heard}{_BETWEEN}{meant}"
    return CorrectionOutcome(ask=target, reason_code="CORRECTION_NEEDS_CONFIRMATION", proposal=proposal)


def parse_proposal(proposal: str) -> tuple[str, str]:
    """Splits a question's proposal into what was heard (empty: the whole value) and what was meant."""
    heard, _, meant = proposal.rpartition(_BETWEEN)
    return heard, meant


def apply_correction(
    turn: Turn, target: Atom, heard: str, meant: str, span: tuple[int, int], policy: MemoryPolicy, language: Language
) -> CorrectionOutcome:
    """Builds the corrected atom and its correction pair, with one reason code and its fixed delta."""
    changed = next_version(target, "CORRECTED_BY_USER", policy)
    value, text = _replace_words(target.value, heard, meant), _replace_words(target.text, heard, meant)
    if (value, text) == (target.value, target.text):
        value, text = meant, meant
    if target.confidence_bp < policy.low_confidence_bp:  # what was put right is no guess any more
        value, text = _without_hedge(value, language), _without_hedge(text, language)
        changed = replace(changed, confidence_bp=max(changed.confidence_bp, policy.low_confidence_bp))
    changed = replace(
        changed,
        value=value,
        text=text,
        status=Status.USER_APPROVED,
        provenance=Provenance.VERIFIED,
        last_confirmed_at_ms=turn.at.at_ms,
        sources=(*target.sources, Source(turn.turn_id, *span)),
    )
    changed = _redate_atom(target, _rekey_atom(target, changed, turn, policy, language), meant, turn, policy, language)
    number = canonical_digest([turn.user_id, turn.turn_id, target.atom_id], person="selene.pair.v1", size=12).hex()
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
    return CorrectionOutcome(changed, pair)


def _without_hedge(text: str, language: Language) -> str:
    """Returns words without "i think" and "maybe" before or among them."""
    return language.hedge_lead.sub(lambda found: found[0] if text[: found.start()][-1:].isalnum() else "", text)


def _rekey_atom(before: Atom, after: Atom, turn: Turn, policy: MemoryPolicy, language: Language) -> Atom:
    """Files the atom under the key of its new words, when its old key came from its old words: "i like jazz" to
    "blues".
    """
    was, now = (whole_turn_fact(replace(turn, text=atom.text), language, policy) for atom in (before, after))
    if was and now and was.key == before.key and now.kind is before.kind:
        return replace(after, key=now.key, value=now.value)
    if before.key == statement_key(before.text, language):
        return replace(after, key=statement_key(after.text, language))
    return after


def _redate_atom(before: Atom, after: Atom, meant: str, turn: Turn, policy: MemoryPolicy, language: Language) -> Atom:
    """Resolves the atom's date again. Words that stayed are resolved from when they were said, new ones from now."""
    dated = after.kind is Kind.DATE or before.valid_from_ms is not None
    if not dated or same_value(before.value, after.value, language):
        return after
    whole = split_words(after.value) == split_words(meant)
    at = turn.at if whole else on_wall_clock(before.learned_at_ms, turn.at)
    # "The 11th" is a day only after "on", so the whole sentence is read. Without a result the old day goes too.
    told = whole_turn_fact(replace(turn, text=after.text, at=at), language, policy)
    dated_fact = told if told is not None and told.kind is Kind.DATE else None
    named = resolve_date(after.text, at, language, past=False) if after.kind is Kind.STATEMENT else None
    when = named or (dated_fact.when if dated_fact else resolve_date(after.value, at, language, past=False))
    return replace(
        after,
        valid_from_ms=when.from_ms if when else None,
        valid_until_ms=when.until_ms if when else None,
    )


def is_critical(atom: Atom, meant: str, language: Language) -> bool:
    """Says whether the words are names, numbers, dates or amounts (2.11.4)."""
    if atom.kind in (Kind.NAME, Kind.RELATIONSHIP, Kind.DATE, Kind.PLACE, Kind.VOCABULARY):
        return True
    return any(_has_critical_word(text, language) for text in (atom.value, meant))


def _contains_spelling(atom: Atom, said: str) -> bool:
    """Says whether the atom holds the words in exactly this spelling, whatever the case."""
    pattern = rf"(?<!\w){re.escape(unicodedata.normalize('NFC', said))}(?!\w)"
    return re.search(pattern, unicodedata.normalize("NFC", atom.text), re.IGNORECASE) is not None


def atom_contains_words(atom: Atom, said: str) -> bool:
    """Says whether the atom holds the words, as whole words."""
    return _words_in(said, atom.text) or _words_in(said, atom.value)


def _has_critical_word(text: str, language: Language) -> bool:
    spoken = split_words(text)
    named = (*language.digits, *language.numbers, *language.ordinals)
    numbers = frozenset(split_words(" ".join(named)))  # "fünf" is compared without its umlaut
    return (
        any(character.isdigit() for character in text)
        or any(word in numbers for word in spoken)
        or has_date(text, language)
        or language.amounts.search(text) is not None
        or any(part[:1].isupper() for part in text.split())
    )


def _words_in(said: str, text: str) -> bool:
    wanted, present = split_words(said), split_words(text)
    size = len(wanted)
    return size > 0 and any(present[at : at + size] == wanted for at in range(len(present) - size + 1))


def _replace_words(text: str, heard: str, meant: str) -> str:
    """Replaces `heard` by `meant` in the text, as whole words; returns the text unchanged when `heard` is not in it."""
    return re.sub(rf"(?<!\w){re.escape(heard)}(?!\w)", lambda _: meant, text, count=1, flags=re.IGNORECASE)
