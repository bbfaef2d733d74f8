"""Composition: measures pushes and pulls of a mirror: `python bench/mirror.py [--ops N] [--devices N] [--seconds N]`.

A real mirror in its own process, real certificates, loopback; both stores side by side. The bulk push sends batches of
500 one after the other, as a device does that was away. The single pushes come from many devices at once, each a vault
of its own and each at a steady pace of one a second, so that the figure is how long a push takes and not how long the
queue is. The reference is the same bytes written to a file in the same batches, with fsync.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import grpc

from bench.machine import describe, percentile
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.selene.mirror.v1.mirror_service_pb2_grpc import MirrorServiceStub
from protos.wire import MAX_PUSH_OPS
from tests.cloud_mirror.grpc_caller import HEADERS, credentials_of, decode_token, device_link, enrol_by_token
from tests.cloud_mirror.mirror_account import Person, SimDevice
from tests.sim.mirror_process import RunningMirror, running_mirror
from tests.sim.postgres import binaries, private_postgres

PAYLOAD_BYTES = 256


def batches(person: Person, device: SimDevice, ops: int) -> list[pb.PushRequest]:
    """Everything sealed and signed beforehand: the mirror is measured, not the device."""
    made = []
    while device.seq < ops:
        request = person.push(device, device.ops(min(MAX_PUSH_OPS, ops - device.seq), size=PAYLOAD_BYTES))
        person.took(device, request)
        made.append(request)
    return made


def bulk(mirror: RunningMirror, ops: int) -> dict[str, object]:
    """Push all, push all again, pull all."""
    person, device, token = Person("bulk"), SimDevice("bulk"), mirror.invite()
    enrol_by_token(mirror.address, token, person, device)
    requests = batches(person, device, ops)
    with device_link(mirror.address, token, device) as line:
        line.bundle()
        push_s = _timed(lambda: [line.push(request) for request in requests])
        again_s = _timed(lambda: [line.push(request) for request in requests])
        pull_s = _timed(line.pull)
    return {
        "push_s": push_s,
        "same_again_s": again_s,
        "pull_s": pull_s,
        "reference_s": reference(requests),
    }


def reference(requests: list[pb.PushRequest]) -> float:
    """The same bytes, appended to a file and synced after each batch."""
    with tempfile.TemporaryFile() as out:

        def write() -> None:
            for request in requests:
                out.write(request.SerializeToString())
                out.flush()
                os.fsync(out.fileno())

        return _timed(write)


async def single(mirror: RunningMirror, devices: int, seconds: int) -> dict[str, float]:
    """One op a push, one push a second and device, the devices spread over the second."""
    token = mirror.invite()
    people = []
    for number in range(devices):
        person, device = Person(f"single {number}"), SimDevice(f"single {number}")
        enrol_by_token(mirror.address, mirror.invite(), person, device)
        people.append((person, device, _singles(person, device, seconds + 1)))
    start = perf_counter() + 0.5
    taken = await asyncio.gather(
        *(
            _device(mirror.address, token, device, requests, start + Random(number).random())
            for number, (_, device, requests) in enumerate(people)
        )
    )
    waits = [ms for times in taken for ms in times[1:]]  # the first opens the connection
    return {name: round(percentile(waits, share), 2) for name, share in (("p50", 50), ("p95", 95), ("p99", 99))}


def _singles(person: Person, device: SimDevice, count: int) -> list[pb.PushRequest]:
    made = []
    for _ in range(count):
        made.append(person.push(device, device.ops(1, size=PAYLOAD_BYTES)))
        person.took(device, made[-1])
    return made


async def _device(
    address: str, token: str, device: SimDevice, requests: list[pb.PushRequest], start: float
) -> list[float]:
    credentials = credentials_of(decode_token(token).ca, device.certificate, device.key_der())
    options = [("grpc.ssl_target_name_override", "selene-mirror"), ("grpc.use_local_subchannel_pool", 1)]
    waits = []
    async with grpc.aio.secure_channel(address, credentials, options=options) as channel:
        stub = MirrorServiceStub(channel)  # type: ignore[no-untyped-call]
        for number, request in enumerate(requests):
            await asyncio.sleep(max(0.0, start + number - perf_counter()))
            began = perf_counter()
            await stub.Push(request, timeout=5, metadata=HEADERS)
            waits.append((perf_counter() - began) * 1e3)
    return waits


def measured(url: str, ops: int, devices: int, seconds: int) -> dict[str, object]:
    """All figures of one store."""
    with tempfile.TemporaryDirectory() as folder, running_mirror(Path(folder), url) as mirror:
        found = bulk(mirror, ops)
        found["push_to_reference"] = round(float(str(found["push_s"])) / float(str(found["reference_s"])), 1)
        return {**found, "single_push_ms": asyncio.run(single(mirror, devices, seconds))}


def _timed(run: object) -> float:
    began = perf_counter()
    run()  # type: ignore[operator]
    return round(perf_counter() - began, 3)


def main() -> None:
    """Print one JSON object with a table as text in it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in (("--ops", 10_000), ("--devices", 50), ("--seconds", 5)):
        parser.add_argument(name, type=int, default=default)
    given = parser.parse_args()
    how = (given.ops, given.devices, given.seconds)
    stores = {"sqlite": measured("", *how)}
    if binaries() is not None:
        with private_postgres(durable=True) as server:
            stores["postgresql"] = measured(server.new_database(), *how)
    report = {"machine": describe(), "ops": given.ops, "devices": given.devices, **stores}
    print(json.dumps(report, indent=2))
    print(table(stores))


def table(stores: dict[str, dict[str, object]]) -> str:
    """The stores side by side."""
    lines = ["| figure | " + " | ".join(stores) + " |", "|---|" + "---|" * len(stores)]
    for figure in next(iter(stores.values())):
        cells = [json.dumps(found[figure]).replace('"', "") for found in stores.values()]
        lines.append(f"| {figure} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
