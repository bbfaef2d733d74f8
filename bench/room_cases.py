"""Composition: the scenarios of `bench/room.py`, in seven families. Each is data; nothing here runs.

Sound is of `fixtures/speech`, and of espeak where a phrase is none of the fixtures.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from numpy.typing import NDArray

from bench import other_people
from bench.machine import ROOT
from device.audio.end_of_turn import TurnPauses, drawn_wait
from device.core.policy import DevicePolicy
from device.engines import factory

SPEECH = ROOT / "fixtures" / "speech"
ROOMS = ROOT / "fixtures" / "rooms"
VOICES = ("slt", "rms")
OTHER = {"slt": "rms", "rms": "slt"}
SPEECH_DB = -26.0
ECHO_AT_SPEECH_DB = -7.0
"""The coupling with which the echo of the voice is as loud at the microphone as a person."""
OWN_VOICE_MS = 30_000
ASKED_MS = 2_000
"""When a command begins after the wake word at WAKE_MS."""
WAKE_MS = 700


Sound = NDArray[np.int16]


@dataclass(frozen=True)
class Case:
    """One scenario, and what is measured in it."""

    family: str
    row: str
    """The line of the table."""
    measure: str
    """The function of `bench/room.py` that judges it."""
    scenario: dict[str, Any]
    facts: dict[str, Any] = field(default_factory=dict)
    """What the measure needs to know."""


def says(name: str, **when: int) -> dict[str, Any]:
    """A sound of the fixtures at a time."""
    return {"wav": str(SPEECH / f"{name}.wav"), **when}


def person(*sounds: dict[str, Any], place: str = "1m", level_db: float = SPEECH_DB) -> dict[str, Any]:
    """A source of sound at one place."""
    return {"place": place, "level_db": level_db, "says": list(sounds)}


def scenario(room: str, length_ms: int, people: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A scenario in one of the rendered rooms."""
    return {"length_ms": length_ms, "room": str(ROOMS / room), "people": people, **more}


def loudspeaker(echo_db: float) -> dict[str, float]:
    """An echo so much louder than a person."""
    return {"coupling_db": ECHO_AT_SPEECH_DB + echo_db, "delay_ms": 60}


def length_ms(name: str) -> int:
    """How long a sound of the fixtures lasts."""
    return int(soundfile.info(SPEECH / f"{name}.wav").frames) // 16


class Spoken:
    """Sentences by espeak, as files in a folder."""

    def __init__(self, folder: Path) -> None:
        """Writes into this folder."""
        self._folder, self._voice = folder, factory.open_voice("espeak:")

    def file(self, text: str) -> tuple[str, int]:
        """A sentence; returns the file and its length in ms."""
        return self._written(text, _trimmed(np.frombuffer(self._voice.speak(text), "<i2")))

    def paused(self, name: str, at_ms: int, pause_ms: int) -> tuple[str, int]:
        """A sentence of the fixtures with a pause inside; returns the same."""
        sound, _ = soundfile.read(SPEECH / f"{name}.wav", dtype="int16")
        quiet = np.zeros(pause_ms * 16, np.int16)
        return self._written(
            f"{name}{at_ms}{pause_ms}", np.concatenate([sound[: at_ms * 16], quiet, sound[at_ms * 16 :]])
        )

    def _written(self, name: str, sound: Sound) -> tuple[str, int]:
        path = self._folder / f"{blake2b(name.encode(), digest_size=8).hexdigest()}.wav"
        soundfile.write(path, sound, 16_000, subtype="PCM_16")
        return str(path), len(sound) // 16


def _trimmed(sound: Sound) -> Sound:
    loud = np.flatnonzero(np.abs(sound.astype(int)) > np.abs(sound.astype(int)).max() // 50)
    return sound[loud[0] : loud[-1] + 1]


def all_cases(folder: Path) -> list[Case]:
    """All scenarios; sentences that are not in the fixtures, or have a pause, are written to `folder`."""
    spoken = Spoken(folder)
    families = (
        wake(), wake_over_playback(), near_misses(spoken), ends(spoken), own_voice(), barge_in(spoken), others(),
        faults(),
    )  # fmt: skip
    return [case for family in families for case in family]


NOISES = (("clean", "pink", 44.0), ("pink noise 10 dB below", "pink", 10.0))
PLACES = (("dry", "1m"), ("small", "1m"), ("small", "2m"), ("small", "4m"))


def wake() -> Iterator[Case]:
    """Wake words with noise, and with another person talking."""
    for name, kind, below_db in NOISES:
        for room, place in PLACES:
            for voice in VOICES:
                for seed in (1, 2, 3):
                    word = person(says(f"{voice}/okay_nabu", at_ms=600), place=place)
                    noise = {"kind": kind, "level_db": SPEECH_DB - below_db}
                    yield Case(
                        "1 wake", f"missed, {name}", "missed", scenario(room, 2_600, [word], noise=noise, seed=seed)
                    )
    for voice in VOICES:
        for place in ("1m", "2m"):
            for at_ms in (0, 2_000, 4_000):
                talker = person(says(f"{OTHER[voice]}/monologue", at_ms=0), level_db=SPEECH_DB - 10)
                word = person(says(f"{voice}/okay_nabu", at_ms=1_000 + at_ms), place=place)
                yield Case(
                    "1 wake", "missed, a talker 10 dB below", "missed", scenario("small", 3_000 + at_ms, [word, talker])
                )


WAKE_OVER = (2_500, 5_200)


def wake_over_playback() -> Iterator[Case]:
    """Wake words while she reads."""
    for echo_db in (0, 10):
        for room in ("small", "living"):
            for voice in VOICES:
                for offset in WAKE_OVER:
                    word = person(says(f"{voice}/okay_nabu", after_speaking_ms=offset))
                    where = scenario(room, offset + 2_000, [word], loudspeaker=loudspeaker(echo_db))
                    yield Case(
                        "1 wake", f"missed, over her own voice, echo {echo_db:+d} dB", "missed", where, {"reads": True}
                    )


NEAR = ("okay nobody", "okay now", "oh can I", "a nap would do", "okay navy", "hey nabu", "okay baboon", "okay, I know",
        "stay, Naboo", "okay another")  # fmt: skip


def near_misses(spoken: Spoken) -> Iterator[Case]:
    """Speech in which nobody calls her."""
    for text in NEAR:
        for room in ("small", "living"):
            file, long_ms = spoken.file(text)
            talker = person({"wav": file, "at_ms": 600})
            yield Case("2 near misses", "woken by like words", "woken", scenario(room, 1_600 + long_ms, [talker]))
    for voice in VOICES:
        for room in ("dry", "small", "living"):
            talker = person(says(f"{voice}/monologue", at_ms=0))
            yield Case("2 near misses", "woken by 20 s of talk", "woken", scenario(room, 20_000, [talker]))


COMMANDS = ("my_favorite_color_is_green", "what_do_you_remember_about_me", "my_sister_lives_in_boston")
PAUSED = {
    "my_favorite_color_is_green": (1_265, 1_455), "my_name_is_john": (805, 905),
    "my_sister_lives_in_boston": (725, 895),
    "remember_that_the_meeting_is_on_monday_at_ten": (1_315, 1_425), "what_is_my_name": (755, 675),
    "i_like_strong_coffee_in_the_morning": (615, 645), "what_do_you_remember_about_me": (755, 705),
    "where_does_my_sister_live": (805, 965),
}  # fmt: skip
"""Where in each sentence, in ms by voice, one of its words ends: there the person pauses."""


def ends(spoken: Spoken) -> Iterator[Case]:
    """The end of a turn: after speech, beside a television, and not in a pause."""
    for voice in VOICES:
        for command in COMMANDS:
            end_ms = ASKED_MS + length_ms(f"{voice}/{command}")
            asks = person(says(f"{voice}/okay_nabu", at_ms=WAKE_MS), says(f"{voice}/{command}", at_ms=ASKED_MS))
            facts = {"end_ms": end_ms}
            for room in ("small", "living"):
                where = scenario(room, end_ms + 1_500, [asks])
                yield Case("3 end of turn", "speech to reply", "replied", where, facts)
                words = {**facts, "words": command.replace("_", " ")}
                yield Case("3 end of turn", "a command misheard", "misheard", where, words)
            for below_db in (10, 20):
                for at_ms in (0, 1_500):
                    television = person(
                        says(f"{OTHER[voice]}/monologue", at_ms=at_ms), place="2m", level_db=SPEECH_DB - below_db
                    )
                    row = f"ended, television {below_db} dB below"
                    yield Case(
                        "3 end of turn", row, "ended", scenario("small", end_ms + 3_500, [asks, television]), facts
                    )
    for name, places in PAUSED.items():
        for voice, at_ms in zip(VOICES, places, strict=True):
            for pause_ms in (800, 1_000):
                file, _ = spoken.paused(f"{voice}/{name}", at_ms, pause_ms)
                asks = person(says(f"{voice}/okay_nabu", at_ms=WAKE_MS), {"wav": file, "at_ms": ASKED_MS})
                where = scenario("small", ASKED_MS + at_ms + pause_ms + 600, [asks])
                facts = {"end_ms": ASKED_MS + at_ms + pause_ms}
                yield Case("3 end of turn", "cut in a pause of 800 or 1,000 ms", "cut", where, facts)
                known = {**facts, "wait_ms": learned_wait_ms()}
                yield Case("3 end of turn", "cut so, with the person's profile", "cut", where, known)


def learned_wait_ms() -> int:
    """How long is waited for a person who was cut off four times, in pauses of 1,000 ms."""
    wait_ms = DevicePolicy().end_silence_ms
    for _ in range(4):
        wait_ms = drawn_wait(wait_ms, TurnPauses(cut_ms=1_000))
    return wait_ms


def own_voice() -> Iterator[Case]:
    """She reads and nobody speaks."""
    for room in ("small", "living"):
        for echo_db in (0, 10):
            for seed in (1, 2):
                where = scenario(room, OWN_VOICE_MS, [], loudspeaker=loudspeaker(echo_db), seed=seed)
                yield Case("4 own voice", f"{room}, echo {echo_db:+d} dB", "own_voice", where, {"reads": True})


INTERRUPTIONS = (("stop", 2_500), ("forget_that", 4_200), ("what_is_my_name", 6_300), ("no", 7_100))
EVERY_INTERRUPTION = [(word, offset) for word, _ in INTERRUPTIONS for _, offset in INTERRUPTIONS]
"""Each word at each offset: of eight scenarios the worst would be p95."""
BACKCHANNELS = (("yeah", 2_500), ("right", 3_600), ("okay", 4_700), ("I see", 5_800))


def barge_in(spoken: Spoken) -> Iterator[Case]:
    """Interruptions while she reads, and what is none."""
    for room in ("small", "living"):
        for echo_db in (0, 10):
            said = EVERY_INTERRUPTION if (room, echo_db) == ("small", 0) else INTERRUPTIONS
            for voice in VOICES:
                for word, offset in said:
                    who = person(says(f"{voice}/{word}", after_speaking_ms=offset))
                    where = scenario(room, offset + 2_800, [who], loudspeaker=loudspeaker(echo_db))
                    facts = {"reads": True, "offset_ms": offset, "wav": str(SPEECH / voice / f"{word}.wav")}
                    yield Case("5 barge-in", f"{room}, echo {echo_db:+d} dB", "interrupted", where, facts)
    for text, offset in BACKCHANNELS:
        for room in ("small", "living"):
            file, long_ms = spoken.file(text)
            who = person({"wav": file, "after_speaking_ms": offset})
            where = scenario(room, offset + long_ms + 4_000, [who], loudspeaker=loudspeaker(-6))
            facts = {"reads": True, "offset_ms": offset, "long_ms": long_ms}
            yield Case("5 barge-in", "goes on after a backchannel", "resumed", where, facts)


def others() -> Iterator[Case]:
    """A television while nobody called her, and while she is silent."""
    for voice in VOICES:
        for room, level_db in (("dry", 0), ("small", 0), ("small", -10), ("living", 0), ("living", -10)):
            television = person(says(f"{voice}/my_sister_lives_in_boston", at_ms=500),
                                says(f"{voice}/my_name_is_john", at_ms=4_000), place="2m",
                                level_db=SPEECH_DB + level_db)  # fmt: skip
            where = scenario(room, 7_000, [television], loudspeaker=loudspeaker(0))
            yield Case("6 other people", "heard although nobody called", "heard", where)
    for number, _ in enumerate(other_people.cases()):
        yield Case("6 other people", "facts of others kept", "kept_facts", {"length_ms": 0}, {"number": number})


FAULTS: dict[str, dict[str, Any]] = {
    "frames lost": {"gaps": [{"at_ms": 3_000, "ms": 20}, {"at_ms": 3_300, "ms": 40}]},
    "constant offset": {"constant_offset": 0.1},
    "clipped": {"level_db": -2.0},
    "away and back before": {"gaps": [{"at_ms": 0, "ms": 550}]},
    "away and back in a command": {"gaps": [{"at_ms": 2_600, "ms": 500}]},
}


def faults() -> Iterator[Case]:
    """Bad microphones: the command is heard all the same."""
    for name, fault in FAULTS.items():
        for voice in VOICES:
            for command in COMMANDS[:2]:
                level_db = float(fault.get("level_db", SPEECH_DB))
                asks = person(says(f"{voice}/okay_nabu", at_ms=WAKE_MS), says(f"{voice}/{command}", at_ms=ASKED_MS),
                              level_db=level_db)  # fmt: skip
                end_ms = ASKED_MS + length_ms(f"{voice}/{command}")
                more = {key: value for key, value in fault.items() if key != "level_db"}
                yield Case("7 faults", f"ended, {name}", "ended", scenario("small", end_ms + 2_500, [asks], **more),
                           {"end_ms": end_ms})  # fmt: skip
