"""Composition: measures what a daemon costs that listens in a quiet room, with its echo canceller, while nobody talks.

The daemon is a process of its own, with everything that `selene run` opens on a device: a microphone in real time, a
loudspeaker that the microphone may hear, wake word, speech detector, canceller, recogniser, voice, control socket. For
a minute its processor time is counted, from `/proc`; then its memory: once of a new vault, and once of a person whose
names the recogniser is told. The limits: 4 % of a core, 200 MB. Ends with 1 when one is passed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

_HERE = Path(__file__).resolve().parent
sys.path[:] = [str(_HERE.parent), *[place for place in sys.path if Path(place) != _HERE]]

from bench.machine import ROOT, describe

COUNTED_S = 60.0
SETTLED_S = 15.0
"""So long after the start the daemon has loaded what it needs."""
MOST_PERCENT, MOST_MB = 4.0, 200.0
NOISE = 57
"""The largest sample of the noise of the room: its level is -60 dB of full scale."""
TOLD = ("my name is Zelda Kaczmarek", "my sister lives in Boston", "my dog is called Rex")
"""What a person told before."""


class LiveRoom:
    """A microphone that hears a quiet room, a frame every 20 ms of real time."""

    live = True

    def __init__(self) -> None:
        """Makes ten seconds of noise, which are heard again and again."""
        state, noise = 1, bytearray()
        for _ in range(160_000):  # numpy's generator would take memory that no microphone takes
            state = state * 1_103_515_245 + 12_345 & 0x7FFFFFFF
            noise += ((state >> 16) % (2 * NOISE + 1) - NOISE).to_bytes(2, "little", signed=True)
        self._frames = [bytes(noise[at : at + 640]) for at in range(0, len(noise), 640)]
        self._open = True

    def frames(self) -> Iterator[bytes]:
        """Yields until it is closed."""
        number, began = 0, time.monotonic()
        while self._open:
            number += 1
            time.sleep(max(0.0, began + number * 0.02 - time.monotonic()))
            yield self._frames[number % len(self._frames)]

    def close(self) -> None:
        """Ends it."""
        self._open = False


class SilentLoudspeaker:
    """A loudspeaker in the room that makes no sound."""

    acoustic = True

    def play(self, frame: bytes | None) -> None:
        """Plays nothing."""

    def flush(self) -> None:
        """Has nothing queued."""

    def close(self) -> None:
        """Has nothing open."""


def run_child(state: str, echo: str) -> int:
    """Runs the daemon until a signal."""
    from device.cli.talk.cmd_run import run_daemon
    from device.daemon.audio_inputs import RunSettings
    from device.engines import factory

    engines = replace(
        factory.BUILT_IN,
        microphones={**factory.BUILT_IN.microphones, "live": lambda _rest, _fast: LiveRoom()},
        speakers={**factory.BUILT_IN.speakers, "silent": lambda _rest: SilentLoudspeaker()},
    )
    settings = RunSettings(Path(state), "bench", "live:", "silent:", echo=echo, engines=engines)
    return run_daemon(settings, None, quiet=True)


def main() -> int:
    """Prints the figures; 1 when a limit is passed."""
    print(describe())
    echo = sys.argv[sys.argv.index("--echo") + 1] if "--echo" in sys.argv else "linear:"
    missed = 0
    for name, told in (("new vault", ()), ("with names", TOLD)):
        with tempfile.TemporaryDirectory(prefix="selene-bench-") as folder:
            state = str(Path(folder) / "state")
            for words in told:
                _selene("say", words, "--user", "bench", "--state", state)
            share, resident, own = measure(state, echo)
        print(f"{name}, --echo {echo} {share:.2f} % of one core, {resident:.0f} MB resident, PSS {own:.0f} MB")
        missed += share > MOST_PERCENT or resident > MOST_MB
    print(f"at most {MOST_PERCENT:g} % and {MOST_MB:g} MB: {'MISSED' if missed else 'met'}")
    return int(missed > 0)


def measure(state: str, echo: str) -> tuple[float, float, float]:
    """Returns the share of a core of an idle daemon in per cent, its resident memory and its PSS in MB."""
    daemon = subprocess.Popen([sys.executable, __file__, "--child", state, echo], cwd=ROOT)
    try:
        while '"ready"' not in _selene("events", "--state", state):
            time.sleep(0.2)
        time.sleep(SETTLED_S)
        before = _processor_s(daemon.pid)
        time.sleep(COUNTED_S)
        return 100 * (_processor_s(daemon.pid) - before) / COUNTED_S, *_memory_mb(daemon.pid)
    finally:
        daemon.terminate()
        daemon.wait()


def _selene(*words: str) -> str:
    command = [sys.executable, "-m", "device", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


def _processor_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mb(process: int) -> tuple[float, float]:
    """Returns what is resident, and its proportional share."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    found = {name: int(line.split()[1]) / 1_000 for line in lines for name in ("Rss:", "Pss:") if line.startswith(name)}
    return found["Rss:"], found["Pss:"]


if __name__ == "__main__":
    raise SystemExit(run_child(*sys.argv[2:4]) if "--child" in sys.argv else main())
