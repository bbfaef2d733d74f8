"""A mirror on each of the two stores, in real processes, and the house in which tests live beside them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import count

import pytest

from cloud_mirror.core.ports import Store
from cloud_mirror.stores.open_store import open_store
from tests.cloud_mirror.grpc_caller import (
    MirrorLink,
    RefusedCall,
    device_link,
    enrol_by_token,
    invited_link,
    join_by_token,
)
from tests.cloud_mirror.mirror_account import Person, SimDevice
from tests.sim.mirror_process import RunningMirror, running_mirror
from tests.sim.postgres import Postgres, private_postgres

_PEOPLE = count(1)


@dataclass
class MirrorFixture:
    """A running mirror, an eye on its store, and people who are strangers to each other."""

    mirror: RunningMirror
    store: Store
    token: str = field(init=False)

    def __post_init__(self) -> None:
        self.token = self.mirror.invite()

    def stranger(self) -> tuple[Person, SimDevice]:
        """A person with a device, unknown to the mirror."""
        name = f"p{next(_PEOPLE)}"
        return Person(name), SimDevice(f"{name} kitchen")

    def resident(self) -> tuple[Person, SimDevice]:
        """A person whose device is enrolled."""
        person, device = self.stranger()
        enrol_by_token(self.mirror.address, self.mirror.invite(), person, device)
        return person, device

    def second(self, person: Person, name: str = "laptop", *, in_roster: bool = True) -> SimDevice:
        """Another device of the person, joined by the words, and in the roster unless it is told not to be."""
        device = SimDevice(f"{person.name} {name}")
        join_by_token(self.mirror.address, self.mirror.invite(), person, device)
        if in_roster:
            person.devices.append(device)
            person.roster = person.next_roster([known.member() for known in person.devices])
            with self.line(device) as line:
                line.put_roster(person.roster)
        return device

    def line(self, device: SimDevice) -> AbstractContextManager[MirrorLink]:
        """A connection with the device's certificate."""
        return device_link(self.mirror.address, self.token, device)

    def guest(self, token: str = "") -> AbstractContextManager[MirrorLink]:
        """A connection with an invitation's certificate, a new one unless one is given."""
        return invited_link(self.mirror.address, token or self.mirror.invite())

    @contextmanager
    def refuses(self, reason: str) -> Iterator[list[RefusedCall]]:
        """What is called inside is refused with this reason, and the store is as it was, to the byte."""
        before = self.store.digest()
        refused: list[RefusedCall] = []
        with pytest.raises(RefusedCall) as caught:
            yield refused
        refused.append(caught.value)
        assert caught.value.reason == reason
        assert caught.value.details[0] == "ErrorInfo"
        assert self.store.digest() == before


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with private_postgres() as server:
        yield server


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MirrorFixture]:
    yield from _built(request, tmp_path_factory)


@pytest.fixture(params=["sqlite", "postgres"])
def own_house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MirrorFixture]:
    """One that no other test lives in: for what fills it, or breaks it."""
    yield from _built(request, tmp_path_factory)


def _built(request: pytest.FixtureRequest, folders: pytest.TempPathFactory) -> Iterator[MirrorFixture]:
    folder = folders.mktemp("mirror")
    url = f"sqlite:///{folder}/mirror.db"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres").new_database()
    with running_mirror(folder, url) as mirror:
        store = open_store(url)
        yield MirrorFixture(mirror, store)
        store.close()
