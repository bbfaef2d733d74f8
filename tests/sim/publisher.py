"""A publisher that is a `Fetcher`: it keeps its repository in memory and publishes whatever it is told, legal or not.

Documents are plain dictionaries until they are signed, so that a test can put anything into them. Keys are made from
their names and are the same on every run; they protect nothing. `requests` says what was asked for, in order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from nacl.signing import SigningKey

from packages.core.names import Version, moment_text, package_path, payload_path
from packages.core.signed_json import canonical_document_bytes, content_digest
from packages.documents.signing import public_hex, signing_key_id

NOW_MS = 1_788_220_800_000
"""2026-09-01T00:00:00Z."""
DAY_MS = 86_400_000
CHUNK_BYTES = 4_096
Plain = Any
"""A document before it is signed: whatever JSON can say."""


def key(name: str) -> SigningKey:
    """The key of that name, the same on every run."""
    return SigningKey(hashlib.blake2b(name.encode(), digest_size=32, person=b"test.only").digest())


def keyid(name: str) -> str:
    """The id of the key of that name."""
    return signing_key_id(bytes(key(name).verify_key))


def public(name: str) -> str:
    """Its public half, in hex."""
    return public_hex(key(name))


def signature(body: Plain, name: str, domain: str = "") -> Plain:
    """One signature over a body; `domain` is another kind of document to sign it as."""
    message = f"selene/vocab/{domain or body['_type']}/v1\0".encode() + canonical_document_bytes(body)
    return {"keyid": keyid(name), "sig": key(name).sign(message).signature.hex()}


def signed(body: Plain, names: Iterable[str], extra: Iterable[Plain] = ()) -> bytes:
    """The file of a body, signed by the keys of these names."""
    signatures: Any = [*(signature(body, name) for name in names), *extra]
    return canonical_document_bytes({"signatures": signatures, "signed": body})


def term(spelling: str, **fields: Any) -> Plain:
    """An entry of a payload, with its provenance."""
    added = {"by": "ops", "at": "2026-08-01T00:00:00Z", "why": "asked for by the sales desk"}
    return {"spelling": spelling, "added": added, **fields}


def payload(spellings: Iterable[str | Plain], **sections: Any) -> bytes:
    """A payload of bare words or whole entries."""
    terms = [term(one) if isinstance(one, str) else one for one in spellings]
    return canonical_document_bytes({"_type": "payload", "spec": 1, "terms": terms, **sections})


class Publisher:
    """Starts with root 1 (two of the keys root-a, root-b, root-c), catalogue key `catalog`, publishers acme and globex,
    catalogue 1 without packages.
    """

    def __init__(self, now_ms: int = NOW_MS) -> None:
        self.now_ms = now_ms
        self.files: dict[str, bytes] = {}
        self.requests: list[str] = []
        self.slow_ms = 0
        """What a chunk takes, on `clock_ms`."""
        self.clock_ms = 0
        self.endless: set[str] = set()
        self.root = self.first_root()
        self.catalog: Plain = {
            "_type": "catalog", "spec": 1, "version": 0, "signed_at": "", "expires": "", "packages": {}, "retired": {},
        }  # fmt: skip
        self.publish_root()
        self.publish_catalog()

    def first_root(self) -> Plain:
        """Version 1."""
        names = ("root-a", "root-b", "root-c", "catalog", "acme", "globex")
        return {
            "_type": "root", "spec": 1, "version": 1,
            "signed_at": moment_text(self.now_ms), "expires": moment_text(self.now_ms + 365 * DAY_MS),
            "keys": {keyid(name): public(name) for name in names},
            "root": {"keyids": [keyid(name) for name in names[:3]], "threshold": 2},
            "catalog": {"keyids": [keyid("catalog")], "threshold": 1},
            "publishers": {
                "acme": {"keyids": [keyid("acme")], "threshold": 1, "prefixes": ["acme", "kitchen"], "permits": []},
                "globex": {"keyids": [keyid("globex")], "threshold": 1, "prefixes": ["globex"], "permits": []},
            },
            "revoked": {},
        }  # fmt: skip

    def publish_root(self, names: Iterable[str] = ("root-a", "root-b"), at: int | None = None) -> bytes:
        """Put the root, as it now is, under its version, or under another."""
        content = signed(self.root, names)
        self.files[f"{at or self.root['version']}.root.json"] = content
        return content

    def next_root(self, names: Iterable[str] = ("root-a", "root-b"), **fields: Any) -> bytes:
        """Publish the following version with some fields changed."""
        self.root = {**deepcopy(self.root), "version": self.root["version"] + 1, **fields}
        return self.publish_root(names)

    def with_role(self, role: str, names: Iterable[str], threshold: int = 1) -> Plain:
        """Fields for `next_root`: other keys for a role; the ones that it had are revoked."""
        names = list(names)
        gone = {one: self.root["keys"][one] for one in self.root[role]["keyids"]}
        kept = {one: public for one, public in self.root["keys"].items() if one not in gone}
        fresh = {keyid(name): public(name) for name in names}
        revoked = {one: public for one, public in {**self.root["revoked"], **gone}.items() if one not in fresh}
        roles = {"keyids": [keyid(name) for name in names], "threshold": threshold}
        return {"keys": {**kept, **fresh}, role: roles, "revoked": revoked}

    def put(self, name: str, version: str, words: Iterable[str | Plain] | bytes, **fields: Any) -> bytes:
        """Write payload and package document, and list it in the (unpublished) catalogue; the document."""
        signers = fields.pop("signers", ("globex",) if name.startswith("globex") else ("acme",))
        content = words if isinstance(words, bytes) else payload(words)
        body = {
            "_type": "package", "spec": 1, "name": name, "version": version, "kind": "company", "language": "en",
            "signed_at": moment_text(self.now_ms), "priority": 50,
            "payload": {"name": "terms.json", "length": len(content), "digest": content_digest(content)}, **fields,
        }  # fmt: skip
        document = signed(body, signers)
        at = Version.parse(version)
        self.files[payload_path(name, at, "terms.json")] = content
        self.files[package_path(name, at)] = document
        self.list(name, version, document)
        return document

    def list(self, name: str, version: str, document: bytes) -> None:
        """Promise a document in the (unpublished) catalogue."""
        self.catalog["packages"][name] = {
            "version": version,
            "length": len(document),
            "digest": content_digest(document),
        }

    def publish_catalog(self, names: Iterable[str] = ("catalog",), **fields: Any) -> bytes:
        """Publish the following version of the catalogue, or with `fields` any other."""
        dates = {"signed_at": moment_text(self.now_ms), "expires": moment_text(self.now_ms + 30 * DAY_MS)}
        self.catalog = {**deepcopy(self.catalog), "version": self.catalog["version"] + 1, **dates, **fields}
        self.files["catalog.json"] = signed(self.catalog, names)
        return self.files["catalog.json"]

    def publish(self, packages: Mapping[tuple[str, str], Iterable[str | Plain]]) -> None:
        """Put packages and the catalogue that lists them."""
        for (name, version), words in packages.items():
            self.put(name, version, words)
        self.publish_catalog()

    def flip(self, path: str, at: int = 40) -> None:
        """Change one bit of a file."""
        content = bytearray(self.files[path])
        content[at] ^= 1
        self.files[path] = bytes(content)

    def chunks(self, path: str, max_bytes: int, timeout_ms: int) -> Iterator[bytes] | None:
        """As a `Fetcher`; it gives all it has, whatever was asked for."""
        self.requests.append(path)
        return self._pieces(path) if path in self.files else None

    def _pieces(self, path: str) -> Iterator[bytes]:
        content = self.files[path]
        for at in range(0, len(content), CHUNK_BYTES):
            self.clock_ms += self.slow_ms
            yield content[at : at + CHUNK_BYTES]
        while path in self.endless:
            yield bytes(CHUNK_BYTES)

    def stopwatch(self) -> int:
        """The simulated clock that chunks take time on."""
        return self.clock_ms
