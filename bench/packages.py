"""Composition: measures verifying and merging a package: `python bench/packages.py [--terms 5000]`.

A package of that many terms, with pronunciations, heard forms and origin, is verified (signatures, digests, content
gate) and merged: the pure part of an update, everything but the disk. The reference is `json.loads` of the same payload
in the same run. CPU time stays comparable when the machine is busy.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from time import perf_counter_ns, process_time_ns

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import describe, percentile
from device.nlu.intent_registry import build_package_gate
from packages.core.names import Version
from packages.core.policy import PackagePolicy
from packages.core.ports import KeptTrust
from packages.documents.merge import merge_packages
from packages.installation.refresh import EphemeralTrustStore, refresh_repository
from packages.verification.client import DeviceProfile, RefreshRequest
from tests.sim.publisher import NOW_MS, Publisher, term

ROUNDS = 15
LIMIT_MS = 1_000
_CONSONANTS, _VOWELS = "bdfgklmnprtvz", "aiou"


def spelled(number: int, chance: Random) -> str:
    """A made-up name, another for each number."""
    word = "".join(chance.choice(_CONSONANTS) + chance.choice(_VOWELS) for _ in range(4)).title()
    return f"{word} {'abcdefghij'[number % 10]}{'klmnopqrst'[number // 10 % 10]}{number // 100 % 100}"


def published(terms: int) -> Publisher:
    """A publisher of one package of so many terms."""
    chance = Random(terms)
    words = {spelled(number, chance): None for number in range(terms * 2)}
    publisher = Publisher()
    publisher.publish(
        {
            ("kitchen", "1.0"): [
                term(word, weight=120, pronunciations=["M AE N D AH L IY N"], heard=[word.casefold()])
                for word in list(words)[:terms]
            ]
        }
    )
    return publisher


def milliseconds(publisher: Publisher) -> dict[str, tuple[float, float]]:
    """Wall and CPU time of verifying, of merging, and of the reference."""
    policy = PackagePolicy()
    request = RefreshRequest(DeviceProfile(Version(1)), NOW_MS, gate=build_package_gate())
    payload = publisher.files["packages/kitchen/1.0/terms.json"]
    store = EphemeralTrustStore(KeptTrust(publisher.files["1.root.json"]))
    marks = [(perf_counter_ns(), process_time_ns())]
    done = refresh_repository(publisher, store, request, publisher.stopwatch, policy)
    marks.append((perf_counter_ns(), process_time_ns()))
    merge_packages(done.packages, policy)
    marks.append((perf_counter_ns(), process_time_ns()))
    json.loads(payload)
    marks.append((perf_counter_ns(), process_time_ns()))
    spans = [((b[0] - a[0]) / 1e6, (b[1] - a[1]) / 1e6) for a, b in pairwise(marks)]
    return dict(zip(("verify", "merge", "json_loads"), spans, strict=True))


def main() -> int:
    """Print one JSON object; 1 when verifying and merging take more CPU time than promised."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--terms", type=int, default=5_000)
    terms = parser.parse_args().terms
    publisher = published(terms)
    rounds = [milliseconds(publisher) for _ in range(ROUNDS)]
    report: dict[str, object] = {"machine": describe(), "terms": terms}
    for name in rounds[0]:
        wall, cpu = [one[name][0] for one in rounds], [one[name][1] for one in rounds]
        report[f"{name}_ms"] = {
            "p50": round(percentile(wall, 50), 1),
            "p95": round(percentile(wall, 95), 1),
            "cpu_p95": round(percentile(cpu, 95), 1),
        }
    both = percentile([one["verify"][1] + one["merge"][1] for one in rounds], 95)
    report["verify_and_merge_cpu_p95_ms"] = round(both, 1)
    report["ratio_to_json_loads"] = round(both / percentile([one["json_loads"][1] for one in rounds], 95), 1)
    print(json.dumps(report, indent=2))
    return 0 if both <= LIMIT_MS else 1


if __name__ == "__main__":
    sys.exit(main())
