"""Pure: derives identifiers from their content, never at random, so that a replay cannot duplicate (design.md 3).

Ids of turns and atoms begin with their time, so that records of one time are neighbours in every index (docs/adr/0005).
"""

from __future__ import annotations

import re
import unicodedata

from memory.model.canonical import canonical_digest


def user_id(name: str) -> str:
    """Derives the id of a person from their name in NFC."""
    return "u-" + canonical_digest(unicodedata.normalize("NFC", name), person="selene.user.v1", size=12).hex()


def is_user_id(text: str) -> bool:
    """Says whether the text has the form of a user id."""
    return _USER_ID.fullmatch(text) is not None


def turn_id(user: str, session_id: str, at_ms: int, text: str) -> str:
    """Derives the id of a turn: the same words at the same moment in the same session are the same turn."""
    return (
        f"t-{_moment(at_ms)}{canonical_digest([user, session_id, at_ms, text], person='selene.turn.v1', size=8).hex()}"
    )


def session_id(user: str, began_ms: int, run_key: int, ordinal: int) -> str:
    """Derives the id of a spoken session: the `ordinal`-th of the run `run_key` of a daemon, started at `began_ms`."""
    return "s-" + canonical_digest([user, began_ms, run_key, ordinal], person="selene.session.1", size=12).hex()


def atom_id(user: str, kind: str, key: str, turn: str, at_ms: int, ordinal: int) -> str:
    """Derives the id of an atom from user, kind, key and origin: turn, moment, `ordinal` within the turn."""
    number = canonical_digest([user, kind, key, turn, ordinal], person="selene.atom.v1", size=8)
    return f"a-{_moment(at_ms)}{number.hex()}"


def _moment(at_ms: int) -> str:
    """Returns twelve hexadecimal digits that sort as the moments do, from 1970 to beyond the year 10000."""
    return f"{min(max(at_ms, 0), _LAST_MS):012x}"


_LAST_MS = (1 << 48) - 1
_USER_ID = re.compile(r"u-[0-9a-f]{24}")
