"""Pure: the errors of the mirror. `code` and `reason` are stable; `str()` says what happened and what to do.

Three branches: a `Refusal` is an error of the caller and ends a call; a `StoreFault` is an error of the store and may
end a call or the process; every other `MirrorError` ends the command. No sentence contains anything that a device sent,
except ids.
"""

from __future__ import annotations

from collections.abc import Mapping

from protos.wire import Reason


class Refusal(Exception):
    """A refused call. It is raised before anything was written for it."""

    def __init__(
        self, reason: Reason, sentence: str, *, field: str = "", metadata: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.field = field
        """For MALFORMED: the part of the request."""
        self.metadata = dict(metadata or {})


class MirrorError(Exception):
    """An error that the operator can act on. `exit_status` is the status of the command line."""

    code = "MIRROR_ERROR"
    exit_status = 90


class BadListen(MirrorError):
    """The address to listen on is not HOST:PORT."""

    code = "BAD_LISTEN"
    exit_status = 91


class ListenFailed(MirrorError):
    """The address cannot be listened on: the port is taken, or the host is not this machine."""

    code = "LISTEN_FAILED"
    exit_status = 92


class BadStoreUrl(MirrorError):
    """The store is neither sqlite:///FILE nor postgresql://…"""

    code = "BAD_STORE_URL"
    exit_status = 93


class DriverMissing(MirrorError):
    """The package for PostgreSQL is not installed."""

    code = "DRIVER_MISSING"
    exit_status = 94


class StateUnusable(MirrorError):
    """The state folder cannot be made, read or written."""

    code = "STATE_UNUSABLE"
    exit_status = 95


class StateDamaged(MirrorError):
    """A key or the authority in the state folder is lost or damaged."""

    code = "STATE_DAMAGED"
    exit_status = 96


class BadHours(MirrorError):
    """An invitation must last at least an hour and at most the allowed time."""

    code = "BAD_HOURS"
    exit_status = 97


class OutputRefused(MirrorError):
    """The file for the token exists already or cannot be written."""

    code = "OUTPUT_REFUSED"
    exit_status = 98


class StoreTooNew(MirrorError):
    """The store was written by a later version of the mirror."""

    code = "STORE_TOO_NEW"
    exit_status = 99


class PackagesUnusable(MirrorError):
    """The folder of package repositories does not exist or cannot be read."""

    code = "PACKAGES_UNUSABLE"
    exit_status = 103


class KeyExposed(MirrorError):
    """Other users may read a key in the state folder."""

    code = "KEY_EXPOSED"
    exit_status = 104


class StoreFault(MirrorError):
    """The store failed. Nothing of the call is stored, or all of it is and the call may be repeated."""

    code = "STORE_BUSY"
    exit_status = 100
    reason = Reason.STORE_BUSY


class StoreBusy(StoreFault):
    """The store is locked or unreachable, or another transaction was first; a later try may succeed."""


class StoreReadOnly(StoreFault):
    """This user may not write the store. A device receives STORE_BUSY: a later try may succeed."""

    code = "STORE_READ_ONLY"
    exit_status = 105


class StoreDamaged(StoreFault):
    """The store's file or tables are not sound."""

    code = "STORE_DAMAGED"
    exit_status = 101
    reason = Reason.STORE_DAMAGED


class StoreFull(StoreFault):
    """There is no space left."""

    code = "STORE_FULL"
    exit_status = 102
    reason = Reason.STORE_FULL
