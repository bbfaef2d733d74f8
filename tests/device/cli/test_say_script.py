"""Promise: a script that cannot be read says which line and what to do, and nothing of it is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.cli.talk.cmd_say import SayOptions, run_turns
from device.core.errors import BadScript

GOOD = '{"text": "I like tea"}\n'


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (GOOD.encode() + b'{"text": "hi \\ud800 there"}\n', "Line 2 of the script holds half a character"),
        (GOOD.encode() + b'{"text": "x", "user": "A\\udc00"}\n', "Line 2 of the script holds half a character"),
        (GOOD.encode() + b'{"text": "hi \xed\xa0\x80"}\n', "Line 2 of the script .* is not UTF-8"),
        (GOOD.encode() * 3 + b"no json\n", "Line 4 of the script is no turn"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_said(tmp_path: Path, lines: bytes, sentence: str) -> None:
    script, state = tmp_path / "script.jsonl", tmp_path / "state"
    script.write_bytes(lines)
    how = SayOptions(state, "Ana", None, None, False, False, "en", False)
    with pytest.raises(BadScript, match=sentence) as refused:
        run_turns(how, None, script)
    assert "Nothing was said." in str(refused.value)
    assert not state.exists()


def test_a_whole_pair_is_a_character(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script.jsonl"
    script.write_bytes(b'{"text": "remember that I like \\ud83c\\udf75"}\n')
    run_turns(SayOptions(tmp_path / "state", "Ana", None, None, False, False, "en", False), None, script)
    assert "\N{TEACUP WITHOUT HANDLE}" in capsys.readouterr().out
