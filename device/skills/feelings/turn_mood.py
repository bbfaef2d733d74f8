"""Pure: what a turn adds to the mood of the person who said it, and the tone that follows from it.

Only the person who is identified has a mood (voice-locked), and only words that are kept tell one. No rule that
decides, looks up or composes reads it.
"""

from __future__ import annotations

from device.skills.turn_context import TurnContext
from memory.emotion.feeling import read_feeling
from memory.emotion.mood import TYPE, Mood, after_feeling, felt_now, mood_of, mood_record
from memory.emotion.tone import Tone, tone_of
from memory.model.atoms import Turn
from memory.model.changes import Record
from memory.model.ports import MemoryReader

_TOLD = frozenset({"statement", "remember"})
"""Intents whose words are the person's own: a command or a question tells no feeling."""


def felt_records(context: TurnContext, kept: str) -> tuple[Record, ...]:
    """Returns the mood after a turn of which `kept` is archived; nothing where it tells no feeling of the person."""
    turn = context.turn
    if context.understood.intent not in _TOLD or turn.who or not turn.identified:
        return ()
    felt = read_feeling(kept, context.language.code)
    if felt is None:
        return ()
    mood = after_feeling(_mood(context.reader, turn.user_id), felt, turn.session_id, turn.at.at_ms)
    return (mood_record(turn.user_id, mood),)


def read_tone(reader: MemoryReader, turn: Turn) -> Tone:
    """Returns the tone for the person of a turn; the plain one for anybody else."""
    if not turn.identified or turn.who:
        return Tone()
    return tone_of(felt_now(_mood(reader, turn.user_id), turn.session_id, turn.at.at_ms))


def _mood(reader: MemoryReader, user_id: str) -> Mood:
    return next((mood_of(record.content) for record in reader.records(user_id, TYPE)), Mood())
