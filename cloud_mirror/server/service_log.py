"""Adapter: the mirror's log, one JSON object a line on stderr, and its counts for Prometheus.

Ids are cut to eight hex digits and everything else is a count, a name of a call or a reason. Nothing that a device sent
is ever written, and neither is a whole id.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import TextIO

from cloud_mirror.core.policy import LOGGED_ID_DIGITS
from cloud_mirror.core.ports import MirrorClock


def short_id(identifier: bytes) -> str:
    """Returns enough of an id to tell two apart in a log."""
    return identifier.hex()[:LOGGED_ID_DIGITS]


class ServiceLog:
    """Writes lines and counts calls."""

    def __init__(self, clock: MirrorClock, out: TextIO | None = None, metrics: Path | None = None) -> None:
        self._clock, self._out, self._metrics = clock, out or sys.stderr, metrics
        self._calls: Counter[tuple[str, str]] = Counter()
        self._ops = 0

    def tell(self, event: str, **fields: str | int) -> None:
        """Writes one line."""
        line = {"at_ms": self._clock.now_ms(), "event": event, **fields}
        self._out.write(json.dumps(line, ensure_ascii=True) + "\n")
        self._out.flush()

    def called(self, call: str, reason: str, *, device: bytes, ms: float, ops: int = 0) -> None:
        """Records the end of a call."""
        self._calls[call, reason] += 1
        if reason == "OK":
            self._ops += ops if call == "Push" else 0
        self.tell("call", call=call, reason=reason, caller=short_id(device), ms=round(ms), ops=ops)

    def write_metrics(self, *, ready: bool) -> None:
        """Writes the text file for Prometheus, whole or not at all; nothing without a configured file."""
        if self._metrics is None:
            return
        lines = ["# TYPE selene_mirror_calls_total counter"]
        lines += [
            f'selene_mirror_calls_total{{call="{call}",reason="{reason}"}} {count}'
            for (call, reason), count in sorted(self._calls.items())
        ]
        lines += ["# TYPE selene_mirror_ops_pushed_total counter", f"selene_mirror_ops_pushed_total {self._ops}"]
        lines += ["# TYPE selene_mirror_ready gauge", f"selene_mirror_ready {int(ready)}", ""]
        fresh = self._metrics.with_name(self._metrics.name + ".new")
        try:
            fresh.write_text("\n".join(lines), encoding="ascii")
            fresh.replace(self._metrics)
        except OSError as error:
            self.tell("metrics_failed", error=error.strerror or "")
