"""Adapter: pairing, coming back with 24 words, and the ways in which that is cut off."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from engine_b.account import enrollment
from engine_b.account.restore import RestoreResult, restore_account
from engine_b.core.sync_errors import (
    MirrorUnreachable,
)
from engine_b.crypto.certificates import parse_token
from engine_b.vault.digest import memory_digest
from engine_b.vault.vault import Vault
from memory.model.changes import Change
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from tests.engine_b.change_builders import (
    remember_change,
    selene_line,
)
from tests.sim.mirror_process import RunningMirror

WORDS, OTHERS = bytes(range(32)), bytes(32)


def pair(vault: Vault, mirror: RunningMirror, entropy: bytes, name: str = "kitchen") -> None:
    enrollment.begin_account(vault, entropy, name, 2)
    enrollment.pair_with_mirror(vault, mirror.address, parse_token(mirror.invite()), 3)


def come_back(state: Path, mirror: RunningMirror, entropy: bytes, name: str = "laptop") -> RestoreResult:
    return restore_account(state, mirror.address, parse_token(mirror.invite()), entropy, name, 5)


def digest_of(state: Path) -> str:
    with Vault.open(state, now_ms=9, create=False) as vault:
        assert vault.verify().ok
        return memory_digest(vault.database)


def cut_off(done: int, total: int) -> None:
    """Ctrl-C while ops come in."""
    raise KeyboardInterrupt


def cut_after_join(request: Any, answer: Any) -> Any:
    """The mirror has let the device in, and it never hears of that."""
    if isinstance(request, pb.JoinRequest):
        raise MirrorUnreachable
    return answer


def cut_after_push(request: Any, answer: Any) -> Any:
    """The mirror has taken it, and the device never hears of that."""
    if isinstance(request, pb.PushRequest):
        raise MirrorUnreachable
    return answer


def replied_story(number: int) -> Change:
    """A turn with a memory, and Selene's answer."""
    change = remember_change(f"story number {number} is about an owl", 1_000 * (number + 1))
    return replace(change, lines=(*change.lines, selene_line("I'll remember.", change.lines[0])))
