"""Promise: the microphone counts as the person's alone only with their name in the configuration."""

from __future__ import annotations

import pytest

from device.daemon.current_user import local_speaker
from memory.model import ids


@pytest.mark.parametrize(
    ("guest", "alone", "identified", "known"),
    [
        (False, "", True, False),
        (False, "Ana", True, True),
        (False, "Ben", False, False),
        (True, "", False, False),
        (True, "Ana", False, False),
    ],
)
def test_a_name_makes_the_speaker_known(guest: bool, alone: str, identified: bool, known: bool) -> None:
    assert local_speaker(ids.user_id("Ana"), guest=guest, alone=alone) == (identified, known)
