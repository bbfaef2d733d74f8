"""Pure: the ledger (2.1, 2.10; design.md section 4): its events, their allowed content, and their hash chain.

An event holds ids, codes, counts and keyed commitments, never words of the person, so that forgetting never needs to
rewrite it. Each event's hash covers all its fields and the hash of the one before; the first follows `GENESIS`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import msgspec

from engine_b.core.errors import ChangeRefused, LedgerChainBroken
from memory.model.changes import Scope
from protos.canonical_json import canonical_bytes

GENESIS = bytes(32)

CODE = re.compile(r"[A-Za-z0-9_.:-]{1,64}")
"""The form of a code: an event, a reason, a fact."""
SUBJECT = re.compile(r"[A-Za-z0-9_.:/-]{1,128}")
"""The form of an id; archive lines have a `/`."""

Facts = tuple[tuple[str, int | str], ...]


class EventDraft(NamedTuple):
    """An event before it has a place in the chain."""

    event: str
    reason_code: str
    subject_id: str = ""
    op_id: str = ""
    facts: Facts = ()
    commitment: bytes = b""


class LedgerEvent(NamedTuple):
    """One row of the ledger, in the order in which its fields are hashed."""

    seq: int
    at_ms: int
    session_id: str
    turn_id: str
    user_id: str
    event: str
    reason_code: str
    subject_id: str
    op_id: str
    retry_count: int
    status: str
    facts: str
    """Canonical JSON of codes and integers."""
    commitment: bytes
    prev_hash: bytes
    hash: bytes


class LedgerHead(NamedTuple):
    """The end of a chain: the number of events, and the hash of the last."""

    seq: int
    hash: bytes


START = LedgerHead(0, GENESIS)


def check_draft(draft: EventDraft) -> None:
    """Raises `ChangeRefused` for anything that could be content."""
    for word in (draft.event, draft.reason_code):
        require_code(word, "an event and its reason")
    if draft.subject_id and not SUBJECT.fullmatch(draft.subject_id):
        raise ChangeRefused("A ledger event names its subject by an id; nothing was changed.")
    for name, value in draft.facts:
        require_code(name, "a fact")
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise ChangeRefused("A fact in the ledger is a whole number or a code; nothing was changed.")
        if isinstance(value, str):
            require_code(value, "a fact")


def require_code(word: str, what: str) -> None:
    """Raises `ChangeRefused` unless `word` is a code. The sentence never repeats it."""
    try:
        _require_code(word)
    except ValueError:
        raise ChangeRefused(f"The ledger holds codes only, and {what} was not one; nothing was changed.") from None


@lru_cache(512)
def _require_code(word: str) -> None:
    """Caches codes only: other text raises an error, and is stored nowhere."""
    if not CODE.fullmatch(word):
        raise ValueError


@lru_cache(512)
def facts_text(facts: Facts) -> str:
    """Returns the stored form of facts."""
    return canonical_bytes(dict(facts)).decode()


def chain_event(head: LedgerHead, scope: Scope, draft: EventDraft) -> LedgerEvent:
    """Builds the event that follows `head`. `scope` is pseudonymised: its ids are codes."""
    fields = (
        head.seq + 1, scope.at_ms, scope.session_id, scope.turn_id, scope.user_id, draft.event, draft.reason_code,
        draft.subject_id, draft.op_id, 0, "OK", facts_text(draft.facts), draft.commitment, head.hash,
    )  # fmt: skip
    return LedgerEvent(*fields, event_hash(fields))


def event_hash(fields: tuple[int | str | bytes, ...]) -> bytes:
    """Computes BLAKE2b over the fields up to `prev_hash`: each as JSON or hex, so that no two field lists collide."""
    plain = [f.hex() if isinstance(f, bytes) else f for f in fields]
    return hashlib.blake2b(_compact(plain), digest_size=32, person=b"selene.ledger.1").digest()


def verify_ledger(rows: Iterable[tuple[int | str | bytes, ...]], start: LedgerHead = START) -> LedgerHead:
    """Verifies rows (fields in the order of `LedgerEvent`) from `start`; returns the head, or raises
    `LedgerChainBroken`.
    """
    seq, last = start.seq, start.hash
    for row in rows:
        seq += 1
        if row[0] != seq or row[13] != last or event_hash(row[:14]) != row[14]:
            raise LedgerChainBroken(f"The vault's ledger does not hold together at event {seq}; it was left as it is.")
        last = row[14]
    return LedgerHead(seq, last)


def current_state_bytes(rows: Iterable[tuple[str, str, int]]) -> bytes:
    """Returns Current State as bytes, for comparing the stored one with the ledger's."""
    return canonical_bytes([list(row) for row in sorted(rows)])


def replay_current_state(events: Iterable[tuple[int, str]]) -> dict[str, tuple[str, int]]:
    """Computes Current State from `(seq, facts)` of the SETTING_CHANGED events in order: key to value and event."""
    state: dict[str, tuple[str, int]] = {}
    for seq, facts in events:
        fact = json.loads(facts)
        state[fact["key"]] = (fact["value"], seq)
    return state


def pseudonymize_id(outside: str, key: bytes) -> str:
    """Returns `outside` when it already is a code, else a keyed code for it: a session name is free text."""
    if not outside or CODE.fullmatch(outside):
        return outside
    return "x-" + hashlib.blake2b(outside.encode("utf-8", "surrogatepass"), digest_size=16, key=key).hexdigest()


def pseudonymize_scope(scope: Scope, key: bytes) -> Scope:
    """Returns `scope` with every id pseudonymised for the ledger."""
    user, session, turn = (pseudonymize_id(text, key) for text in (scope.user_id, scope.session_id, scope.turn_id))
    return Scope(user, session, turn, scope.at_ms)


_compact = msgspec.json.Encoder().encode
