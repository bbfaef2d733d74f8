"""Adapter: runs a case through the command line, in a folder of its own that is deleted afterwards."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from acceptance.cases.client_cases import ClientCase
from acceptance.cases.journeys import Journey
from acceptance.cases.memory_cases import MemoryCase
from acceptance.cases.vocab_cases import VocabCase
from acceptance.drivers.clients.client_driver import play_client_case
from acceptance.drivers.fork_server import FORK_SERVER, ForkServer, ProcessSpawner
from acceptance.drivers.host_environment import HOST_ENVIRONMENTS, HostEnvironment, environment_variables
from acceptance.drivers.memory_driver import MemoryCasePlayer
from acceptance.drivers.selene_command import shared_fork_server
from acceptance.drivers.sync_driver import JourneyDriver
from acceptance.drivers.vocab_driver import play_vocab_case
from acceptance.observations.client_observation import ClientObservation
from acceptance.observations.journey_observation import JourneyObservation
from acceptance.observations.memory_observation import MemoryObservation
from acceptance.observations.vocab_observation import VocabObservation


class CaseDriver:
    """Runs cases. `selene` is the tested command, in words; `nested` when it is one of `fork_server.serve_commands`."""

    def __init__(self, selene: tuple[str, ...] = FORK_SERVER, *, nested: bool = True, shared: bool = False) -> None:
        """`shared` takes the fork servers of this process, which go on after `close`: loading one takes two seconds."""
        self._selene = selene
        self._nested, self._shared = nested, shared
        self._nests: dict[HostEnvironment, ForkServer] = {}
        self._travel: JourneyDriver | None = None

    def run_case(self, case: MemoryCase, world: HostEnvironment, first: tuple[str, ...] = ()) -> MemoryObservation:
        """Seeds a vault, says every turn, and returns the observation. `first` are words before those of each
        command.
        """
        with TemporaryDirectory(prefix="selene-accept-") as folder:
            return MemoryCasePlayer(case, self._starter(world), world, Path(folder), first).run_case()

    def run_journey(self, journey: Journey, first: tuple[str, ...] = ()) -> JourneyObservation:
        """Runs a journey with the same command line."""
        if self._travel is None:
            self._travel = JourneyDriver()
        return self._travel.make(journey, self._starter(HOST_ENVIRONMENTS[0]), first)

    def run_vocab_case(self, practice: VocabCase, first: tuple[str, ...] = ()) -> VocabObservation:
        """Runs a case about vocabulary with the same command line."""
        return play_vocab_case(practice, self._starter(HOST_ENVIRONMENTS[0]), first)

    def run_client_case(self, case: ClientCase, first: tuple[str, ...] = ()) -> ClientObservation:
        """Runs a case about clients with the same command line."""
        return play_client_case(case, self._starter(HOST_ENVIRONMENTS[0]), first)

    def close(self) -> None:
        """Ends the processes that it started."""
        if self._travel is not None:
            self._travel.close()
        for nest in self._nests.values():
            nest.close()
        self._nests.clear()

    def _starter(self, world: HostEnvironment) -> ForkServer | ProcessSpawner:
        if not self._nested:
            return ProcessSpawner(self._selene, environment_variables(world))
        if self._shared:
            return shared_fork_server(self._selene, world)
        if world not in self._nests:
            self._nests[world] = ForkServer(self._selene, environment_variables(world))
        return self._nests[world]
