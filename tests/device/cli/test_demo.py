"""The demo can fail: what is expected and does not come is named."""

from __future__ import annotations

import pytest

from device.cli.talk.cmd_demo import DemoTurn, ExpectedTurn, _unmet_expectations

SPOKEN = DemoTurn("forget that", "I forgot it.", ["forgotten:FORGOTTEN_BY_USER", "barge_in:SPEECH"])


@pytest.mark.parametrize(
    ("wanted", "missing"),
    [
        (ExpectedTurn("forget that", ["forgot"], ["Boston"], ["forgotten", "barge_in:SPEECH"]), []),
        (ExpectedTurn("forget this"), ["heard 'forget this'"]),
        (ExpectedTurn("forget that", answer=["green"]), ["answer with 'green'"]),
        (ExpectedTurn("forget that", answer_lacks=["Forgot"]), ["answer without 'Forgot'"]),
        (ExpectedTurn("forget that", events=["remembered"]), ["event remembered"]),
        (ExpectedTurn("forget that", events=["barge_in:WAKE_WORD"]), ["event barge_in:WAKE_WORD"]),
    ],
)
def test_what_did_not_come_is_named(wanted: ExpectedTurn, missing: list[str]) -> None:
    assert _unmet_expectations(wanted, SPOKEN) == missing
