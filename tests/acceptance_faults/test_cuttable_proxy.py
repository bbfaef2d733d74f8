"""The line between a device and a mirror, of the journeys: a cut is whole before anything else is done to it."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading

from acceptance.drivers.mirror_process import CuttableProxy

_PATIENCE_S = 20


def test_a_line_is_healed_only_after_what_a_cut_does_is_done() -> None:
    """A mirror that is killed by the cut is dead before the next step asks whether it is."""
    order: list[str] = []
    dead = threading.Event()

    def then() -> None:
        dead.wait(_PATIENCE_S)
        subprocess.run([sys.executable, "-S", "-c", ""], check=True)
        order.append("killed")

    with socket.create_server(("127.0.0.1", 0)) as mirror:
        line = CuttableProxy(lambda: f"127.0.0.1:{mirror.getsockname()[1]}")
        host, _, port = line.address.rpartition(":")
        with socket.create_connection((host, int(port)), _PATIENCE_S) as device:
            far, _ = mirror.accept()
            line.cut_after(3, then)
            far.sendall(b"more than three")
            assert device.recv(100) == b""
            dead.set()
            line.cut_after(None)
            order.append("healed")
        far.close()
        line.close()
    assert order == ["killed", "healed"]
