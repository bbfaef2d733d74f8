"""The demo can fail: what is expected and does not come is named."""

from __future__ import annotations

import pytest

from device.cli.talk.cmd_demo import Expected, Spoken, _missing

SPOKEN = Spoken("forget that", "I forgot it.", ["forgotten:FORGOTTEN_BY_USER", "barge_in:SPEECH"])


@pytest.mark.parametrize(
    ("wanted", "missing"),
    [
        (Expected("forget that", ["forgot"], ["Boston"], ["forgotten", "barge_in:SPEECH"]), []),
        (Expected("forget this"), ["heard 'forget this'"]),
        (Expected("forget that", answer=["green"]), ["answer with 'green'"]),
        (Expected("forget that", answer_lacks=["Forgot"]), ["answer without 'Forgot'"]),
        (Expected("forget that", events=["remembered"]), ["event remembered"]),
        (Expected("forget that", events=["barge_in:WAKE_WORD"]), ["event barge_in:WAKE_WORD"]),
    ],
)
def test_what_did_not_come_is_named(wanted: Expected, missing: list[str]) -> None:
    assert _missing(wanted, SPOKEN) == missing
