"""Promise: a mirror that lies is found out, by a code, and nothing on the device changes; after it everything goes on
(research: reliability 2.4).

Each attack changes the honest mirror's answers on their way to the real conversation of a device. What an attack needs
of a signature that the mirror does not have is made with the person's own keys, as an old or stolen one would be.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from concurrent import futures
from pathlib import Path
from threading import Event
from typing import Any

import grpc
import pytest

from engine_b.account.enrollment import device_credentials
from engine_b.account.restore import restore_account
from engine_b.core.sync_errors import SyncError
from engine_b.sync import mirror_client
from engine_b.sync.mirror_client import MirrorClient
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.selene.mirror.v1.mirror_service_pb2_grpc import MirrorServiceServicer, add_MirrorServiceServicer_to_server
from tests.engine_b.sync.hostile_mirror.tampering import (
    AUTHOR,
    STREAM,
    VICTIM,
    after_a_talk,
    attack,
    changing,
    known_before,
    old_bundle,
    ops_of,
    own_checkpoint,
)
from tests.sim.household import ENTROPY, THIRD, Household


@pytest.mark.parametrize(("change", "code"), [each[1:] for each in STREAM], ids=[each[0] for each in STREAM])
def test_a_stream_that_was_changed_is_refused(house: Household, change: Callable[[Any], Any], code: str) -> None:
    attack(after_a_talk(house), changing(pb.PullRequest, change), code)


def test_an_op_of_another_vault_is_refused_in_every_place(house: Household, trio: Household) -> None:
    """An op of another household, with all that belongs to it, in the place of one of this household's."""
    after_a_talk(trio)
    foreign: list[pb.Op] = []
    trio.mirror.tamper = changing(pb.PullRequest, lambda segments: foreign.extend(ops_of(segments).ops))
    trio.sync(VICTIM)

    def move(segments: Any) -> None:
        op = ops_of(segments).ops[1]
        seq = op.seq
        op.CopyFrom(foreign[1])
        op.seq = seq

    attack(after_a_talk(house), changing(pb.PullRequest, move), "CHAIN_BROKEN")


# An empty mirror, and one that is hard to bear -----------------------------------------------------------------------


def test_an_empty_mirror_does_not_wipe_a_device(house: Household) -> None:
    after_a_talk(house)
    house.settle()

    def empty(bundle: Any) -> None:
        del bundle.checkpoints[:]
        del bundle.pages[:]

    attack(house, changing(pb.GetBundleRequest, empty), "MIRROR_EMPTY_REFUSED")


def test_a_mirror_that_never_heard_of_the_device_does_not_wipe_it(house: Household, quick_disk: Path) -> None:
    after_a_talk(house)
    house.settle()
    before = known_before(house, VICTIM)
    house.mirror.back_up(quick_disk / "full")
    (quick_disk / "nothing").mkdir()
    house.mirror.come_back_from(quick_disk / "nothing")
    with pytest.raises(SyncError) as refused:
        house.sync(VICTIM)
    assert refused.value.code == "DEVICE_UNKNOWN"
    assert known_before(house, VICTIM) == before
    house.mirror.come_back_from(quick_disk / "full")
    house.settle()
    for name in ("full", "nothing"):
        shutil.rmtree(quick_disk / name)


class _Burden(MirrorServiceServicer):
    """Answers with too much, or never."""

    def __init__(self, released: Event) -> None:
        self._released = released

    def GetBundle(self, request: Any, context: Any) -> pb.GetBundleResponse:
        return pb.GetBundleResponse(token=bytes(wire.MAX_MESSAGE_BYTES + 1))

    def Pull(self, request: Any, context: Any) -> Any:
        yield pb.PullResponse(device_id=bytes(16))
        self._released.wait(60)


def test_a_message_that_is_too_large_and_a_stream_that_stands_still_end_with_a_code(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mirror_client, "STREAM_S", 0.5)
    released = Event()
    server = grpc.server(futures.ThreadPoolExecutor(2))
    add_MirrorServiceServicer_to_server(_Burden(released), server)  # type: ignore[no-untyped-call]
    authority = house.mirror.authority
    credentials = grpc.ssl_server_credentials([authority.server_pair("127.0.0.1")], authority.ca_pem(), True)
    port = server.add_secure_port("127.0.0.1:0", credentials)
    server.start()
    _, shown = device_credentials(house.vaults[VICTIM])
    try:
        with MirrorClient(f"127.0.0.1:{port}", shown) as line:
            with pytest.raises(SyncError) as refused:
                line.answer(pb.GetBundleRequest())
            assert refused.value.code == "MIRROR_REFUSED"
            with pytest.raises(SyncError) as late:
                list(line.pull(pb.PullRequest()))
            assert late.value.code == "MIRROR_UNREACHABLE"
    finally:
        released.set()
        server.stop(None).wait()


# A restore from a mirror that lies -----------------------------------------------------------------------------------


RESTORES = [each for each in STREAM if each[0] not in ("the end is cut off", "nothing comes at all")]


@pytest.mark.parametrize(("change", "code"), [each[1:] for each in RESTORES], ids=[each[0] for each in RESTORES])
def test_a_restore_of_a_stream_that_was_changed_makes_no_vault_and_the_next_one_is_whole(
    house: Household, change: Callable[[Any], Any], code: str
) -> None:
    after_a_talk(house)
    house.settle()
    state = house.state(THIRD)
    house.mirror.tamper = changing(pb.PullRequest, change)
    with pytest.raises(SyncError) as refused:
        restore_account(state, "sim", house.mirror.invitation(), ENTROPY, THIRD, house.now())
    house.mirror.tamper = None
    assert refused.value.code in (code, "E2EE_AAD_MISMATCH")
    assert not (state / "vault.json").exists()
    assert not (state / "vault.db").exists()
    restore_account(state, "sim", house.mirror.invitation(), ENTROPY, THIRD, house.now())
    house.open(THIRD)
    house.settle()
    house.require_equal()


def test_a_restore_from_a_copy_that_is_older_than_another_device_has_seen_is_refused(house: Household) -> None:
    after_a_talk(house)
    old = old_bundle(house)
    house.remember(AUTHOR, "The boat is sold")
    house.settle()
    house.remember(VICTIM, "It rained")
    house.settle()

    def older_end(bundle: Any) -> None:
        own_checkpoint(house, AUTHOR, bundle).CopyFrom(own_checkpoint(house, AUTHOR, old))

    house.mirror.tamper = changing(pb.GetBundleRequest, older_end)
    with pytest.raises(SyncError) as refused:
        restore_account(house.state(THIRD), "sim", house.mirror.invitation(), ENTROPY, THIRD, house.now())
    assert refused.value.code == "RESTORE_ROLLBACK_DETECTED"
    assert not (house.state(THIRD) / "vault.json").exists()
