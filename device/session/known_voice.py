"""Composition: reads how the person of a conversation sounds, from the vault."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress

from device.addressing.voiceprint import VoiceSample
from device.skills.voices.voiceprints import known_voice
from engine_b.core.errors import VaultError
from engine_b.vault.vault import Vault


def voice_reader(
    reading: Callable[[], AbstractContextManager[Vault]], user_id: str
) -> Callable[[], VoiceSample | None]:
    """Returns what reads the learned voice of this person; None without one. A vault that cannot be read costs that
    alone: then nothing is stored either.
    """

    def read() -> VoiceSample | None:
        with suppress(VaultError), reading() as vault:
            return known_voice(vault.reader, user_id)
        return None

    return read
