"""Composition: what `selene-mirror invite` does."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from cloud_mirror.core.errors import BadHours, OutputRefused
from cloud_mirror.core.policy import MAX_INVITATION_HOURS
from cloud_mirror.platform.clock import SystemMirrorClock
from cloud_mirror.rules.invitation_token import token_to_text
from cloud_mirror.server.authority import FolderAuthority


@dataclass(frozen=True, slots=True)
class NewInvitation:
    """A new invitation."""

    id: str
    text: str


def make_invitation(state: Path, hours: int) -> NewInvitation:
    """A token for one device; makes the mirror's keys when it has none yet."""
    if not 1 <= hours <= MAX_INVITATION_HOURS:
        raise BadHours(f"An invitation lasts from 1 to {MAX_INVITATION_HOURS} hours, not {hours}. Nothing was made.")
    token = FolderAuthority(state, SystemMirrorClock()).invite(hours)
    return NewInvitation(token.id.hex(), token_to_text(token))


def write_private(path: Path, text: str) -> None:
    """Write a new file that only its owner can read; OUTPUT_REFUSED when it is there already."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as out:
            out.write(text + "\n")
    except OSError as error:
        raise OutputRefused(f"{path}: {error.strerror or error}. The invitation was thrown away.") from error
