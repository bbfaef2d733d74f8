"""Pure: computes global derived signals (2.4.3): counts over groups of people, shown before anything would be sent.

Nothing of a person without consent is counted. A row is a kind of a closed list and a plain word or code, never a
sentence; it may be sent only when enough consenting people are behind it, and the weight of one person is capped. Of
the other rows only their number is told. Used for training and evaluation, never for permissions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from packages.core.policy import MAX_SIGNAL_KEY_CHARS, PackagePolicy
from packages.core.signed_json import Plain, canonical_document_bytes
from packages.documents.terms import TermRole
from packages.verification.content_gate import is_personal_name, is_reserved, is_secret
from packages.verification.gate_words import GIVEN_NAMES


class SignalKind(StrEnum):
    """What may be counted (2.4.3); the list is closed."""

    WORD = "word"
    SLANG = "slang"
    INTENT_CONFUSION = "intent_confusion"
    WAKE_ERROR = "wake_error"
    RECOGNISER_ERROR = "recogniser_error"
    BARGE_IN = "barge_in"


@dataclass(frozen=True, slots=True)
class ObservedSignal:
    """One counted observation of one person on a device."""

    person: str
    kind: SignalKind
    key: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class SignalRow:
    """One row to send: how many people, and the least number of occurrences."""

    kind: SignalKind
    key: str
    people: int
    count: int


@dataclass(frozen=True, slots=True)
class Signals:
    """All rows that would be sent, and the number of rows that would not."""

    rows: tuple[SignalRow, ...]
    withheld: int

    def as_bytes(self) -> bytes:
        """Returns exactly the bytes that would be sent."""
        rows: list[Plain] = [[row.kind.value, row.key, row.people, row.count] for row in self.rows]
        return canonical_document_bytes({"_type": "signals", "spec": 1, "rows": rows})


def outgoing_signals(observed: Iterable[ObservedSignal], consenting: Collection[str], policy: PackagePolicy) -> Signals:
    """Returns the rows that may be sent. Empty without consent; equal for every order of the observations.

    Numbers of people and counts are rounded down to the group size, so that the difference of two days identifies
    nobody.
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
    """Says whether a key is a plain word or two: no name, number, secret or sentence, however many people said it."""
    words = row.key.split()
    plain = all(word.replace("_", "").replace("-", "").isalpha() for word in words)
    named = is_personal_name(row.key, TermRole.TERM) or any(word in GIVEN_NAMES for word in words)
    short = 0 < len(words) <= 3 and len(row.key) <= MAX_SIGNAL_KEY_CHARS
    return (
        plain and short and not (named or is_secret(row.key) or (row.kind is SignalKind.SLANG and is_reserved(row.key)))
    )
