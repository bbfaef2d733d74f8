"""Composition: refusals of the API as application/problem+json (RFC 9457), with the codes of the command line.

The sentence says what happened and that nothing changed; it repeats no word of a person.
"""

from __future__ import annotations

from http import HTTPStatus

from device.core.errors import (
    AmbiguousAtom,
    BadUsage,
    ClientsDamaged,
    DeviceError,
    UnknownAtom,
    UnknownLanguage,
    UnknownThread,
    UnknownWorkOrder,
)
from engine_b.core.errors import DiskFull, VaultBusy, VaultError
from memory.core.errors import MemoryRefusal

PROBLEM_TYPE = "application/problem+json"
Problem = dict[str, object]


class ApiRefusal(Exception):
    """A request that the API refuses. Nothing was changed."""

    def __init__(self, status: HTTPStatus, code: str, sentence: str) -> None:
        """Takes the status of HTTP, a stable code, and a sentence."""
        super().__init__(sentence)
        self.status, self.code = status, code


_STATUS: tuple[tuple[type[Exception], HTTPStatus], ...] = (
    (UnknownAtom, HTTPStatus.NOT_FOUND),
    (UnknownThread, HTTPStatus.NOT_FOUND),
    (UnknownWorkOrder, HTTPStatus.NOT_FOUND),
    (AmbiguousAtom, HTTPStatus.CONFLICT),
    (UnknownLanguage, HTTPStatus.BAD_REQUEST),
    (BadUsage, HTTPStatus.BAD_REQUEST),
    (ClientsDamaged, HTTPStatus.SERVICE_UNAVAILABLE),
    (MemoryRefusal, HTTPStatus.BAD_REQUEST),
    (VaultBusy, HTTPStatus.SERVICE_UNAVAILABLE),
    (DiskFull, HTTPStatus.INSUFFICIENT_STORAGE),
)
"""The first that an error is a kind of; others are faults of the server."""
_FAULT = "Something failed inside Selene. What was saved before is kept."


def problem_of(error: Exception) -> tuple[HTTPStatus, Problem]:
    """Returns the status and the document of an error; the words of an unexpected one stay unsaid."""
    if isinstance(error, ApiRefusal):
        return error.status, problem(error.status, error.code, str(error))
    status = next((found for kind, found in _STATUS if isinstance(error, kind)), HTTPStatus.INTERNAL_SERVER_ERROR)
    if isinstance(error, DeviceError | VaultError | MemoryRefusal):
        return status, problem(status, error.code, str(error))
    return status, problem(status, "INTERNAL", _FAULT)


def problem(status: HTTPStatus, code: str, sentence: str) -> Problem:
    """Returns a document."""
    return {"type": "about:blank", "title": status.phrase, "status": status.value, "detail": sentence, "code": code}
