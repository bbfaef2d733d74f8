"""Composition: threads and work orders as objects of JSON, for commands and programs, as far as a gate lets them be."""

from __future__ import annotations

from itertools import islice
from typing import Any

from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.vault import CommitResult, Vault
from memory.continuity.kept_threads import latest_threads
from memory.continuity.read_work import ReadWork, read_work
from memory.continuity.thread_words import ReadThread, read_threads
from memory.continuity.tiers import resume_tier
from memory.continuity.work_order import own_work
from memory.core.policy import MemoryPolicy
from memory.model.atoms import Moment
from memory.model.ports import Gate
from memory.model.timestamps import to_iso
from memory.retrieval.context_builder import MemoryAccess
from memory.text.language_rules import Language


def find_threads(vault: Vault, gate: Gate, now: Moment, language: Language, limit: int) -> dict[str, Any]:
    """Returns the threads of a person that were last talked about or resumed, and whether there are more."""
    access = MemoryAccess(vault.reader, VaultControlQueries(vault), MemoryPolicy(), language)
    each = (read_threads(access, gate, (one,)) for one in latest_threads(vault.reader, gate.user_id))
    found = list(islice((one for read in each for one in read), limit + 1))
    return {"threads": [thread_object(one, now) for one in found[:limit]], "more": len(found) > limit}


def find_work(vault: Vault, gate: Gate, now: Moment, language: Language, limit: int) -> dict[str, Any]:
    """Returns the work orders of a person that were last touched, and whether there are more."""
    access = MemoryAccess(vault.reader, VaultControlQueries(vault), MemoryPolicy(), language)
    found = read_work(access, gate, own_work(vault.reader, gate.user_id))
    return {"work_orders": [work_object(one, now) for one in found[:limit]], "more": len(found) > limit}


def thread_object(found: ReadThread, now: Moment) -> dict[str, Any]:
    """Returns one thread."""
    one = found.thread
    return {
        "thread_id": one.thread_id,
        "title": found.title,
        "began_at": to_iso(Moment(one.began_ms, now.utc_offset_min)),
        "ended_at": to_iso(Moment(one.ended_ms, now.utc_offset_min)),
        "pinned": one.pinned,
        "tier": resume_tier(one, now.at_ms).value,
        "use_count": one.use_count,
        "bullets": [{"kind": kind, "text": text} for kind, text in found.bullets],
    }


def thread_receipt_object(found: ReadThread, forgotten: tuple[str, ...], done: CommitResult) -> dict[str, Any]:
    """Returns what went with a thread that was forgotten, and where the ledger proves it."""
    proof = {"head_seq": done.head_seq, "head_hash": done.head_hash, "scrubbed": done.scrubbed}
    return {"forgotten": list(forgotten), "thread_id": found.thread.thread_id, "receipt": proof}


def work_object(found: ReadWork, now: Moment) -> dict[str, Any]:
    """Returns one work order."""
    one = found.order
    return {
        "work_order_id": one.work_order_id,
        "text": found.text,
        "status": one.status.value,
        "reason": one.reason,
        "muted": one.muted,
        "made_at": to_iso(Moment(one.made_ms, now.utc_offset_min)),
        "touched_at": to_iso(Moment(one.touched_ms, now.utc_offset_min)),
    }
