"""Composition: the findings of `selene doctor --sound`: what the microphone hears of noise and of her own voice.

She plays a rising note and a sentence, which the person hears, and then asks for the wake word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import islice

import click

from device.audio.framing import level_db
from device.audio.policy import GOOD_LOSS_DB, LOUD_NOISE_DB, WAKE_ABOVE_NOISE_DB
from device.audio.room_measure import RoomFigures, frames_of, measure_room, sweep
from device.cli.doctor.doctor_finding import Finding
from device.core.config_keys import Value
from device.core.errors import DeviceError
from device.core.ports import FRAME_MS, DuplexMicrophone, EchoCanceller, Loudspeaker
from device.daemon.audio_inputs import NO_MICROPHONE
from device.engines import factory
from device.platform.configuration import configured_values

SILENT_FRAMES, TAIL_FRAMES, WAKE_FRAMES = 1_000 // FRAME_MS, 800 // FRAME_MS, 8_000 // FRAME_MS
WORD_FRAMES = 800 // FRAME_MS
SENTENCE = "I am measuring how much of my own voice reaches my ears in this room, so that you can interrupt me."


class RoomTest:
    """One pass over the frames of a microphone, with what is played into each."""

    def __init__(self, frames: Iterator[bytes], speaker: Loudspeaker) -> None:
        """Takes the frames of a microphone that is not listened to otherwise."""
        self._frames, self._speaker = frames, speaker

    def play(self, played: list[bytes], after: int = 0) -> list[bytes]:
        """Plays frames, then silence for `after` more; returns what is heard in the frame after each."""
        heard = list[bytes]()
        for frame in (*played, *[None] * after):
            self._speaker.play(frame)
            heard += islice(self._frames, 1)
        return heard


def run_sound_checks(values: Mapping[str, Value] | None = None, *, quiet: bool = False) -> Iterator[Finding]:
    """Yields what is measured with the engines of the configuration, and one warning where there is no sound."""
    told = values or configured_values()
    if told["microphone"] == NO_MICROPHONE:
        yield Finding("sound", "ok", "no microphone")
        return
    try:
        opened = factory.open_microphone(str(told["microphone"]), fast=True)
        with closing(opened) as microphone:
            own = microphone.speaker if isinstance(microphone, DuplexMicrophone) else None
            with closing(own or factory.open_speaker(str(told["speaker"]))) as speaker:
                yield from _measure(RoomTest(microphone.frames(), speaker), told, speaker, quiet=quiet)
    except DeviceError as error:
        yield Finding("sound", "warn", error.code, str(error))


def _measure(test: RoomTest, told: Mapping[str, Value], speaker: Loudspeaker, *, quiet: bool) -> Iterator[Finding]:
    silent = test.play([], SILENT_FRAMES)
    note = frames_of(sweep())
    heard = test.play(note, TAIL_FRAMES)
    if len(heard) < len(note) + TAIL_FRAMES:
        yield Finding("sound", "warn", "the microphone ended", "It must deliver sound for half a minute.")
        return
    figures = measure_room(silent, [*note, *[bytes(len(note[0]))] * TAIL_FRAMES], heard)
    yield _noise(figures)
    if speaker.acoustic:
        yield from _echo(test, told, figures)
    yield _wake(test, told, figures, quiet=quiet)


def _noise(figures: RoomFigures) -> Finding:
    found = f"{figures.noise_db:.0f} dB of full scale"
    if figures.noise_db > LOUD_NOISE_DB:
        return Finding("noise floor", "warn", found, "Wake words will be missed: turn off what hums, or come nearer.")
    return Finding("noise floor", "ok", found)


def _echo(test: RoomTest, told: Mapping[str, Value], figures: RoomFigures) -> Iterator[Finding]:
    if not figures.heard:
        yield Finding("echo", "warn", "the loudspeaker is not heard", "Is it on? Then nothing has to be taken out.")
        return
    yield Finding(
        "echo", "ok", f"{figures.echo_db:+.0f} dB at the microphone, {figures.delay_ms} ms after it is played"
    )
    voice, canceller = factory.open_voice(str(told["voice"])), factory.open_echo(str(told["echo"]))
    loss_db = _loss(test, canceller, frames_of(voice.speak(SENTENCE)))
    found = f"{loss_db:.0f} dB of her own voice are taken out"
    if canceller.engaged and loss_db >= GOOD_LOSS_DB:
        yield Finding("echo loss", "ok", found)
    else:
        advice = (
            "Turn her down, or put loudspeaker and microphone apart; until then use the wake word to interrupt her."
        )
        yield Finding("echo loss", "warn", found, advice)


def _loss(test: RoomTest, canceller: EchoCanceller, sentence: list[bytes]) -> float:
    """Returns how much of her own voice the canceller takes out, after the sentence."""
    loss_db = 0.0
    for frame in sentence:
        for heard in test.play([frame]):
            loss_db = canceller.cancel(heard, frame).erle_db
    return loss_db


def _wake(test: RoomTest, told: Mapping[str, Value], figures: RoomFigures, *, quiet: bool) -> Finding:
    """Waits for the wake word, and tells how loud it was."""
    wake = factory.open_wake(str(told["wake"]))
    if not quiet:
        click.echo(f'Say "{wake.phrase}" now.', err=True)
    levels: list[float] = []
    for heard in (one for _ in range(WAKE_FRAMES) for one in test.play([], 1)):
        levels.append(level_db(heard))
        if wake.hear(heard):
            loud_db = max(levels[-WORD_FRAMES:])
            found = f"heard at {loud_db:.0f} dB, {loud_db - figures.noise_db:.0f} dB above the noise"
            near = loud_db - figures.noise_db >= WAKE_ABOVE_NOISE_DB
            return Finding("wake level", "ok" if near else "warn", found, "" if near else "Come nearer, or speak up.")
    return Finding(
        "wake level", "warn", "the wake word was not heard", "Say it as you would call somebody, and nearer."
    )
