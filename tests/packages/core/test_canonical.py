"""Only plain JSON comes in, and one form of it goes out: each rule refuses alone, beside what it lets pass."""

from __future__ import annotations

import pytest

from packages.core.errors import MalformedDocument
from packages.core.policy import PackagePolicy
from packages.core.signed_json import canonical_document_bytes, read_json

POLICY = PackagePolicy(max_depth=3, max_json_items=10)
PAIRS = {
    "a key twice": (b'{"a":1,"b":1}', b'{"a":1,"a":1}'),
    "a key twice, inside": (b'{"a":{"b":1,"c":1}}', b'{"a":{"b":1,"b":2}}'),
    "a key twice, spelled otherwise": (b'{"a":1,"b":1}', b'{"a":1,"\\u0061":1}'),
    "depth": (b'{"a":[[1]]}', b'{"a":[[[1]]]}'),
    "brackets in a text": (b'{"a":"[[[[[[\\"[[[["}', b'{"a":[[[[]]]]}'),
    "items": (b'{"a":[1,1,1,1,1,1,1,1]}', b'{"a":[1,1,1,1,1,1,1,1,1,1]}'),
    "a number of 64 bits": (b'{"a":18446744073709551615}', b'{"a":184467440737095516150}'),
    "digits in a text": (b'{"a":"184467440737095516150"}', b'{"a":-184467440737095516150}'),
    "not a number": (b'{"a":null}', b'{"a":NaN}'),
    "endless": (b'{"a":0}', b'{"a":-Infinity}'),
    "a fraction": (b'{"a":10}', b'{"a":1.0}'),
    "a power": (b'{"a":100}', b'{"a":1E2}'),
    "half a character": (b'{"a":"\\ud83d\\ude00"}', b'{"a":"\\ud83d"}'),
    "half a character in a key": (b'{"\\ud83d\\ude00":1}', b'{"\\ude00":1}'),
    "an escaped backslash": (b'{"a":"\\\\ud83d"}', b'{"a":"\\\\\\ud83d"}'),
    "a control character": (b'{"a":"\\n"}', b'{"a":"\n"}'),
    "something behind": (b'{"a":1} \n', b'{"a":1} 1'),
    "a mark in front": (b' {"a":1}', b'\xef\xbb\xbf{"a":1}'),
    "other bytes": ('{"a":"é"}'.encode(), '{"a":"é"}'.encode("latin-1")),
    "no object": (b"{}", b"[]"),
}


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_plain_is_read_and_what_is_not_is_refused(name: str) -> None:
    good, bad = PAIRS[name]
    read_json(good, "It", POLICY)
    with pytest.raises(MalformedDocument):
        read_json(bad, "It", POLICY)


def test_order_and_spaces_do_not_matter() -> None:
    one, two = b'{"b": [1, 2],\n "a": "\\u00e9"}', '{"a":"é","b":[1,2]}'.encode()
    assert canonical_document_bytes(read_json(one, "It", POLICY)) == two
