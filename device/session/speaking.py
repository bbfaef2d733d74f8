"""Composition: has a sentence spoken at the pace and pitch that the conversation wants, as far as the voice can."""

from __future__ import annotations

from device.assistant.conversation import Conversation
from device.core.ports import PacedVoice, PitchedVoice, Voice


def speak_sentence(voice: Voice, text: str, conversation: Conversation) -> bytes:
    """Returns the sound of a sentence."""
    percent = conversation.pace_percent
    if isinstance(voice, PitchedVoice):
        return voice.speak_in(text, percent, conversation.pitch_percent)
    return voice.speak_at(text, percent) if isinstance(voice, PacedVoice) else voice.speak(text)
