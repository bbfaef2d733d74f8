"""Adapter: the control socket: a command of `selene` in another terminal runs in the daemon, on the daemon's vault.

Only the owner of the daemon, root, and for a system service its group may connect; the kernel says who that is. A
client that sends nonsense, nothing or too much, or reads nothing, loses its own connection.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from device.core.control_protocol import BadRequest, ControlRequest, message_line, parse_message, parse_request
from device.core.errors import SocketRefused
from device.core.policy import CONTROL_READ_S, CONTROL_REQUEST_S, MAX_CONTROL_BYTES, MAX_CONTROL_CLIENTS

RunCommand = Callable[[ControlRequest, "RemoteCaller"], int | None]
"""Runs a command for a caller; returns its exit status, None when it means another vault."""


_CREDENTIALS = struct.Struct("3i")
_PEER_GROUPS = 59
"""SO_PEERGROUPS of Linux, for which Python has no name: the further groups of the process at the other end."""
_GROUPS_BYTES = 1_024
"""The most that Python reads of an option: 256 groups. Of more the kernel tells none."""


class RemoteCaller:
    """The terminal at the other end, as the thread of a command uses it. Raises BrokenPipeError when it is gone."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, loop: asyncio.AbstractEventLoop
    ) -> None:
        """Takes an open connection of this event loop."""
        self._reader, self._writer, self._loop = reader, writer, loop
        self._ended = False
        peer = writer.get_extra_info("socket")
        credentials = peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        _, self.user, group = _CREDENTIALS.unpack(credentials)
        self.groups = frozenset((group, *_further_groups(peer)))

    @property
    def own(self) -> bool:
        """Whether the caller is the daemon's own user, whose files the daemon may touch for it, or root."""
        return self.user in (0, os.geteuid())

    @property
    def gone(self) -> bool:
        """Whether the other end has hung up."""
        return self._ended or self._reader.at_eof()

    def write(self, stream: str, text: str) -> None:
        """Sends output; `stream` is `out` or `err`. Waits while the client does not read."""
        if self.gone:
            raise BrokenPipeError
        asyncio.run_coroutine_threadsafe(self.send({stream: text}), self._loop).result()

    def read_line(self) -> str:
        """Asks for a line of input; empty at its end."""
        if self.gone:
            return ""
        return asyncio.run_coroutine_threadsafe(self._ask(), self._loop).result()

    async def send(self, message: dict[str, object]) -> None:
        """Sends one message."""
        self._writer.write(message_line(message))
        try:
            async with asyncio.timeout(CONTROL_READ_S):
                await self._writer.drain()
        except (OSError, TimeoutError) as error:
            self.end()
            raise BrokenPipeError from error

    def end(self) -> None:
        """Marks the connection as gone; whoever uses it next is told."""
        self._ended = True
        self._writer.transport.abort()

    async def _ask(self) -> str:
        await self.send({"ask": True})
        try:
            line = await self._reader.readline()
            typed = parse_message(line).get("line", "") if line else ""
        except (OSError, ValueError) as error:
            self.end()
            raise BrokenPipeError from error
        return typed if isinstance(typed, str) else ""


@dataclass(frozen=True, slots=True)
class ListeningSocket:
    """A control socket that clients can connect to."""

    socket: socket.socket
    for_group: bool
    """Whether the daemon's group may use it: where Selene is a service of the system."""


class ControlServer:
    """Listens at a control socket until cancelled."""

    def __init__(self, listening: ListeningSocket, run_command: RunCommand) -> None:
        """Takes a socket of `control_socket`."""
        self._listening, self._run_command = listening, run_command
        self._commands = ThreadPoolExecutor(MAX_CONTROL_CLIENTS, "selene-command")
        self._callers: dict[RemoteCaller, None] = {}
        """All who are connected, in the order in which they came."""

    async def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serves; calls `ready` once clients are answered."""
        server = await asyncio.start_unix_server(self._serve, sock=self._listening.socket, limit=MAX_CONTROL_BYTES)
        try:
            ready()
            await server.serve_forever()
        finally:
            server.close()
            for caller in tuple(self._callers):
                caller.end()
            await asyncio.to_thread(self._commands.shutdown, cancel_futures=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        caller = RemoteCaller(reader, writer, asyncio.get_running_loop())
        if self._may_connect(caller):
            self._callers[caller] = None
        try:
            await self._answer(caller, reader)
        except (BrokenPipeError, ConnectionError):
            pass
        finally:
            self._callers.pop(caller, None)
            writer.close()

    def _refusal(self, caller: RemoteCaller) -> str:
        """Returns why a caller is not served; empty for one that is. Those who came before and are here count."""
        if caller not in self._callers:
            return "This Selene belongs to somebody else. Nothing was done."
        if caller not in islice(self._callers, MAX_CONTROL_CLIENTS):
            return "Too many commands are running. Nothing was done; try again."
        return ""

    async def _answer(self, caller: RemoteCaller, reader: asyncio.StreamReader) -> None:
        """Answers a request. One that is refused is read all the same: closing would discard the sentence with it."""
        try:
            async with asyncio.timeout(CONTROL_REQUEST_S):
                request = parse_request(await reader.readline())
        except TimeoutError:
            return
        except BadRequest as error:
            await self._refuse(caller, self._refusal(caller) or str(error))
            return
        except ValueError:  # longer than the limit
            await self._refuse(caller, self._refusal(caller) or "The request is too long. Nothing was done.")
            return
        if refusal := self._refusal(caller):
            await self._refuse(caller, refusal)
            return
        loop = asyncio.get_running_loop()
        status = await loop.run_in_executor(self._commands, self._run_command, request, caller)
        await caller.send({"elsewhere": True} if status is None else {"exit": status})

    async def _refuse(self, caller: RemoteCaller, sentence: str) -> None:
        await caller.send({"err": f"selene: {sentence} [CONTROL_REFUSED]\n"})
        await caller.send({"exit": SocketRefused.exit_status})

    def _may_connect(self, caller: RemoteCaller) -> bool:
        if caller.own:
            return True
        return self._listening.for_group and os.getegid() in caller.groups


@contextmanager
def control_socket(place: Path, *, for_group: bool = False) -> Iterator[ListeningSocket]:
    """Makes the socket with mode 0600, or 0660 for the daemon's group, and removes it at the end. Raises SocketRefused.

    Clients can connect from then on, and wait until they are answered. Whoever holds the vault owns its socket, so that
    one left by a daemon that was killed is replaced.
    """
    listening = _bound_socket(place, for_group=for_group)
    try:
        yield ListeningSocket(listening, for_group)
    finally:
        listening.close()
        with suppress(OSError):
            place.unlink()


def _bound_socket(place: Path, *, for_group: bool) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        folder = os.open(place.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            with suppress(FileNotFoundError):
                os.unlink(place.name, dir_fd=folder)
            short = f"/proc/self/fd/{folder}/{place.name}"  # a path of a socket has at most 108 bytes
            before = os.umask(0o177)
            try:
                listening.bind(short)
            finally:
                os.umask(before)
            listening.listen(MAX_CONTROL_CLIENTS)
            if for_group:
                os.chmod(short, 0o660)
        finally:
            os.close(folder)
    except OSError as error:
        listening.close()
        raise SocketRefused(f"The control socket {place} cannot be made ({error}). Nothing was started.") from error
    return listening


def _further_groups(peer: socket.socket) -> tuple[int, ...]:
    """Returns the groups of a process beside its first one, as the kernel has them: no list of names is asked."""
    try:
        groups = peer.getsockopt(socket.SOL_SOCKET, _PEER_GROUPS, _GROUPS_BYTES)
    except OSError:
        return ()
    return struct.unpack(f"{len(groups) // 4}I", groups)
