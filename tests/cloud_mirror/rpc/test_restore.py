"""Only who has the words joins an account: by a proof for this mirror, nonce and device."""

from __future__ import annotations

import pytest

from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from tests.cloud_mirror.conftest import MirrorFixture
from tests.cloud_mirror.grpc_caller import MirrorLink, RefusedCall, decode_token
from tests.cloud_mirror.mirror_account import REVOKED, SimDevice, named_bytes


def test_a_joined_device_reads_at_once_and_pushes_when_the_roster_has_it(house: MirrorFixture) -> None:
    person, kitchen = house.resident()
    with house.line(kitchen) as line:
        line.push(request := person.push(kitchen, kitchen.ops(3)))
    laptop = house.second(person, in_roster=False)
    with house.line(laptop) as line:
        assert line.bundle().roster == person.roster
        assert [op.seq for answer in line.pull() for op in answer.ops] == [op.seq for op in request.ops]
        with house.refuses("DEVICE_UNKNOWN"):
            line.push(person.push(laptop, laptop.ops(1)))
        person.roster = person.next_roster([kitchen.member(), laptop.member()])
        line.put_roster(person.roster)
        assert line.push(person.push(laptop, laptop.ops(1))).seq == 1


def test_an_unknown_account_is_refused(house: MirrorFixture) -> None:
    with house.guest() as line, house.refuses("ACCOUNT_UNKNOWN"):
        line.begin(named_bytes("nobody"))


@pytest.mark.parametrize(
    "change",
    ["nonce", "mirror_key", "device_id", "sign_key", "tls_request_hash", "signature", "signer", "another account"],
)
def test_a_proof_that_is_wrong_in_any_part_is_refused_and_counted(house: MirrorFixture, change: str) -> None:
    person, _ = house.resident()
    other, _ = house.resident()
    token, device = house.mirror.invite(), SimDevice(f"{person.name} laptop")
    with house.guest(token) as line:
        nonce = line.begin(person.account())
        fields = {change: named_bytes("wrong")} if change in pb.Claim.DESCRIPTOR.fields_by_name else {}
        who = other if change == "another account" else person
        request = who.claim(device, nonce, decode_token(token).mirror_key, **fields)
        if change == "signature":
            request.claim.signature = bytes(64)
        if change == "signer":
            request.claim.signer = bytes(person.account_key.verify_key)
        refused = refused_proof(line, request)
        assert refused == "PROOF_INVALID"
    account = house.store.read(lambda tx: tx.account(who.account()))
    assert account is not None
    assert account.failures == 1
    assert house.store.read(lambda tx: tx.device(device.id)) is None


def refused_proof(line: MirrorLink, request: pb.JoinRequest) -> str:
    with pytest.raises(RefusedCall) as caught:
        line.join(request)
    return caught.value.reason


def test_a_nonce_is_for_one_claim(house: MirrorFixture) -> None:
    person, _ = house.resident()
    token, device = house.mirror.invite(), SimDevice(f"{person.name} laptop")
    mirror_key = decode_token(token).mirror_key
    with house.guest(token) as line:
        nonce = line.begin(person.account())
        wrong = person.claim(device, nonce, named_bytes("another mirror"))
        assert refused_proof(line, wrong) == "PROOF_INVALID"
        assert refused_proof(line, person.claim(device, nonce, mirror_key)) == "PROOF_INVALID"
        request = person.claim(device, line.begin(person.account()), mirror_key)
        first = line.join(request)
        before = house.store.digest()
        assert line.join(request) == first, "an answer that was lost is given again"
        assert house.store.digest() == before
        third = SimDevice(f"{person.name} third")
        with house.refuses("INVITATION_SPENT"):
            line.join(person.claim(third, nonce, mirror_key))


def test_ten_wrong_proofs_lock_the_account_and_its_devices_go_on(house: MirrorFixture) -> None:
    person, kitchen = house.resident()
    token, device = house.mirror.invite(), SimDevice(f"{person.name} laptop")
    with house.guest(token) as line:
        for _ in range(10):
            nonce = line.begin(person.account())
            assert refused_proof(line, person.claim(device, nonce, named_bytes("wrong"))) == "PROOF_INVALID"
        with house.refuses("ACCOUNT_LOCKED") as refused:
            line.begin(person.account())
        assert "RetryInfo" in refused[0].details
        with house.refuses("ACCOUNT_LOCKED"):
            line.join(person.claim(device, named_bytes("nonce"), decode_token(token).mirror_key))
    with house.line(kitchen) as line:
        assert line.push(person.push(kitchen, kitchen.ops(1))).seq == 1


def test_a_revoked_device_does_not_come_back_by_the_words(house: MirrorFixture) -> None:
    person, kitchen = house.resident()
    laptop = house.second(person)
    person.roster = person.next_roster([kitchen.member(), laptop.member(REVOKED)])
    with house.line(kitchen) as line:
        line.put_roster(person.roster)
    token = house.mirror.invite()
    with house.guest(token) as line:
        nonce = line.begin(person.account())
        with house.refuses("DEVICE_REVOKED"):
            line.join(person.claim(laptop, nonce, decode_token(token).mirror_key))
