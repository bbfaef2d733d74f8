"""Pure: what is left of a person's feelings: of this conversation, and of the last days. It fades by itself (2.3).

A mood is a few whole numbers and the code of a conversation. It holds no word, belongs to one person, and is a function
of what was felt and of `now`: no clock is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory.core.policy import (
    LASTING_HALF_LIFE_MS,
    LASTING_SHARE_PERCENT,
    LEAST_FEELING,
    SESSION_HALF_LIFE_MS,
    SESSION_SHARE_PERCENT,
)
from memory.emotion.feeling import NOTHING_FELT, Feeling
from memory.model.canonical import canonical_digest
from memory.model.changes import Record
from protos.canonical_json import Plain

TYPE = "mood"


@dataclass(frozen=True, slots=True)
class Mood:
    """What was felt until `felt_ms`, in one conversation and over the last days."""

    session: str = ""
    """The code of the conversation in which it was felt last."""
    in_session: Feeling = NOTHING_FELT
    lasting: Feeling = NOTHING_FELT
    felt_ms: int = 0


def after_feeling(mood: Mood, felt: Feeling, session_id: str, now_ms: int) -> Mood:
    """Returns the mood after a turn that told a feeling; the first of a conversation counts whole."""
    session = session_code(session_id)
    before = _faded(mood.in_session, now_ms - mood.felt_ms, SESSION_HALF_LIFE_MS)
    lasting = _faded(mood.lasting, now_ms - mood.felt_ms, LASTING_HALF_LIFE_MS)
    in_session = _drawn(before, felt, SESSION_SHARE_PERCENT) if session == mood.session else felt
    return Mood(session, in_session, _drawn(lasting, felt, LASTING_SHARE_PERCENT), max(now_ms, mood.felt_ms))


def felt_now(mood: Mood, session_id: str, now_ms: int) -> Feeling:
    """Returns what is left of a mood: in its own conversation what was felt there, elsewhere what lasts."""
    age_ms = now_ms - mood.felt_ms
    if session_code(session_id) == mood.session:
        left = _faded(mood.in_session, age_ms, SESSION_HALF_LIFE_MS)
        if left != NOTHING_FELT:
            return left
    return _faded(mood.lasting, age_ms, LASTING_HALF_LIFE_MS)


def session_code(session_id: str) -> str:
    """Returns the code that stands for a conversation."""
    return canonical_digest(session_id, person="selene.mood.v1", size=8).hex()


def mood_id(user_id: str) -> str:
    """Returns the id of a person's mood, the same on each of their devices."""
    return f"mood-{canonical_digest(user_id, person='selene.mood.v1', size=12).hex()}"


def mood_record(user_id: str, mood: Mood) -> Record:
    """Returns the record of a mood."""
    content: dict[str, Plain] = {
        "mood_id": mood_id(user_id),
        "user_id": user_id,
        "session": mood.session,
        "session_valence": mood.in_session.valence,
        "session_activation": mood.in_session.activation,
        "valence": mood.lasting.valence,
        "activation": mood.lasting.activation,
        "felt_ms": mood.felt_ms,
    }
    return Record(TYPE, content)


def mood_of(content: Mapping[str, Plain]) -> Mood:
    """Reads a mood from its record."""
    numbers = ("session_valence", "session_activation", "valence", "activation", "felt_ms")
    pleasant, stirred, lasting, lasting_stirred, felt_ms = (int(str(content[name])) for name in numbers)
    return Mood(str(content["session"]), Feeling(pleasant, stirred), Feeling(lasting, lasting_stirred), felt_ms)


def _drawn(before: Feeling, felt: Feeling, percent: int) -> Feeling:
    """Draws what was felt before towards what is felt now."""
    return Feeling(
        before.valence + (felt.valence - before.valence) * percent // 100,
        before.activation + (felt.activation - before.activation) * percent // 100,
    )


def _faded(felt: Feeling, age_ms: int, half_life_ms: int) -> Feeling:
    return Feeling(_halved(felt.valence, age_ms, half_life_ms), _halved(felt.activation, age_ms, half_life_ms))


def _halved(number: int, age_ms: int, half_life_ms: int) -> int:
    """Halves a number with each half-life, and evenly within one; what is left below the least is nothing."""
    halvings, rest = divmod(max(age_ms, 0), half_life_ms)
    left = abs(number) >> min(halvings, 64)
    left -= left * rest // (2 * half_life_ms)
    return 0 if left < LEAST_FEELING else left if number > 0 else -left
