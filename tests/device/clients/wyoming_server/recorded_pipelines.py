"""What Home Assistant's pipeline puts on the wire, byte for byte, one connection each, with what must come back.

The form is that of the protocol's description: a line of JSON, then data, then sound. Each conversation id is one of
Home Assistant's; an old version names none, and writes the data into the line.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Recorded:
    """One connection: what is sent, the types that come back, and a word that the words among them hold."""

    sent: bytes
    answers: tuple[str, ...]
    word: str = ""


def _turn(text: str, conversation: str) -> bytes:
    data = (
        f'{{"text": "{text}", "language": "en", "context": {{"conversation_id": "{conversation}", '
        '"device_id": "8f1c2d3e4b5a69788796a5b4c3d2e1f0", "satellite_id": "assist_satellite.kitchen"}}'
    ).encode()
    return f'{{"type": "transcript", "version": "1.7.2", "data_length": {len(data)}}}\n'.encode() + data


KITCHEN, OFFICE = "01JM0Z5V8Q2W3E4R5T6Y7U8I9O", "01JM0Z77AAK4N5P6R7S8T9V0WX"
_SOUND = (
    b'{"type": "transcribe", "version": "1.7.2", "data_length": 18}\n{"language": "en"}'
    b'{"type": "audio-start", "version": "1.7.2", "data_length": 61}\n'
    b'{"rate": 16000, "width": 2, "channels": 1, "timestamp": null}'
    + 20
    * (
        b'{"type": "audio-chunk", "version": "1.7.2", "data_length": 61, "payload_length": 2048}\n'
        b'{"rate": 16000, "width": 2, "channels": 1, "timestamp": null}' + bytes(2048)
    )
    + b'{"type": "audio-stop", "version": "1.7.2", "data_length": 19}\n{"timestamp": null}'
)

EVENING = (
    Recorded(b'{"type": "describe", "version": "1.7.2"}\n', ("info",)),
    Recorded(_SOUND, ("transcript",), "64 frames"),
    Recorded(_turn("My dentist appointment is on Monday.", KITCHEN), ("handled",)),
    Recorded(_turn("My cat is called Tom.", OFFICE), ("handled",)),
    Recorded(_turn("When is my dentist appointment?", KITCHEN), ("handled",), "Monday"),
    Recorded(_turn("Turn on the kitchen lights.", KITCHEN), ("not-handled",)),
    Recorded(_turn("What is my cat called?", KITCHEN), ("handled",), "Tom"),
    Recorded(
        b'{"type": "synthesize", "version": "1.7.2", "data_length": 54}\n'
        b'{"text": "Good morning.", "voice": {"name": "espeak"}}',
        ("audio-start", "audio-chunk", "audio-stop"),
    ),
    Recorded(b'{"type": "transcript", "data": {"text": "What is my cat called?"}}\n', ("handled",), "Tom"),
    Recorded(_turn("", KITCHEN), ("not-handled",)),
)
"""An evening at home: two rooms, each with a conversation of its own, and an old version of Home Assistant."""
