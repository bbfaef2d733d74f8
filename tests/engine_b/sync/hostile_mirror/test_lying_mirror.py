"""Promise: a mirror that lies is found out, by a code, and nothing on the device changes; after it everything goes on
(research: reliability 2.4).

Each attack changes the honest mirror's answers on their way to the real conversation of a device. What an attack needs
of a signature that the mirror does not have is made with the person's own keys, as an old or stolen one would be.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from concurrent import futures
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import Any

import grpc
import pytest

from engine_b.account.enrollment import device_credentials
from engine_b.account.restore import restore_account
from engine_b.core.sync_errors import MirrorUnreachable, SyncError
from engine_b.crypto.account_keys import derive_account_keys
from engine_b.protocol.checkpoint import decode_checkpoint, sign_checkpoint
from engine_b.protocol.epochs import make_epoch
from engine_b.protocol.roster import Member, decode_roster, encode_roster, sign_roster, with_member
from engine_b.storage.device_identity import load_identity
from engine_b.sync import mirror_client, outbox
from engine_b.sync.mirror_client import MirrorClient
from engine_b.vault.vault import Vault
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.selene.mirror.v1.mirror_service_pb2_grpc import MirrorServiceServicer, add_MirrorServiceServicer_to_server
from protos.wire import Domain
from tests.engine_b.account_builders import THIEF
from tests.sim.household import ENTROPY, FIRST, SECOND, THIRD, Household
from tests.sim.in_process_mirror import Tamper

VICTIM, AUTHOR = FIRST, SECOND


def _copy(message: Any) -> Any:
    made = type(message)()
    made.CopyFrom(message)
    return made


def _on(kind: type[Any], change: Callable[[Any], Any]) -> Tamper:
    """Change the answers to one kind of request; `change` gets a copy and alters it, or returns another."""

    def tamper(request: Any, told: Any) -> Any:
        if not isinstance(request, kind):
            return told
        mine = [_copy(each) for each in told] if isinstance(told, list) else _copy(told)
        other = change(mine)
        return mine if other is None else other

    return tamper


def _ops(segments: Sequence[pb.PullResponse]) -> pb.PullResponse:
    """The segment with the author's ops."""
    return max(segments, key=lambda segment: len(segment.ops))


def _before(house: Household, name: str) -> tuple[Any, ...]:
    """All that may not change: records, ledger, outbox, how far others were followed, what was forgotten."""
    database = house.vaults[name].database
    tables = ("outbox", "peer", "tombstone", "op", "parked", "head_content")
    return house.digest(name), house.vaults[name].head(), *(database.rows(f"SELECT * FROM {t}") for t in tables)


def _attacked(house: Household, tamper: Tamper, code: str, name: str = VICTIM) -> None:
    """The attack is refused with its code and changes nothing; with an honest mirror all goes on."""
    before = _before(house, name)
    house.mirror.tamper = tamper
    with pytest.raises(SyncError) as refused:
        house.sync(name)
    house.mirror.tamper = None
    assert refused.value.code == code
    assert _before(house, name) == before
    house.settle()
    house.require_equal()


def _spoken(house: Household) -> Household:
    """The author has three things at the mirror that the victim has not heard."""
    for at, what in enumerate(("The gate code is 4711", "The aunt is called Nora", "The boat is blue")):
        house.remember(AUTHOR, what, f"thing:{at}")
    house.sync(AUTHOR)
    return house


# The stream ----------------------------------------------------------------------------------------------------------


def _swap(field: str) -> Callable[[Any], None]:
    def change(segments: Any) -> None:
        one, other = _ops(segments).ops[1], _ops(segments).ops[3]
        mine, theirs = getattr(one, field), getattr(other, field)
        setattr(one, field, theirs)
        setattr(other, field, mine)

    return change


def _swap_whole(segments: Any) -> None:
    """Payload, its hash and its wrap: everything but the place."""
    for field in ("payload", "payload_hash", "wrap"):
        _swap(field)(segments)


def _reorder(segments: Any) -> None:
    ops = _ops(segments).ops
    first, second = _copy(ops[0]), _copy(ops[1])
    ops[0].CopyFrom(second)
    ops[1].CopyFrom(first)


def _drop_middle(segments: Any) -> None:
    del _ops(segments).ops[2]


def _double(segments: Any) -> None:
    ops = _ops(segments).ops
    ops.insert(2, _copy(ops[1]))


def _truncate(segments: Any) -> None:
    del _ops(segments).ops[-2:]


def _nothing(segments: Any) -> list[Any]:
    del segments
    return []


def _blank(segments: Any) -> None:
    """As if it had been erased."""
    op = _ops(segments).ops[1]
    op.payload, op.wrap, op.erased = b"", b"", True


def _alter(field: str, value: Callable[[Any], Any]) -> Callable[[Any], None]:
    def change(segments: Any) -> None:
        op = _ops(segments).ops[1]
        setattr(op, field, value(getattr(op, field)))

    return change


def _also_erase(segments: Any) -> None:
    ops = _ops(segments).ops
    ops[3].erases.append(ops[1].op_id)


def _endless(segments: Any) -> Any:
    while True:
        yield from (_copy(segment) for segment in segments)


STREAM: list[tuple[str, Callable[[Any], Any], str]] = [
    ("two ciphertexts are swapped", _swap("payload"), "CHAIN_BROKEN"),
    ("two ops are swapped but for their places", _swap_whole, "CHAIN_BROKEN"),
    ("two wraps are swapped", _swap("wrap"), "E2EE_AAD_MISMATCH"),
    ("two ops change places", _reorder, "CHAIN_GAP"),
    ("an op in the middle is left out", _drop_middle, "CHAIN_GAP"),
    ("an op comes twice", _double, "CHAIN_GAP"),
    ("the end is cut off", _truncate, "CHAIN_GAP"),
    ("nothing comes at all", _nothing, "CHAIN_GAP"),
    ("an op is blanked as if it were erased", _blank, "CHAIN_GAP"),
    ("the stream never ends", _endless, "CHAIN_GAP"),
    ("a bit of a ciphertext is changed", _alter("payload", lambda b: b[:-1] + bytes([b[-1] ^ 1])), "CHAIN_BROKEN"),
    ("a bit of a wrap is changed", _alter("wrap", lambda b: b[:-1] + bytes([b[-1] ^ 1])), "E2EE_AAD_MISMATCH"),
    ("an op gets another id", _alter("op_id", lambda b: bytes(16)), "CHAIN_BROKEN"),
    ("an op gets another transaction", _alter("txn_id", lambda n: n + 1), "CHAIN_BROKEN"),
    ("a transaction ends elsewhere", _alter("txn_end", lambda end: not end), "CHAIN_BROKEN"),
    ("an op erases what it did not", _also_erase, "CHAIN_BROKEN"),
]


@pytest.mark.parametrize(("change", "code"), [each[1:] for each in STREAM], ids=[each[0] for each in STREAM])
def test_a_stream_that_was_changed_is_refused(house: Household, change: Callable[[Any], Any], code: str) -> None:
    _attacked(_spoken(house), _on(pb.PullRequest, change), code)


def test_an_op_of_another_vault_is_refused_in_every_place(house: Household, trio: Household) -> None:
    """An op of another household, with all that belongs to it, in the place of one of this household's."""
    _spoken(trio)
    foreign: list[pb.Op] = []
    trio.mirror.tamper = _on(pb.PullRequest, lambda segments: foreign.extend(_ops(segments).ops))
    trio.sync(VICTIM)

    def move(segments: Any) -> None:
        op = _ops(segments).ops[1]
        seq = op.seq
        op.CopyFrom(foreign[1])
        op.seq = seq

    _attacked(_spoken(house), _on(pb.PullRequest, move), "CHAIN_BROKEN")


# The bundle ----------------------------------------------------------------------------------------------------------


def _old_bundle(house: Household) -> pb.GetBundleResponse:
    kept: list[pb.GetBundleResponse] = []
    house.mirror.tamper = _on(pb.GetBundleRequest, kept.append)
    house.sync(VICTIM)
    house.mirror.tamper = None
    return kept[0]


def test_an_older_roster_is_refused(house: Household) -> None:
    old = _old_bundle(house)
    house.join(THIRD)
    house.settle()

    def roll_back(bundle: Any) -> None:
        bundle.roster.CopyFrom(old.roster)

    _attacked(house, _on(pb.GetBundleRequest, roll_back), "ROSTER_ROLLBACK")


def test_a_device_that_the_account_did_not_sign_for_is_refused(house: Household) -> None:
    def sneak_in(bundle: Any) -> None:
        roster = decode_roster(bundle.roster.body)
        grown = with_member(roster, bundle.roster.body, THIEF.member)
        bundle.roster.body = encode_roster(grown)

    _attacked(house, _on(pb.GetBundleRequest, sneak_in), "ROSTER_UNSIGNED")

    def sign_it_oneself(bundle: Any) -> None:
        sneak_in(bundle)
        bundle.roster.signature = wire.sign_message(Domain.ROSTER, bundle.roster.body, THIEF.sign)
        bundle.roster.signer = THIEF.key

    _attacked(house, _on(pb.GetBundleRequest, sign_it_oneself), "ROSTER_UNSIGNED")


def test_two_rosters_of_one_version_are_a_fork(house: Household) -> None:
    def other(bundle: Any) -> None:
        roster = decode_roster(bundle.roster.body)
        member = Member(THIEF.id, THIEF.key, bytes(THIEF.box.public_key))
        grown = replace(with_member(roster, bundle.roster.body, member), version=roster.version)
        forged = sign_roster(replace(grown, previous=roster.previous), derive_account_keys(ENTROPY).account)
        bundle.roster.CopyFrom(forged.to_message())

    _attacked(house, _on(pb.GetBundleRequest, other), "HEAD_FORK")


def test_an_older_epoch_is_refused(house: Household) -> None:
    atom = house.remember(AUTHOR, "The gate code is 4711")
    house.settle()
    old = _old_bundle(house)
    house.forget(AUTHOR, atom.atom_id)
    house.settle()

    def roll_back(bundle: Any) -> None:
        bundle.epoch.CopyFrom(old.epoch)
        bundle.token = old.token
        del bundle.pages[:]
        bundle.pages.extend(old.pages)

    _attacked(house, _on(pb.GetBundleRequest, roll_back), "EPOCH_ROLLBACK")

    def older_pages(bundle: Any) -> None:
        del bundle.pages[:]
        bundle.pages.extend(old.pages)

    _attacked(house, _on(pb.GetBundleRequest, older_pages), "EPOCH_ROLLBACK")


def test_a_weaker_suite_is_refused_although_it_is_signed(house: Household) -> None:
    def weaker_roster(bundle: Any) -> None:
        roster = decode_roster(bundle.roster.body)
        weak = replace(with_member(roster, bundle.roster.body, THIEF.member), suite=0, min_suite=0)
        bundle.roster.CopyFrom(sign_roster(weak, derive_account_keys(ENTROPY).account).to_message())

    _attacked(house, _on(pb.GetBundleRequest, weaker_roster), "CRYPTO_DOWNGRADE")

    def weaker_epoch(bundle: Any) -> None:
        epoch = pb.Epoch.FromString(bundle.epoch.body)
        epoch.suite, epoch.epoch, epoch.previous = 0, epoch.epoch + 1, wire.body_hash(bundle.epoch.body)
        _sign_as(house, AUTHOR, bundle.epoch, Domain.EPOCH, epoch)

    _attacked(house, _on(pb.GetBundleRequest, weaker_epoch), "CRYPTO_DOWNGRADE")


def _sign_as(house: Household, name: str, signed: pb.Signed, domain: Domain, body: Any) -> None:
    key = load_identity(house.vaults[name].database).sign_key
    signed.body = body.SerializeToString(deterministic=True)
    signed.signature, signed.signer = wire.sign_message(domain, signed.body, key), bytes(key.verify_key)


def test_a_key_that_somebody_else_sealed_is_refused(house: Household) -> None:
    """The mirror may seal boxes to anyone: it cannot sign the epoch, nor make its key the one that is named."""
    atom = house.remember(AUTHOR, "The gate code is 4711")
    house.settle()
    house.forget(AUTHOR, atom.atom_id)
    house.sync(AUTHOR)
    vault_id = house.vaults[AUTHOR].vault_id

    def foreign(signer: Any, named: bool) -> Callable[[Any], None]:
        def change(bundle: Any) -> None:
            roster = decode_roster(bundle.roster.body)
            honest = pb.Epoch.FromString(bundle.epoch.body)
            made = make_epoch(vault_id, honest.epoch, b"", roster, b"k" * 32, bundle.token, lambda n: b"r" * n, signer)
            epoch = pb.Epoch.FromString(made.body)
            epoch.previous = honest.previous
            if named:
                epoch.key_id = honest.key_id
            bundle.epoch.body = epoch.SerializeToString(deterministic=True)
            bundle.epoch.signature = wire.sign_message(Domain.EPOCH, bundle.epoch.body, signer)
            bundle.epoch.signer = bytes(signer.verify_key)

        return change

    author = load_identity(house.vaults[AUTHOR].database).sign_key
    for change, code in (
        (foreign(THIEF.sign, named=False), "ROSTER_UNSIGNED"),
        (foreign(author, named=True), "E2EE_AAD_MISMATCH"),
    ):
        before = _before(house, VICTIM)
        house.mirror.tamper = _on(pb.GetBundleRequest, change)
        with pytest.raises(SyncError) as refused:
            house.sync(VICTIM)
        house.mirror.tamper = None
        assert refused.value.code == code
        assert _before(house, VICTIM) == before

    def other_token(bundle: Any) -> None:
        bundle.token = b"t" * 32

    _attacked(house, _on(pb.GetBundleRequest, other_token), "E2EE_AAD_MISMATCH")


def test_page_keys_that_were_swapped_or_held_back_are_refused(house: Household) -> None:
    _spoken(house)

    def swap(bundle: Any) -> None:
        one, other = bundle.pages[0], bundle.pages[-1]
        mine, theirs = one.box, other.box
        one.box, other.box = theirs, mine

    house.settle()
    _attacked(house, _on(pb.GetBundleRequest, swap), "E2EE_AAD_MISMATCH")
    _spoken(house)
    author = bytes.fromhex(house.vaults[AUTHOR].device_id)

    def hold_back(bundle: Any) -> None:
        kept = [_copy(page) for page in bundle.pages if page.device_id != author]
        del bundle.pages[:]
        bundle.pages.extend(kept)

    _attacked(house, _on(pb.GetBundleRequest, hold_back), "E2EE_AAD_MISMATCH")


def _own_end(house: Household, name: str, bundle: Any) -> Any:
    key = bytes(load_identity(house.vaults[name].database).sign_key.verify_key)
    return next(each for each in bundle.checkpoints if each.signer == key)


@pytest.mark.parametrize("field", ["seq", "at_ms", "epoch", "vault_id", "seen"])
def test_a_checkpoint_that_was_changed_under_its_signature_is_refused(house: Household, field: str) -> None:
    _spoken(house)

    def change(bundle: Any) -> None:
        signed = _own_end(house, AUTHOR, bundle)
        body = pb.Checkpoint.FromString(signed.body)
        if field == "vault_id":
            body.vault_id = bytes(16)
        elif field == "seen":
            body.seen.add(device_id=bytes(16), seq=1, chain=bytes(32))
        else:
            setattr(body, field, getattr(body, field) - 1)
        signed.body = body.SerializeToString(deterministic=True)

    _attacked(house, _on(pb.GetBundleRequest, change), "CHAIN_BROKEN")


def test_a_checkpoint_of_somebody_else_is_refused(house: Household) -> None:
    def strange(bundle: Any) -> None:
        signed = _own_end(house, AUTHOR, bundle)
        checkpoint = decode_checkpoint(signed.body)
        signed.CopyFrom(sign_checkpoint(checkpoint, THIEF.sign).to_message())

    _attacked(house, _on(pb.GetBundleRequest, strange), "ROSTER_UNSIGNED")


def test_two_stories_told_to_two_devices_are_found_out_when_their_checkpoints_meet(
    trio: Household, quick_disk: Path
) -> None:
    """The author's disk was copied. One mirror takes both, and shows each of the others another of the two."""
    other = quick_disk / "other-story"
    shutil.copytree(trio.state(AUTHOR), other)
    dark = quick_disk / "dark-mirror"
    trio.mirror.back_up(dark)
    trio.remember(AUTHOR, "The boat is blue")
    trio.sync(AUTHOR, VICTIM)
    trio.mirror.back_up(quick_disk / "light")
    trio.mirror.come_back_from(dark)
    author = trio.vaults.pop(AUTHOR)
    trio.vaults[AUTHOR] = Vault.open(other, now_ms=trio.now())
    trio.remember(AUTHOR, "The boat is gone")
    trio.sync(AUTHOR, THIRD)
    trio.remember(THIRD, "It rained today")
    trio.sync(THIRD)
    trio.vaults.pop(AUTHOR).close()
    trio.vaults[AUTHOR] = author
    dark_bundle = _bundle_of(trio, THIRD)
    trio.mirror.come_back_from(quick_disk / "light")

    def meet(bundle: Any) -> None:
        _own_end(trio, THIRD, bundle).CopyFrom(_own_end(trio, THIRD, dark_bundle))

    before = _before(trio, VICTIM)
    trio.mirror.tamper = _on(pb.GetBundleRequest, meet)
    with pytest.raises(SyncError) as refused:
        trio.sync(VICTIM)
    assert refused.value.code == "HEAD_FORK"
    assert _before(trio, VICTIM) == before
    for folder in (other, dark, quick_disk / "light"):
        shutil.rmtree(folder)


def _bundle_of(house: Household, name: str) -> pb.GetBundleResponse:
    kept: list[pb.GetBundleResponse] = []
    house.mirror.tamper = _on(pb.GetBundleRequest, kept.append)
    house.sync(name)
    house.mirror.tamper = None
    return kept[0]


# Acknowledgements ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lie:
    """An acknowledgement as the mirror gives it: by how much its number and chain are wrong, for whom, by whom."""

    ahead: int = 0
    chain: bytes = b""
    device: bytes = b""
    forged: bool = False


ACKS = [
    ("from the future", Lie(ahead=1), "ACK_FROM_FUTURE"),
    ("of the far future", Lie(ahead=1 << 40), "ACK_FROM_FUTURE"),
    ("of another chain", Lie(chain=b"c" * 32), "HEAD_FORK"),
    ("of a part, with another chain", Lie(ahead=-1), "HEAD_FORK"),
    ("of another device", Lie(device=bytes(16)), "ACK_FORGED"),
    ("signed by somebody else", Lie(forged=True), "ACK_FORGED"),
    ("of nothing new", Lie(ahead=-1_000_000), "HEAD_FORK"),
]


@pytest.mark.parametrize(("lie", "code"), [each[1:] for each in ACKS], ids=[each[0] for each in ACKS])
def test_an_acknowledgement_that_is_not_true_takes_nothing_out_of_the_outbox(
    house: Household, lie: Lie, code: str
) -> None:
    house.remember(VICTIM, "The boat is blue")

    def tell(answer: Any) -> None:
        ack = pb.Ack.FromString(answer.ack.body)
        floor = outbox.load_chain_positions(house.vaults[VICTIM].database)[house.vaults[VICTIM].device_id].seq
        ack.seq = max(ack.seq + lie.ahead, floor)
        ack.chain, ack.device_id = lie.chain or ack.chain, lie.device or ack.device_id
        body = ack.SerializeToString(deterministic=True)
        signed = house.mirror.authority.signed(Domain.ACK, body)
        if lie.forged:
            signed.signature, signed.signer = wire.sign_message(Domain.ACK, body, THIEF.sign), THIEF.key
        answer.ack.CopyFrom(signed)

    _attacked(house, _on(pb.PushRequest, tell), code)


def test_an_acknowledgement_of_what_was_never_stored_loses_nothing(house: Household, tmp_path: Path) -> None:
    """It cannot be known at once. The next bundle shows it, and the device tells everything again."""
    house.settle()
    house.mirror.back_up(tmp_path / "before")
    house.remember(VICTIM, "The boat is blue")
    house.sync(VICTIM)
    house.mirror.come_back_from(tmp_path / "before")
    (report,) = house.sync(VICTIM)
    assert report.healed > 0
    house.settle()
    house.require_equal()
    assert list(house.texts(AUTHOR).values()) == ["The boat is blue"]


# Forgetting ----------------------------------------------------------------------------------------------------------


def test_what_was_forgotten_does_not_open_when_the_mirror_kept_it(trio: Household) -> None:
    """The mirror signs the erasure and serves the op to a device that was away, with the wrap that it had."""
    kept: list[pb.Op] = []
    atom = trio.remember(AUTHOR, "The gate code is 4711")
    trio.remember(AUTHOR, "The boat is blue")
    trio.sync(AUTHOR)
    trio.mirror.tamper = _on(pb.PullRequest, lambda segments: kept.extend(_ops(segments).ops))
    trio.sync(THIRD)
    trio.mirror.tamper = None
    trio.forget(AUTHOR, atom.atom_id)
    trio.sync(AUTHOR)
    living = {op.seq: op for op in kept}

    def keep_serving(segments: Any) -> None:
        for segment in segments:
            for op in segment.ops:
                if op.erased and op.seq in living and living[op.seq].op_id == op.op_id:
                    op.CopyFrom(living[op.seq])

    _attacked(trio, _on(pb.PullRequest, keep_serving), "E2EE_AAD_MISMATCH", VICTIM)
    assert atom.atom_id not in trio.texts(VICTIM)


def test_a_device_that_brings_a_forgotten_atom_back_is_refused_and_it_is_written_down(trio: Household) -> None:
    atom = trio.remember(FIRST, "The gate code is 4711")
    trio.settle()
    trio.edit(THIRD, atom.atom_id, pinned=True)
    trio.forget(FIRST, atom.atom_id)
    trio.sync(FIRST, SECOND)
    trio.mirror.unreachable = True
    with pytest.raises(SyncError):
        trio.sync(THIRD)
    trio.mirror.unreachable = False
    push_only(trio, THIRD)
    (report,) = trio.sync(SECOND)
    assert report.refused > 0
    told = {event.event for event in trio.vaults[SECOND].ledger_events(subject_id=atom.atom_id)}
    assert "RESURRECTION_REFUSED" in told
    trio.settle()
    trio.require_equal()
    assert trio.texts(THIRD) == {}


def push_only(house: Household, name: str) -> None:
    """The device pushes and is cut off before it hears of anything."""

    def cut(request: Any, told: Any) -> Any:
        if isinstance(request, pb.PullRequest):
            raise MirrorUnreachable
        return told

    house.mirror.tamper = cut
    with pytest.raises(SyncError):
        house.sync(name)
    house.mirror.tamper = None


# An empty mirror, and one that is hard to bear -----------------------------------------------------------------------


def test_an_empty_mirror_does_not_wipe_a_device(house: Household) -> None:
    _spoken(house)
    house.settle()

    def empty(bundle: Any) -> None:
        del bundle.checkpoints[:]
        del bundle.pages[:]

    _attacked(house, _on(pb.GetBundleRequest, empty), "MIRROR_EMPTY_REFUSED")


def test_a_mirror_that_never_heard_of_the_device_does_not_wipe_it(house: Household, quick_disk: Path) -> None:
    _spoken(house)
    house.settle()
    before = _before(house, VICTIM)
    house.mirror.back_up(quick_disk / "full")
    (quick_disk / "nothing").mkdir()
    house.mirror.come_back_from(quick_disk / "nothing")
    with pytest.raises(SyncError) as refused:
        house.sync(VICTIM)
    assert refused.value.code == "DEVICE_UNKNOWN"
    assert _before(house, VICTIM) == before
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
    monkeypatch.setattr(mirror_client, "STREAM_SECONDS", 0.5)
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
    _spoken(house)
    house.settle()
    state = house.state(THIRD)
    house.mirror.tamper = _on(pb.PullRequest, change)
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
    _spoken(house)
    old = _old_bundle(house)
    house.remember(AUTHOR, "The boat is sold")
    house.settle()
    house.remember(VICTIM, "It rained")
    house.settle()

    def older_end(bundle: Any) -> None:
        _own_end(house, AUTHOR, bundle).CopyFrom(_own_end(house, AUTHOR, old))

    house.mirror.tamper = _on(pb.GetBundleRequest, older_end)
    with pytest.raises(SyncError) as refused:
        restore_account(house.state(THIRD), "sim", house.mirror.invitation(), ENTROPY, THIRD, house.now())
    assert refused.value.code == "RESTORE_ROLLBACK_DETECTED"
    assert not (house.state(THIRD) / "vault.json").exists()
