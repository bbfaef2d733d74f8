"""Pure: the invitation token: what a new device needs to reach this mirror once, in one line of text.

base64url without padding of canonical JSON (keys sorted, no spaces, ASCII): `{"ca", "cert", "id", "key", "mirror_key",
"v"}`. `ca`, `cert` (X.509, DER), `key` (PKCS #8, DER, P-256) and `mirror_key` (Ed25519, 32 bytes) are standard base64
with padding; `id` is hex; `v` is 1.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass

VERSION = 1


@dataclass(frozen=True, slots=True)
class InviteToken:
    """An invitation in the form that people pass on."""

    ca: bytes
    certificate: bytes
    key: bytes
    mirror_key: bytes
    id: bytes


def token_to_text(token: InviteToken) -> str:
    """Writes a token as one line of text. Anybody who has it may use it."""
    fields = {
        "v": VERSION,
        "ca": _b64(token.ca),
        "cert": _b64(token.certificate),
        "key": _b64(token.key),
        "mirror_key": _b64(token.mirror_key),
        "id": token.id.hex(),
    }
    canonical = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()
    return base64.urlsafe_b64encode(canonical).rstrip(b"=").decode()


def _b64(value: bytes) -> str:
    return base64.b64encode(value).decode()
