"""Adapter: fetches the rest of a file over HTTP, by range where the server has that, and follows redirections.

No proxy is used and nothing is sent but the address. A file is never longer than was said. Who fetches checks it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from device.models.policy import MAX_MODEL_BYTES, MAX_REDIRECTS, MODEL_CONNECT_S, MODEL_PIECE_BYTES, MODEL_READ_S

Progress = Callable[[int, int], None]
"""Gets how much is there, and how much there will be."""
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_WHOLE, _RANGE = HTTPStatus.OK, HTTPStatus.PARTIAL_CONTENT


class FetchBroken(Exception):
    """What was asked for did not come, or not all of it; the sentence says why."""


def fetch_rest(url: str, part: Path, length: int, progress: Progress) -> None:
    """Fetches what is missing of a file of this length. Raises FetchBroken, and OSError where it cannot be written."""
    have = part.stat().st_size if part.is_file() else 0
    if have > length:
        part.unlink()
        have = 0
    if have == length:
        return
    connection, response = _asked(url, have, MAX_REDIRECTS)
    with closing(connection), closing(response):
        begins = have if _goes_on(response, have) else 0
        _write(response, part, begins, length, progress)


def hash_url(url: str) -> tuple[int, str]:
    """Returns the length and the SHA-256 of what is at an address, and keeps nothing. Raises FetchBroken."""
    connection, response = _asked(url, 0, MAX_REDIRECTS)
    digest, length = hashlib.sha256(), 0
    with closing(connection), closing(response):
        try:
            while piece := response.read(MODEL_PIECE_BYTES):
                digest.update(piece)
                length += len(piece)
                if length > MAX_MODEL_BYTES:
                    raise FetchBroken("what is there has no end")
        except (OSError, HTTPException, ValueError) as error:
            raise FetchBroken("the connection broke off") from error
    return length, digest.hexdigest()


def _asked(url: str, have: int, redirects: int) -> tuple[HTTPConnection, HTTPResponse]:
    """Asks for the rest of a file, and follows redirections, from https to nothing else."""
    connection, response = _answered(url, have)
    if response.status in (_WHOLE, _RANGE):
        return connection, response
    response.close()
    connection.close()
    if response.status not in _REDIRECTS:
        raise FetchBroken(f"the server answered {response.status}")
    try:
        target = urljoin(url, response.getheader("Location", ""))
    except ValueError as error:
        raise FetchBroken("it leads to an address that is none") from error
    if not redirects or (urlsplit(url).scheme == "https" and not target.startswith("https:")):
        raise FetchBroken("it leads from place to place, or to one without encryption")
    return _asked(target, have, redirects - 1)


def _answered(url: str, have: int) -> tuple[HTTPConnection, HTTPResponse]:
    """Asks one server. Whatever is wrong with an address, a name or an answer is a FetchBroken."""
    kinds = {"http": HTTPConnection, "https": HTTPSConnection}
    headers = {"Range": f"bytes={have}-"} if have else {}
    try:
        parts = urlsplit(url)
        if parts.scheme not in kinds or not parts.hostname:
            raise FetchBroken("an address that is none")
        connection = kinds[parts.scheme](parts.hostname, parts.port, timeout=MODEL_CONNECT_S)
    except (ValueError, HTTPException) as error:
        raise FetchBroken("an address that is none") from error
    try:
        connection.connect()
        connection.sock.settimeout(MODEL_READ_S)
        connection.request("GET", f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}", headers=headers)
        return connection, connection.getresponse()
    except (OSError, HTTPException, ValueError) as error:
        connection.close()
        raise FetchBroken("the server cannot be reached") from error


def _goes_on(response: HTTPResponse, have: int) -> bool:
    """Says whether the answer begins where the file ends. One that begins elsewhere is broken."""
    if response.status == _WHOLE:
        return False
    if response.getheader("Content-Range", "").startswith(f"bytes {have}-"):
        return True
    raise FetchBroken("the server sent another part")


def _open_itself(path: str, flags: int) -> int:
    """Opens a file that is no link to another one. Raises OSError."""
    return os.open(path, flags | os.O_NOFOLLOW, 0o666)


def _write(response: HTTPResponse, part: Path, begins: int, length: int, progress: Progress) -> None:
    with open(part, "r+b" if begins else "wb", opener=_open_itself) as file:
        done = file.seek(begins)
        while True:
            try:
                piece = response.read1(MODEL_PIECE_BYTES)
            except (OSError, HTTPException, ValueError) as error:
                raise FetchBroken("the connection broke off") from error
            if not piece:
                break
            if done + len(piece) > length:
                raise FetchBroken("the file is longer than the catalogue says")
            file.write(piece)
            done += len(piece)
            progress(done, length)
    if done < length:
        raise FetchBroken("the connection broke off")
