"""Nonces, locks and invitations end when their time is over, by the clock that is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from cloud_mirror.core.errors import Refusal
from cloud_mirror.core.policy import POLICY
from cloud_mirror.core.records import Caller, CertificateRole
from cloud_mirror.rules import calls
from cloud_mirror.server.authority import FolderAuthority
from cloud_mirror.stores.store_sqlite import SqliteStore
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.wire import Reason
from tests.cloud_mirror.mirror_account import Person, SimDevice, named_bytes

NOW = 1_790_000_000_000
NEVER = NOW * 2


@dataclass
class Room:
    """The calls on a real store, without a port."""

    store: SqliteStore
    authority: FolderAuthority
    person: Person

    def begin(self, guest: Caller, now: int) -> bytes:
        nonce = named_bytes(f"nonce {now}")
        return self.store.write(lambda tx: calls.begin_restore(tx, guest, self.person.account(), nonce, now))

    def join(self, guest: Caller, request: pb.JoinRequest, now: int) -> pb.JoinResponse | Refusal:
        return self.store.write(lambda tx: calls.admit_device(tx, guest, request, self.authority, now))

    def claim(self, nonce: bytes, mirror_key: bytes = b"") -> pb.JoinRequest:
        return self.person.claim(SimDevice("laptop"), nonce, mirror_key or self.authority.public_key())


class Now:
    def now_ms(self) -> int:
        return NOW


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    store = SqliteStore(tmp_path / "m.db")
    made = Room(store, FolderAuthority(tmp_path / "s", Now()), Person("ana"))
    request = made.person.enrolment(SimDevice("kitchen"))
    store.write(lambda tx: calls.enrol_account(tx, guest(1), request, made.authority, NOW))
    yield made
    store.close()


def guest(number: int, until: int = NEVER) -> Caller:
    return Caller(CertificateRole.INVITATION, named_bytes(f"invitation {number}", 16), until)


def reason(answer: pb.JoinResponse | Refusal) -> str:
    return answer.reason if isinstance(answer, Refusal) else "OK"


def test_a_nonce_lives_five_minutes(room: Room) -> None:
    nonce = room.begin(guest(2), NOW)
    late = room.join(guest(2), room.claim(nonce), NOW + POLICY.nonce_life_ms + 1)
    assert reason(late) == Reason.PROOF_INVALID
    nonce = room.begin(guest(2), NOW)
    assert reason(room.join(guest(2), room.claim(nonce), NOW + POLICY.nonce_life_ms)) == "OK"


def test_a_lost_answer_is_given_again_within_the_life_of_the_nonce_only(room: Room) -> None:
    request = room.claim(room.begin(guest(2), NOW))
    first = room.join(guest(2), request, NOW)
    assert room.join(guest(2), request, NOW + POLICY.nonce_life_ms) == first
    with pytest.raises(Refusal) as caught:
        room.join(guest(2), request, NOW + POLICY.nonce_life_ms + 1)
    assert caught.value.reason is Reason.INVITATION_SPENT


def test_the_device_that_lost_the_answer_joins_with_the_spent_invitation_and_no_other(room: Room) -> None:
    first = room.join(guest(2), room.claim(room.begin(guest(2), NOW)), NOW)
    assert isinstance(first, pb.JoinResponse)
    later = NOW + 10 * POLICY.nonce_life_ms
    wrong = room.join(guest(2), room.claim(room.begin(guest(2), later), named_bytes("another mirror")), later)
    assert reason(wrong) == Reason.PROOF_INVALID
    other = room.person.claim(SimDevice("study"), room.begin(guest(2), later), room.authority.public_key())
    with pytest.raises(Refusal) as caught:
        room.join(guest(2), other, later)
    assert caught.value.reason is Reason.INVITATION_SPENT
    again = room.join(guest(2), room.claim(room.begin(guest(2), later)), later)
    assert isinstance(again, pb.JoinResponse)
    assert again.bundle == first.bundle
    account = room.store.read(lambda tx: tx.account(room.person.account()))
    assert account is not None
    assert account.failures == 0


def test_a_spent_invitation_is_good_for_no_other_account(room: Room) -> None:
    room.join(guest(2), room.claim(room.begin(guest(2), NOW)), NOW)
    with pytest.raises(Refusal) as caught:
        room.store.write(
            lambda tx: calls.begin_restore(tx, guest(2), named_bytes("another account"), named_bytes("nonce"), NOW)
        )
    assert caught.value.reason is Reason.INVITATION_SPENT


def test_a_lock_ends_and_a_right_proof_forgets_the_wrong_ones(room: Room) -> None:
    for _ in range(POLICY.proof_failures):
        assert reason(room.join(guest(2), room.claim(room.begin(guest(2), NOW), named_bytes("x")), NOW)) != "OK"
    end = NOW + POLICY.lock_ms
    with pytest.raises(Refusal) as caught:
        room.begin(guest(2), end - 1)
    assert (caught.value.reason, caught.value.metadata) == (Reason.ACCOUNT_LOCKED, {"retry_after_ms": "1"})
    for _ in range(POLICY.proof_failures - 1):
        assert reason(room.join(guest(2), room.claim(room.begin(guest(2), end), named_bytes("x")), end)) != "OK"
    assert reason(room.join(guest(2), room.claim(room.begin(guest(2), end)), end)) == "OK"
    account = room.store.read(lambda tx: tx.account(room.person.account()))
    assert account is not None
    assert account.failures == 0


def test_a_certificate_that_runs_out_while_the_connection_stands_is_refused(room: Room) -> None:
    with pytest.raises(Refusal) as caught:
        room.begin(guest(2, until=NOW), NOW + 1)
    assert caught.value.reason is Reason.CERTIFICATE_UNKNOWN
    kitchen = Caller(CertificateRole.DEVICE, SimDevice("kitchen").id, NOW)
    assert room.store.read(lambda tx: calls.standing_of(tx, kitchen, NOW)).member
    with pytest.raises(Refusal) as caught:
        room.store.read(lambda tx: calls.standing_of(tx, kitchen, NOW + 1))
    assert caught.value.reason is Reason.CERTIFICATE_UNKNOWN
