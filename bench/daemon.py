"""Composition: measures what a person waits for `selene say` beside a daemon, what eight people wait who talk to it at
once, and what the daemon costs while idle.

The reference of a command is a Python process that does nothing, that of eight people one person alone, both in the
same run. The limit of each: 150 ms of wall time, for 95 of 100.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.machine import ROOT, describe, percentile

SAYS = 40
TURNS = 40
PEOPLE = ("ana", "ben", "cleo", "dora", "emil", "fay", "gus", "hal")
PORT = 18_770
BOUND_MS = 150.0
IDLE_S = 20.0
SENTENCES = ("my name is Ana", "what is my name", "my dog is called Rex", "what do you remember about me")


def main() -> int:
    """Print the figures; 1 when the bound is passed."""
    print(describe())
    with tempfile.TemporaryDirectory(prefix="selene-bench-") as folder:
        state = str(Path(folder) / "state")
        words = ["run", "--mic", "none:", "--http", f":{PORT}", "--state", state]
        daemon = subprocess.Popen([sys.executable, "-m", "device", *words], cwd=ROOT)
        try:
            while '"ready"' not in _run("events", "--state", state)[1]:
                continue
            nothing = [_timed([sys.executable, "-c", "pass"])[0] for _ in range(SAYS)]
            said = [_run("say", SENTENCES[n % len(SENTENCES)], "--state", state)[0] for n in range(SAYS)]
            tokens = [_token(person, state) for person in PEOPLE]
            spent = _processor_s(daemon.pid)
            alone = _replies(tokens[0])
            with ThreadPoolExecutor(len(PEOPLE)) as people:
                at_once = [each for replies in people.map(_replies, tokens) for each in replies]
            before = _processor_s(daemon.pid)
            spent = (before - spent) / (len(alone) + len(at_once))
            time.sleep(IDLE_S)
            idle = (_processor_s(daemon.pid) - before) / IDLE_S
        finally:
            daemon.terminate()
            daemon.wait()
    waited = (("python -c pass", nothing), ("selene say", said), ("one by HTTP", alone), ("eight by HTTP", at_once))
    for name, each in waited:
        print(f"{name:<16} p50 {percentile(each, 50):6.1f} ms   p95 {percentile(each, 95):6.1f} ms")
    print(f"{'a turn by HTTP':<16} {1_000 * spent:6.1f} ms of processor time in the daemon")
    print(f"{'idle daemon':<16} {100 * idle:6.2f} % of one core, without a microphone")
    return int(max(percentile(said, 95), percentile(at_once, 95)) > BOUND_MS)


def _token(person: str, state: str) -> str:
    """Returns the token of a new client of a person."""
    shown = _run("client", "add", person, "--user", person, "--may", "talk", "--state", state, "--json")[1]
    return str(json.loads(shown)["token"])


def _replies(token: str) -> list[float]:
    """Holds a talk over one connection; returns the milliseconds until each reply."""
    connection, waited = HTTPConnection("127.0.0.1", PORT, timeout=60), []
    head = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    for number in range(TURNS):
        began = time.perf_counter()
        connection.request("POST", "/v1/talk", json.dumps({"text": SENTENCES[number % len(SENTENCES)]}), head)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        waited.append((time.perf_counter() - began) * 1_000)
    connection.close()
    return waited


def _run(*arguments: str) -> tuple[float, str]:
    return _timed([sys.executable, "-m", "device", *arguments])


def _timed(command: Sequence[str]) -> tuple[float, str]:
    began = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return (time.perf_counter() - began) * 1_000, done.stdout


def _processor_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    raise SystemExit(main())
