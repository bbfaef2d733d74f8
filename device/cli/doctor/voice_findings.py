"""Composition: the finding of `selene doctor` about whose voice is learned."""

from __future__ import annotations

from pathlib import Path

from device.cli.common.told_moment import moment_of
from device.cli.doctor.doctor_finding import Finding
from device.core.errors import BadConfig, DeviceError
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_for_reading
from device.platform.configuration import configured_value
from device.skills.voices.voiceprints import Voiceprint, learned_voiceprint
from engine_b.core.errors import VaultError
from engine_b.vault.vault import Vault

_AGAIN = 'Say "learn my voice" again, or configure the model with which it was learned.'


def is_voice_learned(vault: Vault) -> bool:
    """Says whether the voice of this device's person is learned."""
    return _learned(vault) is not None


def check_voice(state: Path) -> Finding:
    """Says whether the voice is learned, and whether the configured engine knows it."""
    from device.engines import factory  # `selene status` needs no engines

    try:
        with open_for_reading(state, moment_of(None)) as vault:
            learned = _learned(vault)
        engine = factory.open_voiceprint(str(configured_value("voiceprint").value))
    except VaultError:
        return Finding("your voice", "ok", "not learned")  # the vault has a finding of its own
    except (BadConfig, DeviceError) as error:
        return Finding("your voice", "fail", error.code, str(error))
    if learned is None:
        return Finding("your voice", "ok", 'not learned; to teach it, say "learn my voice"')
    if engine is None or not learned.embedding:
        more = f" {_AGAIN}" if engine or learned.embedding else ""
        return Finding(
            "your voice", "warn" if more else "ok", "learned; compared by pitch and level alone", more.strip()
        )
    if engine.model != learned.model:
        return Finding("your voice", "warn", "learned with another model, so that nobody is known for sure", _AGAIN)
    return Finding("your voice", "ok", "learned")


def _learned(vault: Vault) -> Voiceprint | None:
    return learned_voiceprint(vault.reader, resolve_user(vault, None).user_id)
