"""Pure: the tables of the turn machine: what moves the ear, the mouth, and both together. Nothing else decides a turn.

EAR and MOUTH are keyed (state, signal). JOINT is keyed by the two states together and applied after every event until
nothing changes: barge-in is its first row, and what she was saying is held until it is known what was said. ANNOUNCE
has the states in which an announcement may begin. docs/turn.md is drawn from these tables.
"""

from __future__ import annotations

from enum import StrEnum


class EarState(StrEnum):
    """The state of the ear."""

    ASLEEP = "asleep"
    LISTENING = "listening"
    CAPTURING = "capturing"
    RECOGNISING = "recognising"


class MouthState(StrEnum):
    """The state of the mouth."""

    SILENT = "silent"
    THINKING = "thinking"
    SPEAKING = "speaking"
    DUCKED = "ducked"
    HELD = "held"


SOUNDING = (MouthState.SPEAKING, MouthState.DUCKED)
"""The states in which a reply is played."""
REPLYING = (*SOUNDING, MouthState.HELD)
"""The states in which a reply is not over: it is played, or held until it is known what interrupted it."""


class Signal(StrEnum):
    """The meaning of an event in the present state."""

    WAKE = "wake"
    SPEECH = "speech"
    INTERRUPTION = "speech over playback"
    SUSPICION = "speech suspected"
    FALSE_ALARM = "it was none"
    HUSH = "end of speech"
    NOTHING_SAID = "nothing said"
    WORDS = "words"
    NO_WORDS = "no words"
    BACKCHANNEL = "backchannel"
    NOT_TO_HER = "said to somebody else"
    REPLY = "reply"
    NO_REPLY = "no reply"
    SPOKEN = "playback finished"
    QUESTION_SPOKEN = "question finished"
    UNHEARD = "hearing failed"
    FAILED = "failed"
    STOPPED = "stopped"


class Origin(StrEnum):
    """What opened the ear for a turn."""

    WAKE_WORD = "WAKE_WORD"
    SPEECH_OVER_PLAYBACK = "SPEECH_OVER_PLAYBACK"
    FOLLOW_UP = "FOLLOW_UP"


EAR: dict[tuple[EarState, Signal], EarState] = {
    (EarState.ASLEEP, Signal.WAKE): EarState.LISTENING,
    (EarState.ASLEEP, Signal.INTERRUPTION): EarState.CAPTURING,
    (EarState.ASLEEP, Signal.QUESTION_SPOKEN): EarState.LISTENING,
    (EarState.LISTENING, Signal.WAKE): EarState.LISTENING,
    (EarState.CAPTURING, Signal.WAKE): EarState.LISTENING,
    (EarState.RECOGNISING, Signal.WAKE): EarState.LISTENING,
    (EarState.LISTENING, Signal.SPEECH): EarState.CAPTURING,
    (EarState.LISTENING, Signal.NOTHING_SAID): EarState.ASLEEP,
    (EarState.CAPTURING, Signal.HUSH): EarState.RECOGNISING,
    (EarState.CAPTURING, Signal.NOTHING_SAID): EarState.ASLEEP,
    (EarState.RECOGNISING, Signal.WORDS): EarState.ASLEEP,
    (EarState.RECOGNISING, Signal.NO_WORDS): EarState.ASLEEP,
    (EarState.RECOGNISING, Signal.BACKCHANNEL): EarState.ASLEEP,
    (EarState.RECOGNISING, Signal.NOT_TO_HER): EarState.LISTENING,
    (EarState.RECOGNISING, Signal.UNHEARD): EarState.ASLEEP,
    (EarState.CAPTURING, Signal.UNHEARD): EarState.ASLEEP,
}

MOUTH: dict[tuple[MouthState, Signal], MouthState] = {
    (MouthState.SILENT, Signal.WORDS): MouthState.THINKING,
    (MouthState.THINKING, Signal.REPLY): MouthState.SPEAKING,
    (MouthState.THINKING, Signal.NO_REPLY): MouthState.SILENT,
    (MouthState.THINKING, Signal.FAILED): MouthState.SILENT,
    (MouthState.SPEAKING, Signal.SPOKEN): MouthState.SILENT,
    (MouthState.SPEAKING, Signal.QUESTION_SPOKEN): MouthState.SILENT,
    (MouthState.SPEAKING, Signal.FAILED): MouthState.SILENT,
    (MouthState.SPEAKING, Signal.STOPPED): MouthState.SILENT,
    (MouthState.SPEAKING, Signal.SUSPICION): MouthState.DUCKED,
    (MouthState.DUCKED, Signal.FALSE_ALARM): MouthState.SPEAKING,
    (MouthState.DUCKED, Signal.SPOKEN): MouthState.SILENT,
    (MouthState.DUCKED, Signal.QUESTION_SPOKEN): MouthState.SILENT,
    (MouthState.DUCKED, Signal.FAILED): MouthState.SILENT,
    (MouthState.DUCKED, Signal.STOPPED): MouthState.SILENT,
    (MouthState.HELD, Signal.WORDS): MouthState.THINKING,
    (MouthState.HELD, Signal.NO_WORDS): MouthState.SPEAKING,
    (MouthState.HELD, Signal.BACKCHANNEL): MouthState.SPEAKING,
    (MouthState.HELD, Signal.NOTHING_SAID): MouthState.SPEAKING,
    (MouthState.HELD, Signal.UNHEARD): MouthState.SPEAKING,
    (MouthState.HELD, Signal.FAILED): MouthState.SILENT,
    (MouthState.HELD, Signal.STOPPED): MouthState.SILENT,
}

JOINT: dict[tuple[EarState, MouthState], MouthState] = {
    (EarState.CAPTURING, MouthState.SPEAKING): MouthState.HELD,
    (EarState.LISTENING, MouthState.SPEAKING): MouthState.SILENT,
    (EarState.CAPTURING, MouthState.DUCKED): MouthState.HELD,
    (EarState.LISTENING, MouthState.DUCKED): MouthState.SILENT,
    (EarState.LISTENING, MouthState.HELD): MouthState.SILENT,
    (EarState.LISTENING, MouthState.THINKING): MouthState.SILENT,
}


ANNOUNCE: dict[tuple[EarState, MouthState], MouthState] = {
    (EarState.ASLEEP, MouthState.SILENT): MouthState.SPEAKING,
}
"""The states in which an announcement may begin: in every other it waits for a reply or for the person's words."""
