"""Any sound that libsndfile reads becomes 16 kHz mono s16le frames; anything else is refused with its own code."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from device.core.errors import BadSound, SoundEmpty, SoundMissing, SoundTooLong, SoundUnreadable
from device.core.ports import FRAME_BYTES
from device.engines.audio_io import sound_file
from device.engines.audio_io.sound_file import SoundFile
from tests.device.engines.sound_samples import SPEECH, loudness, spoken, tone, write


def frames_of(path: Path) -> list[bytes]:
    return list(SoundFile(str(path)).frames())


def test_sound_in_the_right_form_passes_bit_for_bit() -> None:
    assert tuple(frames_of(SPEECH / "rms/stop.wav")) == spoken("rms/stop")


@pytest.mark.parametrize("suffix", [".flac", ".raw", ".mp3", ""])
def test_the_content_decides_and_not_the_name(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"stop{suffix}"
    path.write_bytes((SPEECH / "rms/stop.wav").read_bytes())
    assert tuple(frames_of(path)) == spoken("rms/stop")


@pytest.mark.parametrize(
    ("rate", "subtype", "name"),
    [
        (16_000, "PCM_U8", "8_bit.wav"),
        (16_000, "PCM_24", "24_bit.wav"),
        (16_000, "FLOAT", "float.wav"),
        (16_000, "ULAW", "ulaw.wav"),
        (44_100, "PCM_16", "cd.wav"),
        (48_000, "PCM_32", "studio.wav"),
        (8_000, "PCM_16", "telephone.wav"),
        (22_050, "PCM_16", "half.flac"),
        (16_000, "PCM_16", "mac.aiff"),
    ],
)
def test_other_forms_are_converted_and_sound_the_same(tmp_path: Path, rate: int, subtype: str, name: str) -> None:
    heard = b"".join(frames_of(write(tmp_path / name, tone(1.0, rate), rate, subtype)))
    wanted = np.frombuffer((tone(1.0, 16_000) * 32768).astype("<i2").tobytes(), "<i2").astype(float)
    got = np.frombuffer(heard, "<i2").astype(float)
    assert len(got) == 16_000
    # The edges ring where the sine begins and ends; 8-bit and u-law are coarse.
    assert np.abs(got - wanted)[800:-800].max() < 700


def test_stereo_is_mixed_down(tmp_path: Path) -> None:
    left, right = tone(0.5, 44_100), np.zeros(22_050)
    heard = b"".join(frames_of(write(tmp_path / "stereo.wav", np.stack([left, right], axis=1), 44_100)))
    assert loudness(heard) == pytest.approx(0.5 / 2 / np.sqrt(2), rel=0.02)


def test_too_loud_is_clipped_and_no_number_is_silence(tmp_path: Path) -> None:
    sound = np.array([4.0] * 320 + [-4.0] * 320 + [np.nan] * 320 + [np.inf] * 320)
    frames = frames_of(write(tmp_path / "wild.wav", sound, 16_000, "FLOAT"))
    levels = [np.frombuffer(frame, "<i2")[160] for frame in frames]
    assert (levels[0], levels[1]) == (32767, -32768)
    assert abs(int(levels[2])) < 32768


@pytest.mark.parametrize("samples", [1, 319, 320, 321, 44_099])
def test_every_frame_is_whole(tmp_path: Path, samples: int) -> None:
    frames = frames_of(write(tmp_path / "some.wav", tone(samples / 16_000, 16_000), 16_000))
    assert len(frames) == -(-samples // 320)
    assert {len(frame) for frame in frames} == {FRAME_BYTES}


def test_a_recording_that_was_cut_off_plays_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "cut.wav"
    path.write_bytes((SPEECH / "rms/stop.wav").read_bytes()[: 44 + 10 * FRAME_BYTES])
    assert tuple(frames_of(path)) == spoken("rms/stop")[:10]


def test_missing_and_forbidden_files_are_missing(tmp_path: Path) -> None:
    for path in (tmp_path / "no.wav", tmp_path / "a\0b.wav", SPEECH / "rms/stop.wav" / "below"):
        with pytest.raises(SoundMissing):
            SoundFile(str(path))


@pytest.mark.parametrize("content", [b"RIFF", b"not sound at all" * 100, os.urandom(4096), b"RIFF\xff\xff\xff\xffWAVE"])
def test_what_is_not_sound_is_unreadable(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.wav"
    path.write_bytes(content)
    with pytest.raises(SoundUnreadable, match=r"letter\.wav is not sound"):
        SoundFile(str(path))


def test_a_folder_or_a_pipe_is_unreadable_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.wav")
    for path in (tmp_path, tmp_path / "pipe.wav", Path(os.devnull)):
        with pytest.raises(SoundUnreadable, match="is not a file"):
            SoundFile(str(path))


def test_nothing_is_empty(tmp_path: Path) -> None:
    (tmp_path / "zero.wav").touch()
    write(tmp_path / "header.wav", np.zeros(0), 16_000)
    for name in ("zero.wav", "header.wav"):
        with pytest.raises(SoundEmpty):
            SoundFile(str(tmp_path / name))


def test_a_day_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "long.wav", tone(2.0, 16_000), 16_000)
    monkeypatch.setattr(sound_file, "MAX_SOUND_S", 1)
    with pytest.raises(SoundTooLong):
        SoundFile(str(path))


@pytest.mark.parametrize("rate", [1, 100, 1_000_000])
def test_a_rate_that_no_recording_has_is_refused(tmp_path: Path, rate: int) -> None:
    path = write(tmp_path / "odd.wav", tone(1.0, 1_000), rate)
    with pytest.raises(SoundUnreadable, match=f"claims {rate} samples a second"):
        SoundFile(str(path))


def test_a_refused_file_leaves_nothing_open(tmp_path: Path) -> None:
    (tmp_path / "bad.wav").write_bytes(b"not sound")
    write(tmp_path / "empty.wav", np.zeros(0), 16_000)
    before = len(os.listdir("/proc/self/fd"))
    for name in ("bad.wav", "empty.wav"):
        with pytest.raises(BadSound):
            SoundFile(str(tmp_path / name))
    frames_of(SPEECH / "rms/stop.wav")
    assert len(os.listdir("/proc/self/fd")) == before


def test_any_damage_to_a_file_is_played_or_refused_with_our_code(tmp_path: Path) -> None:
    good = (SPEECH / "rms/yes.wav").read_bytes()[:4000]
    for at in range(48):
        for value in (0, 1, 0x7F, 0xFF):
            path = tmp_path / "damaged.wav"
            path.write_bytes(good[:at] + bytes([value]) + good[at + 1 :])
            with suppress(SoundUnreadable, SoundEmpty, SoundTooLong):
                assert all(len(frame) == FRAME_BYTES for frame in frames_of(path))
