"""Adapter: reads a request: whose token it has, and its body, in bounded memory and time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import TypeVar

import msgspec
from starlette.requests import Request

from device.clients.client_tokens import ClientGrant, ClientRight, ClientTokens
from device.clients.http_api.operations import JSON_TYPE
from device.clients.http_api.problems import ApiRefusal
from device.core.policy import MAX_HTTP_BODY_BYTES

T = TypeVar("T")
_BEARER = "bearer "


def authorise(tokens: ClientTokens, headers: Mapping[str, str], right: ClientRight | None) -> ClientGrant:
    """Returns the client that the token in the headers is of. Raises ApiRefusal, and ClientsDamaged."""
    said = headers.get("authorization", "")
    if not said.lower().startswith(_BEARER):
        raise ApiRefusal(HTTPStatus.UNAUTHORIZED, "TOKEN_MISSING", "This needs the header Authorization: Bearer TOKEN.")
    grant = tokens.find(said[len(_BEARER) :].strip())
    if grant is None:
        raise ApiRefusal(HTTPStatus.UNAUTHORIZED, "TOKEN_REFUSED", "No client has this token, or it was revoked.")
    if right is not None and right not in grant.may:
        raise ApiRefusal(
            HTTPStatus.FORBIDDEN, "NOT_ALLOWED", f"This client may not {right.value}. Nothing was changed."
        )
    return grant


async def read_body(request: Request, seconds: float) -> bytes:
    """Returns the body. Raises ApiRefusal for one that is too long, and for one that does not come in time."""
    declared = request.headers.get("content-length", "0")
    if declared.isdecimal() and int(declared) > MAX_HTTP_BODY_BYTES:
        raise _too_long()
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for piece in request.stream():
                body += piece
                if len(body) > MAX_HTTP_BODY_BYTES:
                    raise _too_long()
    except TimeoutError as error:
        raise ApiRefusal(
            HTTPStatus.REQUEST_TIMEOUT, "TOO_SLOW", "The body did not come in time. Nothing was changed."
        ) from error
    return bytes(body)


def parse_json(body: bytes | str, wanted: type[T]) -> T:
    """Returns a body or message as what is wanted. Raises ApiRefusal."""
    try:
        return msgspec.json.decode(body, type=wanted)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ApiRefusal(
            HTTPStatus.BAD_REQUEST,
            "BAD_REQUEST",
            f"This is not the JSON that is wanted ({error}). Nothing was changed.",
        ) from error


def require_json(headers: Mapping[str, str]) -> None:
    """Raises ApiRefusal for a body of another type."""
    if headers.get("content-type", "").partition(";")[0].strip().lower() != JSON_TYPE:
        raise ApiRefusal(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "BAD_REQUEST", f"The body must be {JSON_TYPE}. Nothing was changed."
        )


def _too_long() -> ApiRefusal:
    return ApiRefusal(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "BODY_TOO_LONG", "The body is longer than any turn. Nothing was changed."
    )
