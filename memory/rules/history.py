"""Pure: what changed between two moments, from the facts that were known and the time of each (2.11, valid and learned
time).

A fact has two times: when it was learned and, where its words name one, since when it is so. Nothing here judges which
of two facts is right, and nothing is told that a gate did not let through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from memory.model.atoms import Atom, Moment
from memory.model.changes import CorrectionPair
from memory.model.ports import KnownPeriod
from memory.reading.facts.statements import statements
from memory.text.dates import has_date, resolve_date
from memory.text.language_rules import Language


class ChangeKind(StrEnum):
    """What happened to what is known."""

    LEARNED = "learned"
    CHANGED = "changed"
    CORRECTED = "corrected"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class KnownChange:
    """One change of what is known: what was so before, and what is so instead."""

    kind: ChangeKind
    at_ms: int
    before: Atom | None = None
    after: Atom | None = None
    was: str = ""
    """The words that a correction replaced."""

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The facts that it names, what is so first."""
        return tuple(atom for atom in (self.after, self.before) if atom is not None)


def changes_between(
    periods: Sequence[KnownPeriod], successors: Sequence[Atom], from_ms: int, until_ms: int
) -> tuple[KnownChange, ...]:
    """Returns the changes of a span, the latest first: a fact that took the place of another is told once, with it.

    `successors` are facts that took the place of others, beside those of the periods themselves.
    """
    known = {atom.atom_id: atom for atom in (*successors, *(each.atom for each in periods))}
    ended = [each for each in periods if each.ended_ms is not None and from_ms <= each.ended_ms < until_ms]
    news = {each.atom.superseded_by for each in ended}
    found = [_ended_change(each, known) for each in ended]
    over = {each.atom.atom_id for each in ended}
    found += [
        KnownChange(ChangeKind.LEARNED, each.atom.learned_at_ms, after=each.atom)
        for each in periods
        if from_ms <= each.atom.learned_at_ms < until_ms and each.atom.atom_id not in news | over
    ]
    return tuple(sorted(found, key=_order))


def corrected_changes(
    corrections: Sequence[tuple[CorrectionPair, int]], atoms: Sequence[Atom], told: Sequence[KnownChange]
) -> tuple[KnownChange, ...]:
    """Returns the corrections of facts that no other change tells, the first wording of each."""
    known = {atom.atom_id: atom for atom in atoms}
    named = {atom.atom_id for each in told for atom in each.atoms}
    first = {pair.atom_id: (pair.heard, at_ms) for pair, at_ms in corrections}  # the earliest comes last
    return tuple(
        KnownChange(ChangeKind.CORRECTED, at_ms, after=known[atom_id], was=heard)
        for atom_id, (heard, at_ms) in first.items()
        if atom_id in known and atom_id not in named
    )


def since_ms(atom: Atom, language: Language, utc_offset_min: int) -> int | None:
    """Returns since when a fact is so, where its words tell it: "i moved to york on the first of june"; else None.

    Only what happened has such a time: the day of an appointment is the appointment's.
    """
    if not has_date(atom.text, language) or not any(one.clause.past for one in statements(atom.text, language.code)):
        return None
    when = resolve_date(atom.text, Moment(atom.learned_at_ms, utc_offset_min), language, past=True)
    return when.from_ms if when is not None and when.from_ms < atom.learned_at_ms else None


def _ended_change(period: KnownPeriod, known: dict[str, Atom]) -> KnownChange:
    after = known.get(period.atom.superseded_by or "")
    kind = ChangeKind.ENDED if after is None else ChangeKind.CHANGED
    return KnownChange(kind, period.ended_ms or 0, period.atom, after)


def _order(change: KnownChange) -> tuple[int, str]:
    return -change.at_ms, change.atoms[0].atom_id
