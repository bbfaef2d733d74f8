"""Composition: measures installing a package on a device, and a turn's Hint Bundle from the vault.

    python bench/vocab.py [--terms 5000]

A package of that many terms is fetched from a folder, and from a `selene-mirror` in a process of its own that serves
the same folder, over mutual TLS; it is verified, staged, read back and activated, in an encrypted vault, without the
self-test, which is reported by itself: it plays spoken commands to the recogniser. The bundle is built from 10,000
words of one person's memory and a vocabulary of 10,000. The reference is `json.loads` of the payload in the same run.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter_ns, process_time_ns

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import describe, percentile
from bench.packages import published
from device.assistant.hint_source import HintBuilder
from device.engines.stt.pocketsphinx import PocketSphinx
from device.vocabulary.package_installer import PackageInstaller, PackageSource
from device.vocabulary.self_test import SelfTestResult, self_test
from engine_b.sync.mirror_client import Credentials
from engine_b.vault.vault import Vault, VaultPolicies
from engine_b.vocabulary.mirror_fetcher import PackageFetcher
from memory.core.policy import MemoryPolicy
from memory.model.atoms import ArchivedLine, Atom, Kind, Moment, Speaker
from memory.model.atoms import Source as Words
from memory.model.changes import Change, Scope
from packages.core.names import Version
from packages.core.ports import Fetcher
from packages.storage.folders import FolderFetcher, FolderRepository
from packages.verification.client import DeviceProfile
from tests.cloud_mirror.grpc_caller import decode_token, enrol_by_token
from tests.cloud_mirror.mirror_account import Person, SimDevice
from tests.sim.mirror_process import running_mirror
from tests.sim.publisher import NOW_MS, Publisher

APPLY_MS, BUNDLE_MS, WORDS, ROUNDS, TURNS = 1_000, 2, 10_000, 7, 51
USER = "u-bench"
_UNBOUNDED = VaultPolicies(memory=MemoryPolicy(max_new_atoms_per_turn=1_000_000))


def main() -> int:
    """Print one JSON object; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--terms", type=int, default=5_000)
    terms = parser.parse_args().terms
    publisher = published(terms)
    applied = _from_both(publisher)
    reference = [_spent(lambda: json.loads(publisher.files["packages/kitchen/1.0/terms.json"])) for _ in range(ROUNDS)]
    bundles = _bundles(published(WORDS))
    cpu = max(percentile([one[1] for one in rounds], 95) for rounds in applied.values())
    report = {
        "machine": describe(),
        "terms": terms,
        "verify_and_apply_ms": {
            way: {
                name: round(percentile([one[at] for one in rounds], 95), 1)
                for at, name in enumerate(("wall_p95", "cpu_p95"))
            }
            for way, rounds in applied.items()
        },
        "ratio_to_json_loads": round(cpu / percentile([one[1] for one in reference], 95), 1),
        "self_test_ms": round(_self_test()[0]),
        "bundle_from_20000_words_ms": {
            "p50": round(percentile(bundles, 50), 2),
            "p95": round(percentile(bundles, 95), 2),
        },
    }
    print(json.dumps(report, indent=2))
    return 0 if cpu <= APPLY_MS and percentile(bundles, 50) <= BUNDLE_MS else 1


def _from_both(publisher: Publisher) -> dict[str, list[tuple[float, float]]]:
    """Rounds by turns, so that a busy moment of the machine is in both."""
    with TemporaryDirectory() as place, ExitStack() as stack:
        shelf = Path(place) / "shelf"
        for path, content in publisher.files.items():
            FolderRepository(shelf).put(path, content)
        ways: dict[str, Fetcher] = {"folder": FolderFetcher(shelf), "service": stack.enter_context(_mirror(shelf))}
        root = publisher.files["1.root.json"]
        rounds = [{way: _applied(fetcher, root) for way, fetcher in ways.items()} for _ in range(ROUNDS)]
    return {way: [one[way] for one in rounds] for way in ways}


@contextmanager
def _mirror(shelf: Path) -> Iterator[PackageFetcher]:
    with TemporaryDirectory() as place, running_mirror(Path(place), packages=shelf) as mirror:
        token, device = mirror.invite(), SimDevice("kitchen")
        enrol_by_token(mirror.address, token, Person("ana"), device)
        shown = Credentials(decode_token(token).ca, device.certificate, device.key_der())
        with PackageFetcher(mirror.address, shown) as fetcher:
            yield fetcher


def _applied(fetcher: Fetcher, root: bytes) -> tuple[float, float]:
    with TemporaryDirectory() as folder, Vault.open(Path(folder) / "state", now_ms=NOW_MS) as vault:
        return _spent(lambda: _apply(vault, fetcher, root))


def _apply(vault: Vault, fetcher: Fetcher, root: bytes) -> None:
    source = PackageSource("company", fetcher, lambda: perf_counter_ns() // 1_000_000, root)
    PackageInstaller(vault, DeviceProfile(Version(1)), NOW_MS).apply(source, lambda before, after: SelfTestResult(0, 0))


def _self_test() -> tuple[float, float]:
    test = self_test(PocketSphinx(), MemoryPolicy())
    return _spent(lambda: test((), tuple(f"Brozik {number}" for number in range(100))))


def _bundles(publisher: Publisher) -> list[float]:
    with TemporaryDirectory() as folder, Vault.open(Path(folder) / "s", now_ms=NOW_MS, policy=_UNBOUNDED) as vault:
        _apply(vault, publisher, publisher.files["1.root.json"])
        lines = tuple(_line(number) for number in range(6))
        atoms = tuple(_atom(number) for number in range(WORDS))
        vault.commit(Change(Scope(USER, "s-1", "t-0", 1), lines=lines, new_atoms=atoms))
        hints = HintBuilder(vault.database, "en", MemoryPolicy())
        assert len(hints.build(USER).terms) == 100
        return [_spent(lambda: hints.build(USER))[1] for _ in range(TURNS)]


def _line(number: int) -> ArchivedLine:
    text = f"where did we put the thing number {number} for the kitchen"
    return ArchivedLine(f"t-{number}", f"t-{number}", "s-1", USER, Speaker.USER, "", text, Moment(number), 11)


def _atom(number: int) -> Atom:
    name = f"Place{number}"
    return Atom(f"a-{number}", USER, Kind.PLACE, f"place:{number}", name, name, (Words(f"t-{number}", 0, 5),), number)


def _spent(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of wall and processor time."""
    wall, cpu = perf_counter_ns(), process_time_ns()
    work()
    return (perf_counter_ns() - wall) / 1e6, (process_time_ns() - cpu) / 1e6


if __name__ == "__main__":
    sys.exit(main())
