"""Composition: the engines of a conversation by voice, and how a sentence is spoken at its pace and pitch."""

from __future__ import annotations

from dataclasses import dataclass

from device.assistant.conversation import Conversation
from device.audio.audio_frontend import AudioFrontend
from device.core.ports import Loudspeaker, PacedVoice, PitchedVoice, Recogniser, Voice


@dataclass(slots=True)
class SoundPorts:
    """The engines of one conversation by voice. No other conversation may use them meanwhile."""

    speaker: Loudspeaker
    acoustics: AudioFrontend
    recogniser: Recogniser
    voice: Voice


def speak_sentence(voice: Voice, text: str, conversation: Conversation) -> bytes:
    """Returns the sound of a sentence."""
    percent = conversation.pace_percent
    if isinstance(voice, PitchedVoice):
        return voice.speak_in(text, percent, conversation.pitch_percent)
    return voice.speak_at(text, percent) if isinstance(voice, PacedVoice) else voice.speak(text)
