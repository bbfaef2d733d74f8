"""Whatever dies in the middle: what was acknowledged is there, once, and what was not may be sent again."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from cloud_mirror.core.errors import Refusal, StoreBusy, StoreTooNew
from cloud_mirror.core.policy import POLICY
from cloud_mirror.core.ports import WriteTransaction
from cloud_mirror.core.records import AccountRecord, VaultRecord
from cloud_mirror.platform import clock
from cloud_mirror.server.group_commit import GroupWriter
from cloud_mirror.stores import sql, store_postgres
from cloud_mirror.stores.open_store import open_store
from cloud_mirror.stores.store_postgres import PostgresStore
from cloud_mirror.stores.store_sqlite import SqliteStore
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.wire import Reason
from tests.cloud_mirror.conftest import MirrorFixture
from tests.cloud_mirror.grpc_caller import RefusedCall
from tests.cloud_mirror.mirror_account import SimDevice, named_bytes
from tests.cloud_mirror.rpc.test_push import pushed, rotate_request
from tests.sim.mirror_process import running_mirror
from tests.sim.postgres import Postgres, private_postgres

DIES_BEFORE_ACK = """
import os
from cloud_mirror.server.authority import FolderAuthority
from protos.wire import Domain
signed = FolderAuthority.signed
def die(self, domain, body):
    if domain is Domain.ACK and os.path.exists(os.environ["DIE"]):
        os.kill(os.getpid(), 9)
    return signed(self, domain, body)
FolderAuthority.signed = die
from cloud_mirror.__main__ import run_mirror
run_mirror()
"""


@pytest.fixture
def durable() -> Iterator[Postgres]:
    with private_postgres(durable=True) as server:
        yield server


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_mirror_killed_between_commit_and_ack_has_each_op_once(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres").new_database() if kind == "postgres" else ""
    order = tmp_path / "die"
    with running_mirror(tmp_path, url, {"DIE": str(order)}, ("-c", DIES_BEFORE_ACK)) as mirror:
        house = MirrorFixture(mirror, open_store(mirror.store_url))
        person, device = house.resident()
        with house.line(device) as line:
            pushed(line, person, device, 3)
            order.touch()
            lost = person.push(device, device.ops(200))
            with pytest.raises(RefusedCall):
                line.push(lost)
        assert mirror.process is not None
        assert mirror.process.wait(20) == -9
        order.unlink()
        assert house.store.read(lambda tx: tx.head(person.vault_id, device.id)).seq == 203, "it was committed"
        before = house.store.digest()
        mirror.start()
        with house.line(device) as line:
            assert line.push(lost).seq == 203
            assert [op.seq for answer in line.pull() for op in answer.ops] == list(range(1, 204))
        assert house.store.digest() == before
        house.store.close()


def test_a_mirror_killed_at_any_moment_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    with running_mirror(tmp_path) as mirror:
        house = MirrorFixture(mirror, open_store(mirror.store_url))
        person, device = house.resident()
        acknowledged, when = 0, random.Random(7)
        for _ in range(4):
            killer = threading.Timer(0.05 + when.random() / 5, mirror.kill)
            killer.start()
            with house.line(device) as line:
                try:
                    while True:
                        request = person.push(device, device.ops(20))
                        acknowledged = line.push(request).seq
                        person.took(device, request)
                except RefusedCall:
                    pass
            killer.join()
            mirror.start()
            stored = house.store.read(lambda tx: tx.head(person.vault_id, device.id)).seq
            assert stored - acknowledged in (0, 20)
            with house.line(device) as line:
                line.push(request)
            person.took(device, request)
        house.store.close()


def test_a_killed_server_of_postgresql_is_waited_for_and_found_again(tmp_path: Path, durable: Postgres) -> None:
    with running_mirror(tmp_path, durable.new_database()) as mirror:
        house = MirrorFixture(mirror, open_store(mirror.store_url))
        person, device = house.resident()
        with house.line(device) as line:
            pushed(line, person, device, 5)
            watched = health_pb2_grpc.HealthStub(line.channel).Watch(health_pb2.HealthCheckRequest(), timeout=60)
            assert next(watched).status == health_pb2.HealthCheckResponse.SERVING
            durable.kill()
            assert next(watched).status == health_pb2.HealthCheckResponse.NOT_SERVING
            watched.cancel()
            with pytest.raises(RefusedCall) as caught:
                line.push(person.push(device, device.ops(1)))
            assert caught.value.reason == "STORE_BUSY"
            assert caught.value.details == ("ErrorInfo", "RetryInfo")
            durable.start()
            assert line.push(person.push(device, device.ops(1))).seq == 6
            assert sum(len(answer.ops) for answer in line.pull()) == 6
        house.store.close()


def test_terminated_connections_are_made_again_without_the_device_noticing(
    house: MirrorFixture, postgres: Postgres
) -> None:
    if not isinstance(house.store, PostgresStore):
        return
    person, device = house.resident()
    with house.line(device) as line:
        for _ in range(5):
            pushed(line, person, device, 10)
            ended = postgres.run_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname IS NOT NULL AND pid <> pg_backend_pid()"
            )
            assert ended
        assert [op.seq for answer in line.pull() for op in answer.ops] == list(range(1, 51))


def test_four_writers_of_one_row_lose_no_increment(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    url, key, rounds = postgres.new_database(), named_bytes("account"), 50
    patient = replace(POLICY, store_attempts=200, store_patience_ms=60_000)
    first = PostgresStore(url, patient)
    first.write(lambda tx: tx.put_account(AccountRecord(key, named_bytes("vault", 16))))
    retries: list[float] = []

    def counted(ms: float) -> None:
        retries.append(ms)
        clock.wait_up_to(ms)

    monkeypatch.setattr(store_postgres, "wait_up_to", counted)

    def increment(tx: WriteTransaction) -> None:
        account = tx.account(key)
        assert account is not None
        tx.put_account(replace(account, failures=account.failures + 1))

    def many(store: PostgresStore) -> None:
        for _ in range(rounds):
            store.write(increment)

    stores = [PostgresStore(url, patient) for _ in range(4)]
    threads = [threading.Thread(target=many, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    account = first.read(lambda tx: tx.account(key))
    assert account is not None
    assert account.failures == 4 * rounds
    assert retries, "nobody ever met: the test tests nothing"
    for store in (first, *stores):
        store.close()


def test_a_store_that_stays_overtaken_is_busy_and_unchanged(postgres: Postgres) -> None:
    impatient = replace(POLICY, store_attempts=3, backoff_ms=1)
    store = PostgresStore(postgres.new_database(), impatient)
    key = named_bytes("account")
    attempts: list[int] = []

    def overtaken(tx: WriteTransaction) -> None:
        tx.account(key)
        other = open_store(store._url)
        other.write(lambda tx: tx.put_account(AccountRecord(key, named_bytes("vault", 16), failures=len(attempts))))
        other.close()
        attempts.append(1)
        tx.put_account(AccountRecord(key, named_bytes("vault", 16), failures=99))

    with pytest.raises(StoreBusy):
        store.write(overtaken)
    found = store.read(lambda tx: tx.account(key))
    assert found is not None
    assert (len(attempts), found.failures) == (3, 2)
    store.close()


def test_two_that_make_the_same_account_at_once_see_each_other(postgres: Postgres) -> None:
    url = postgres.new_database()
    one, two = PostgresStore(url, POLICY), PostgresStore(url, POLICY)
    vault = VaultRecord(named_bytes("vault", 16), named_bytes("account"), pb.Signed(), pb.Signed(), None)

    def first_or_refused(tx: WriteTransaction) -> str:
        if tx.vault(vault.vault_id):
            return "it is there"
        if not two.read(lambda other: other.vault(vault.vault_id)):
            two.write(lambda other: other.new_vault(vault))
        tx.new_vault(vault)
        return "made"

    assert one.write(first_or_refused) == "it is there"
    one.close()
    two.close()


def test_what_a_rotation_destroys_is_in_no_byte_of_the_files(tmp_path: Path) -> None:
    with running_mirror(tmp_path) as mirror:
        house = MirrorFixture(mirror, open_store(mirror.store_url))
        house.store.close()
        person, kitchen = house.resident()
        with house.line(kitchen) as line:
            first = pushed(line, person, kitchen, 3)
            gone = [first.ops[1].payload, first.ops[1].wrap]
            assert all(found_in(mirror.folder, secret) for secret in gone), "the search finds what is there"
            pushed(line, person, kitchen, 1, erases=(first.ops[1].op_id,))
            assert not [secret for secret in gone if found_in(mirror.folder, secret)]
            old = [person.token(), person.epoch.body[-32:], first.pages[0].box]
            assert all(found_in(mirror.folder, secret) for secret in old)
            line.rotate(rotate_request(person, kitchen))
            assert not [secret for secret in old if found_in(mirror.folder, secret)]
            assert found_in(mirror.folder, person.token())
            assert not found_in(mirror.folder, person.token(), "mirror.db*", without=".tokens")


def found_in(folder: Path, secret: bytes, pattern: str = "mirror.db*", without: str = "nothing") -> list[str]:
    files = [path for path in folder.glob(pattern) if without not in path.name]
    return [path.name for path in files if secret in path.read_bytes()]


def test_a_crash_between_the_two_files_leaves_the_epoch_its_own_token(tmp_path: Path) -> None:
    with running_mirror(tmp_path) as mirror:
        house = MirrorFixture(mirror, open_store(mirror.store_url))
        person, _ = house.resident()
        house.store.close()
        mirror.kill()
        with sqlite3.connect(mirror.store.with_name("mirror.db.tokens")) as tokens:
            tokens.execute("INSERT INTO token VALUES (?, 2, ?)", (person.vault_id, named_bytes("stray")))
        tokens.close()
        store = SqliteStore(mirror.store)
        assert store.read(lambda tx: tx.token(person.vault_id, 1)) == person.token(1)
        assert store.read(lambda tx: tx.token(person.vault_id, 2)) == b""
        store.close()


def test_a_store_of_a_later_version_is_left_alone(tmp_path: Path, postgres: Postgres) -> None:
    for url in (f"sqlite:///{tmp_path}/m.db", postgres.new_database()):
        store = open_store(url)
        store.write(lambda tx: tx._run(sql.WRITE_VERSION, (99,)))  # type: ignore[attr-defined]
        store.close()
        with pytest.raises(StoreTooNew):
            open_store(url)


async def _together(writer: GroupWriter, works: list[object]) -> list[object]:
    return await asyncio.gather(*(writer.do(work) for work in works), return_exceptions=True)  # type: ignore[arg-type]


def test_calls_that_share_a_commit_do_not_share_a_refusal(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "m.db")
    writer = GroupWriter(store)
    keys = [named_bytes(f"key {number}") for number in range(3)]

    def puts(key: bytes, *, refuse: bool) -> object:
        def work(tx: WriteTransaction) -> str:
            tx.put_account(AccountRecord(key, named_bytes("vault", 16)))
            if refuse:
                raise Refusal(Reason.MALFORMED, "after a write: against the rule")
            return "done"

        return work

    works = [puts(keys[0], refuse=False), puts(keys[1], refuse=True), puts(keys[2], refuse=False)]
    results = asyncio.run(_together(writer, works))
    assert (results[0], results[2]) == ("done", "done")
    assert isinstance(results[1], Refusal)
    assert [store.read(lambda tx, key=key: tx.account(key)) is not None for key in keys] == [True, False, True]  # type: ignore[misc]
    writer.stop()
    with pytest.raises(StoreBusy):
        asyncio.run(writer.do(lambda tx: None))
    store.close()


def test_two_mirrors_on_one_database_serve_one_account(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    with running_mirror(tmp_path, url) as one, running_mirror(tmp_path, url) as two:
        house = MirrorFixture(one, open_store(url))
        beside = MirrorFixture(two, house.store)
        person, kitchen = house.resident()
        laptop = house.second(person)
        with house.line(kitchen) as line, beside.line(laptop) as other:

            def push_many(which: object, device: SimDevice) -> None:
                for _ in range(15):
                    pushed(which, person, device, 2)  # type: ignore[arg-type]

            thread = threading.Thread(target=push_many, args=(other, laptop))
            thread.start()
            push_many(line, kitchen)
            thread.join()
            seqs = [(answer.device_id, op.seq) for answer in line.pull() for op in answer.ops]
        assert sorted(seqs) == sorted((device.id, seq) for device in (kitchen, laptop) for seq in range(1, 31))
        house.store.close()
