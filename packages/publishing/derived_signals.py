"""Pure: global derived signals (2.4.3): what would leave, as counts of groups, for the person to see before it does.

Nothing of a person who has not consented is counted. A row is a closed kind and a plain word or code, never a
sentence; it leaves only when enough consenting people are behind it, and one person weighs at most so much. What is
not enough stays, and only how many rows stayed is said. Used for training and evaluation, never for permissions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from packages.core.policy import PackagePolicy
from packages.core.signed_json import Plain, canonical_document_bytes
from packages.documents.terms import TermRole
from packages.verification.content_gate import is_personal_name, is_reserved, is_secret
from packages.verification.gate_words import GIVEN_NAMES

_MAX_KEY_CHARS = 40


class SignalKind(StrEnum):
    """What may be counted (2.4.3); there is no other."""

    WORD = "word"
    SLANG = "slang"
    INTENT_CONFUSION = "intent_confusion"
    WAKE_ERROR = "wake_error"
    RECOGNISER_ERROR = "recogniser_error"
    BARGE_IN = "barge_in"


@dataclass(frozen=True, slots=True)
class ObservedSignal:
    """Something counted on a device, of one person."""

    person: str
    kind: SignalKind
    key: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class SignalRow:
    """What leaves: how many people, and how often at least."""

    kind: SignalKind
    key: str
    people: int
    count: int


@dataclass(frozen=True, slots=True)
class Signals:
    """Everything that would leave, and how many rows stay."""

    rows: tuple[SignalRow, ...]
    withheld: int

    def as_bytes(self) -> bytes:
        """Exactly what would be sent."""
        rows: list[Plain] = [[row.kind.value, row.key, row.people, row.count] for row in self.rows]
        return canonical_document_bytes({"_type": "signals", "spec": 1, "rows": rows})


def outgoing_signals(observed: Iterable[ObservedSignal], consenting: Collection[str], policy: PackagePolicy) -> Signals:
    """The rows that may leave. Empty without consent; the same for every order of what was observed.

    Numbers of people and counts are rounded down to the group size, so that a difference of two days names nobody.
    """
    counts: dict[tuple[SignalKind, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for one in observed:
        if one.person in consenting and one.count > 0:
            counts[one.kind, " ".join(one.key.casefold().split())][one.person] += one.count
    rows = [_row(kind, key, people, policy) for (kind, key), people in sorted(counts.items())]
    leaving = [row for row in rows if row.people >= policy.min_group_people and _is_plain(row)]
    leaving.sort(key=lambda row: (-row.people, row.kind, row.key))
    kept = tuple(sorted(leaving[: policy.max_signal_rows], key=lambda row: (row.kind, row.key)))
    return Signals(kept, len(rows) - len(kept))


def _row(kind: SignalKind, key: str, people: dict[str, int], policy: PackagePolicy) -> SignalRow:
    weighed = sum(min(count, policy.max_count_per_person) for count in people.values())
    row = SignalRow(kind, key, len(people), weighed)
    group = policy.min_group_people
    return replace(row, people=row.people // group * group, count=row.count // group * group)


def _is_plain(row: SignalRow) -> bool:
    """Whether a key is a plain word or two: no name, number, secret or sentence, however many people said it."""
    words = row.key.split()
    plain = all(word.replace("_", "").replace("-", "").isalpha() for word in words)
    named = is_personal_name(row.key, TermRole.TERM) or any(word in GIVEN_NAMES for word in words)
    short = 0 < len(words) <= 3 and len(row.key) <= _MAX_KEY_CHARS
    return (
        plain and short and not (named or is_secret(row.key) or (row.kind is SignalKind.SLANG and is_reserved(row.key)))
    )
