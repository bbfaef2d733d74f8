"""Composition: reads how the person of a conversation sounds and pauses, from the vault."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress

from device.addressing.voiceprint import VoiceSample
from device.audio.end_of_turn import PersonsPauses
from device.skills.instructions.manner import read_manner
from device.skills.voices.pause_profile import known_wait
from device.skills.voices.voiceprints import known_voice
from engine_b.core.errors import VaultError
from engine_b.vault.control_queries import VaultControlQueries
from engine_b.vault.vault import Vault
from memory.model.ports import Gate


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


def pause_reader(
    reading: Callable[[], AbstractContextManager[Vault]], gate: Gate, now_ms: Callable[[], int]
) -> Callable[[], PersonsPauses]:
    """Returns what reads how this person pauses: as they asked for, and as their turns taught. Nothing is known of a
    guest, nor where the vault cannot be read.
    """

    def read() -> PersonsPauses:
        if not gate.identified:
            return PersonsPauses()
        with suppress(VaultError), reading() as vault:
            percent = read_manner(VaultControlQueries(vault), gate).pause_percent
            return PersonsPauses(percent, known_wait(vault.reader, gate.user_id, now_ms()))
        return PersonsPauses()

    return read
