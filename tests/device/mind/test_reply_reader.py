"""Promise: a reply is read while it comes; no length and no number of it ends the process or is parsed without end."""

from __future__ import annotations

import subprocess
import sys

import pytest

from device.mind.policy import MAX_MIND_REPLY_CHARS
from device.mind.reply_reader import ReplyPart, ReplyReader

_SAY = '{"parts": [{"say": "Homer."}, '


@pytest.mark.parametrize(
    "number", ["9" * 5_000, "-" + "1" * 7_000, "1." + "0" * 6_000], ids=["whole", "less", "broken"]
)
def test_no_number_ends_the_process(number: str) -> None:
    code = (
        "import sys; from device.mind.reply_reader import ReplyReader; reader = ReplyReader();"
        "print([part.words for part in reader.take(sys.stdin.read())], reader.broken)"
    )
    reply = f'{_SAY}{{"fact": {number}}}]}}'
    done = subprocess.run([sys.executable, "-c", code], input=reply, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.strip()) == (0, "['Homer.'] True")


def test_a_number_in_pieces_is_one_number() -> None:
    reader = ReplyReader()
    assert reader.take(_SAY + '{"fact": ') == (ReplyPart("Homer."),)
    assert [reader.take("9" * 40) for _ in range(3)] == [(), (), ()]
    assert reader.broken


def test_what_is_beyond_the_longest_reply_is_not_read() -> None:
    reader = ReplyReader()
    parts = reader.take(_SAY + " " * MAX_MIND_REPLY_CHARS + '{"say": "More."}]}')
    assert (parts, reader.broken) == ((ReplyPart("Homer."),), True)
    assert reader.take('{"say": "More."}') == ()
